#include "driver/explain/work_estimate.h"

#include <algorithm>

#include "analysis/inner_bodies.h"
#include "ir/call_graph.h"
#include "ir/match.h"

namespace planish::explain {

using namespace ir;

namespace {

constexpr size_t kCountDepth = 4;
// How often a function calls itself, where nothing is known of it.
constexpr double kUnknownCalls = 16;

bool has_bodies(const Op* op) {
  bool found = false;
  for_each_inner_body(op, [&](const Body*) { found = true; });
  return found;
}

// It makes a new array by copying or filling.
bool makes_array(const Op* op) {
  return as<Copy>(op) != nullptr || as<Concat>(op) != nullptr || as<Replicate>(op) != nullptr ||
         as<Iota>(op) != nullptr;
}

class Estimator {
 public:
  explicit Estimator(const Context& cx) : cx_(cx), cost_(cx), calls_(cx.flat) {}

  WorkEstimate run(const Function& entry) {
    body(entry.body, 1);
    return std::move(found_);
  }

 private:
  void body(const Body* stms, double times) {
    for (const Stm& one : stms->stms) stm(one, times);
  }

  void stm(const Stm& stm, double times) {
    if (const Space* space = space_of(stm.op)) {
      const double points = cost_.points(*space);
      const bool parallel = points >= enough_points();
      add(stm, cost_.of(stm) * times, parallel);
    } else if (is_core_operator(stm.op)) {
      sequential(cost_.of(stm) * times);
    } else if (const auto* loop = as<Loop>(stm.op)) {
      const size_t outer = enter({&stm, nullptr, inside_, 0, 0});
      const double inner_times = times * cost_.iterations(*loop);
      if (loop->condition != nullptr) body(loop->condition, inner_times);
      body(loop->body, inner_times);
      leave(outer);
    } else if (VersionChoice choice = version_choice(cx_, stm)) {
      body(choice.usual, times);
    } else if (const auto* call = as<ir::Call>(stm.op)) {
      function(call->fn, times);
    } else if (const auto* with = as<WithAcc>(stm.op)) {
      body(with->fn->body, times);
    } else if (has_bodies(stm.op)) {
      // One of the branches; the larger one counts.
      const Body* largest = nullptr;
      for_each_inner_body(stm.op, [&](const Body* inner) {
        if (largest == nullptr || cost_.of(inner) > cost_.of(largest)) largest = inner;
      });
      body(largest, times);
    } else if (makes_array(stm.op)) {
      step(stm, 0, false);
      sequential(cost_.of(stm) * times);
    } else {
      sequential(cost_.of(stm) * times);
    }
  }

  // From so many on, an operator is worth several threads. On a GPU that is a warp, with less than
  // which all others are idle; how many more there have to be depends on the data.
  double enough_points() const {
    constexpr double kWarp = 32;
    if (cx_.target.machine == Machine::Gpu) return kWarp;
    return static_cast<double>(cx_.target.flatten.enough_outer) / 4;
  }

  void function(Name name, double times) {
    const Function* fn = cx_.flat.find(name);
    if (fn == nullptr || std::ranges::count(open_, name) > 0) return;
    const bool calls_itself = calls_.calls_itself(name);
    open_.push_back(name);
    if (calls_itself) {
      const size_t outer = enter({nullptr, fn, inside_, 0, 0});
      body(fn->body, times * kUnknownCalls);
      leave(outer);
    } else {
      body(fn->body, times);
    }
    open_.pop_back();
  }

  static constexpr size_t kNoLoop = SIZE_MAX;

  // Gives what leave() takes.
  size_t enter(const HostLoop& loop) {
    const size_t outer = inside_.value_or(kNoLoop);
    found_.loops.push_back(loop);
    inside_ = found_.loops.size() - 1;
    return outer;
  }
  void leave(size_t outer) { inside_ = outer == kNoLoop ? std::nullopt : std::optional(outer); }

  void sequential(double nanoseconds) {
    found_.sequential += nanoseconds;
    for (std::optional<size_t> at = inside_; at; at = found_.loops[*at].outer)
      found_.loops[*at].sequential += nanoseconds;
  }

  void step(const Stm& stm, double nanoseconds, bool parallel) {
    Step made{&stm, nanoseconds, 0, {}, inside_, parallel};
    for (Var var : stm.pattern) {
      if (cost_.bytes(stm) == 0 || cost_.bytes(var) <= made.bytes) continue;
      made.bytes = cost_.bytes(var);
      made.array = var;
    }
    found_.steps.push_back(made);
  }

