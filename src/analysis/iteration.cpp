#include "analysis/iteration.h"

#include <algorithm>

#include "ir/facts.h"
#include "ir/scalar_eval.h"

namespace planish {

using namespace ir;

namespace {

bool is_of(const Lambda* lambda, const Body* body) {
  return lambda != nullptr && lambda->body == body;
}

Iteration in_space(const Space& space) {
  Iteration result{Runs::ForEach, {}};
  for (const Level& level : space.levels) {
    // The bound counts the iterations of all levels up to this one.
    if (level.offsets) result.counts.clear();
    result.counts.push_back(level.bound);
  }
  return result;
}

// What the variable is bound to at the top of the body; null: to nothing, or to something else.
const Binary* made_by(const Body& body, const Atom& atom) {
  if (!atom.var) return nullptr;
  for (const Stm& stm : body.stms) {
    if (stm.pattern.size() == 1 && stm.pattern[0] == atom.var) return as<Binary>(stm.op);
  }
  return nullptr;
}

// A number that the condition needs to be less than a constant.
struct Limited {
  Var var;
  int64_t below;
};

void find_limited(const Body& condition, const Atom& holds, std::vector<Limited>& found) {
  const Binary* op = made_by(condition, holds);
  if (op == nullptr) return;
  if (op->op == BinaryOp::And) {
    find_limited(condition, op->x, found);
    find_limited(condition, op->y, found);
  } else if (op->op == BinaryOp::Lt && op->x.var && op->y.is_const()) {
    found.push_back({op->x.var, as_int64(op->y.constant)});
  } else if (op->op == BinaryOp::Gt && op->y.var && op->x.is_const()) {
    found.push_back({op->y.var, as_int64(op->x.constant)});
  }
}

// What is added to the variable.
std::optional<int64_t> step_of(const Body& body, const Atom& next, Var var) {
  const Binary* op = made_by(body, next);
  if (op == nullptr || op->op != BinaryOp::Add) return std::nullopt;
  const bool is_first = op->x.var && op->x.var == var;
  const Atom& other = is_first ? op->y : op->x;
  const Atom& same = is_first ? op->x : op->y;
  if (!same.var || same.var != var || !other.is_const()) return std::nullopt;
  return as_int64(other.constant);
}

}  // namespace

std::optional<int64_t> most_iterations(const Loop& loop) {
  if (loop.condition == nullptr) return std::nullopt;
  std::vector<Limited> limited;
  find_limited(*loop.condition, loop.condition->results[0], limited);
  for (const auto& [var, below] : limited) {
    const auto param =
        std::ranges::find(loop.params, var, [](const LoopParam& p) { return p.param.var; });
    if (param == loop.params.end() || !param->init.is_const()) continue;
    const Prim prim = param->init.constant.prim;
    // Sums of such numbers do not overflow.
    constexpr int64_t kLarge = int64_t{1} << 30;
    if (prim != Prim::I32 && prim != Prim::I64) continue;
    const int64_t first = as_int64(param->init.constant);
    const std::optional<int64_t> step = step_of(
        *loop.body, loop.body->results[static_cast<size_t>(param - loop.params.begin())], var);
    if (first < 0 || below > kLarge || !step || *step < 1 || *step > kLarge) continue;
    return below <= first ? 0 : (below - first + *step - 1) / *step;
  }
  return std::nullopt;
}

bool Iteration::runs_surely() const {
  return runs == Runs::ForEach && std::ranges::all_of(counts, [](const Atom& count) {
           return count.is_const() && as_int64(count.constant) > 0;
         });
}

Iteration iteration_of(const Op* op, const Body* body) {
  return match(
      op, [](const If&) { return Iteration{Runs::AtMostOnce, {}}; },
      [](const Match&) { return Iteration{Runs::AtMostOnce, {}}; },
      [&](const WithAcc& node) {
        return is_of(node.fn, body) ? Iteration{Runs::AtMostOnce, {}} : Iteration{};
      },
      [&](const Loop& node) {
        return node.condition == nullptr ? Iteration{Runs::ForEach, {node.bound}} : Iteration{};
      },
      [&](const auto& node) {
        if constexpr (requires { node.space; }) {
          if (node.body == body) return in_space(node.space);
        } else if constexpr (requires { node.width; }) {
          if (is_of(element_function(op), body)) return Iteration{Runs::ForEach, {node.width}};
        }
        return Iteration{};
      });
}

const Lambda* element_function(const Op* op) {
  const std::optional<OperatorParts> parts = operator_parts(op);
  return parts && parts->first == 0 ? parts->map : nullptr;
}

std::span<const Var> element_arrays(const Op* op) {
  const std::optional<OperatorParts> parts = operator_parts(op);
  return parts ? parts->arrays : std::span<const Var>{};
}

}  // namespace planish