  void add(const Stm& stm, double nanoseconds, bool parallel) {
    step(stm, nanoseconds, parallel);
    if (!parallel) {
      sequential(nanoseconds);
      return;
    }
    found_.parallel += nanoseconds;
    for (std::optional<size_t> at = inside_; at; at = found_.loops[*at].outer)
      found_.loops[*at].parallel += nanoseconds;
  }

  const Context& cx_;
  WorkCost cost_;
  CallGraph calls_;
  WorkEstimate found_;
  std::optional<size_t> inside_;  // the innermost loop
  std::vector<Name> open_;        // the functions that are being looked at
};

}  // namespace

double WorkCost::count(const Atom& atom, size_t depth) const {
  if (atom.is_const()) return static_cast<double>(static_cast<int64_t>(atom.constant.bits));
  const Op* op = depth >= kCountDepth ? nullptr : cx_.sizes.definition(atom.var);
  const auto* binary = op == nullptr ? nullptr : as<Binary>(op);
  if (binary == nullptr) return WorkEstimate::kUnknownSize;
  auto x = [&] { return count(binary->x, depth + 1); };
  auto y = [&] { return count(binary->y, depth + 1); };
  switch (binary->op) {
    case BinaryOp::Add: return x() + y();
    case BinaryOp::Mul: return x() * y();
    case BinaryOp::Sub: return std::max(x() - y(), 1.0);
    case BinaryOp::Min: return std::min(x(), y());
    default: return WorkEstimate::kUnknownSize;
  }
}

double WorkCost::points(const Space& space) const {
  double all = 1;
  for (const Level& level : space.levels)
    all *= level.offsets ? WorkEstimate::kUnknownSize : count(level.bound);
  return all;
}

double WorkCost::iterations(const Loop& loop) const {
  return loop.condition == nullptr ? count(loop.bound) : WorkEstimate::kUnknownIterations;
}

double WorkCost::bytes(const Stm& stm) const {
  // Operators that write to a consumed array make none.
  const bool in_place = match(stm.op, [](const auto& node) { return requires { node.dests; }; });
  if (in_place) return 0;
  double all = 0;
  for (Var var : stm.pattern) all += bytes(var);
  return all;
}

double WorkCost::bytes(Var array) const {
  const ir::Type* type = cx_.storage.type(array);
  if (!type->is_array()) return 0;
  auto all = static_cast<double>(bytes_of(type->elem));
  for (const Dim& dim : type->dims)
    all *= dim.kind == DimKind::Var ? count(Atom(dim.var)) : static_cast<double>(dim.value);
  return all;
}

double WorkCost::of(const Body* body) {
  auto known = bodies_.find(body);
  if (known != bodies_.end()) return known->second;
  double all = 0;
  for (const Stm& stm : body->stms) all += of(stm);
  return bodies_[body] = all;
}

double WorkCost::of(const Stm& stm) {
  constexpr double kElement = 0.3;
  auto inner = [&] {
    double all = 0;
    for_each_inner_body(stm.op, [&](const Body* body) { all += of(body); });
    return all;
  };
  if (const Space* space = space_of(stm.op)) return points(*space) * (inner() + kElement);
  if (const auto* loop = as<Loop>(stm.op)) return iterations(*loop) * (inner() + kElement);
  if (const auto* call = as<ir::Call>(stm.op)) {
    auto [it, is_new] = calls_.try_emplace(call->fn, 0);
    const Function* fn = cx_.flat.find(call->fn);
    if (is_new && fn != nullptr) {
      const double all = of(fn->body);
      calls_[call->fn] = all;
      return all;
    }
    return it->second;
  }
  constexpr double kCopiedByte = 0.08;
  constexpr double kFilledByte = 0.02;
  if (as<Replicate>(stm.op) != nullptr || as<Iota>(stm.op) != nullptr)
    return bytes(stm) * kFilledByte;
  if (makes_array(stm.op)) return bytes(stm) * kCopiedByte;
  const double width = match(stm.op, [&](const auto& node) {
    if constexpr (requires { node.width; }) {
      return count(node.width);
    } else {
      return 0.0;
    }
  });
  if (width > 0) return width * (inner() + kElement);
  if (stm.op->kind == Kind::If || stm.op->kind == Kind::Match) {
    double largest = 0;
    for_each_inner_body(stm.op, [&](const Body* body) { largest = std::max(largest, of(body)); });
    return largest;
  }
  return has_bodies(stm.op) ? inner() : costs_.of(stm).nanoseconds;
}

WorkEstimate estimate(const Context& cx, const Function& flat) { return Estimator(cx).run(flat); }

}  // namespace planish::explain
