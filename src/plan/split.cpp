#include "plan/split.h"

#include <algorithm>
#include <unordered_set>

#include "analysis/cost.h"
#include "ir/match.h"
#include "ir/scalar_eval.h"
#include "ir/walk.h"

namespace planish::plan {
namespace {

// Indices are smaller than 2^62, so that no sum with such a distance wraps around.
constexpr int64_t kLargestDistance = int64_t{1} << 32;

class SplitPlanner {
 public:
  SplitPlanner(const Context& cx, const EvenBody& loop)
      : cx_(cx), loop_(loop), plan_(std::make_unique<SplitPlan>()) {
    for (ir::Var index : loop.indices) inside_.insert(index.id);
    for (ir::Var other : loop.others) inside_.insert(other.id);
    for (ir::Var counter : loop.counters) distances_[counter.id] = 0;
  }

  Tried<SplitPlan> run() {
    const auto no = [](WhyNot why) { return refused<SplitPlan>(std::move(why)); };
    bind(loop_.body);
    for (const ir::Stm& stm : loop_.body.stms) {
      if (is_fixed(stm)) fixed_[stm.pattern[0].id] = &stm;
    }
    look_at(loop_.body);
    if (needed_.empty()) return no(nothing_to_do("no branch depends on the index alone"));
    for (const SplitPlan::Condition& condition : conditions_) {
      if (!needed_.contains(condition.var.id)) continue;
      const bool is_border = condition.op == ir::BinaryOp::Eq || condition.op == ir::BinaryOp::Ne;
      (is_border ? plan_->borders : plan_->cuts).push_back(condition);
    }
    const RangeFigures& figures = cx_.target.strategies.ranges;
    find_limits();
    if (plan_->cuts.size() > figures.most_cuts) return no("it would be cut at many places");
    const size_t parts = size_t{1} << plan_->cuts.size();
    if (statement_count(&loop_.body) * (parts + 1) > figures.split_bodies)
      return no("its body is long");
    for (size_t number = 0; number < parts; number++) plan_->parts.push_back(part(number));
    const bool helps = std::ranges::any_of(plan_->parts, [&](const SplitPlan::Part& part) {
      return part.end_checks != nullptr || check_count(loop_.body, part.known) == 0;
    });
    if (!helps) return no("a check is left in each part");
    return {std::move(plan_), {}};
  }

 private:
  void bind(const ir::Body& body) {
    for (const ir::Stm& stm : body.stms) {
      for (ir::Var var : stm.pattern) inside_.insert(var.id);
      if (const auto* branch = ir::as<ir::If>(stm.op)) {
        bind(*branch->then_body);
        bind(*branch->else_body);
      }
    }
  }

  // Found before the range, it is what it would be in each iteration.
  bool is_fixed(const ir::Stm& stm) const {
    const bool computes = ir::match(
        stm.op, [](const ir::Unary&) { return true; }, [](const ir::Binary&) { return true; },
        [](const ir::Convert&) { return true; }, [](const ir::Index&) { return true; },
        [](const auto&) { return false; });
    if (!computes || !cx_.type(stm.pattern[0])->is_scalar()) return false;
    const auto is_outside = [&](ir::Var var) { return !inside_.contains(var.id); };
    bool found = std::ranges::all_of(stm.certs, is_outside);
    ir::for_each_var_use(stm.op, [&](ir::Var var) {
      found = found && !distances_.contains(var.id) && (is_outside(var) || fixed_.contains(var.id));
    });
    return found;
  }

  // The statements that find what the index is compared with.
  void find_limits() {
    std::unordered_set<uint32_t> wanted;
    for (const auto* conditions : {&plan_->cuts, &plan_->borders}) {
      for (const SplitPlan::Condition& one : *conditions) {
        if (one.limit.var) wanted.insert(one.limit.var.id);
      }
    }
    for (size_t k = loop_.body.stms.size(); k-- > 0;) {
      const ir::Stm& stm = loop_.body.stms[k];
      if (stm.pattern.size() != 1 || !wanted.contains(stm.pattern[0].id)) continue;
      plan_->limits.insert(plan_->limits.begin(), &stm);
      ir::for_each_var_use(stm.op, [&](ir::Var var) { wanted.insert(var.id); });
    }
  }

  void look_at(const ir::Body& body) {
    for (const ir::Stm& stm : body.stms) {
      if (const auto* binary = ir::as<ir::Binary>(stm.op)) look_at(stm.pattern[0], *binary);
      if (const auto* unary = ir::as<ir::Unary>(stm.op)) parts_of_[stm.pattern[0].id] = {unary->x};
      if (const auto* branch = ir::as<ir::If>(stm.op)) {
        if (is_worth_it(*branch)) need(branch->condition);
        look_at(*branch->then_body);
        look_at(*branch->else_body);
      }
    }
  }

  void look_at(ir::Var var, const ir::Binary& op) {
    using enum ir::BinaryOp;
    const ir::Type* operand = cx_.type(op.x);
    if (operand->elem == Prim::Bool) {
      if (op.op == And || op.op == Or) parts_of_[var.id] = {op.x, op.y};
      return;
    }
    if (operand->elem != Prim::I64) return;
    switch (op.op) {
      case Add:
        if (!move(var, op.x, op.y, 1)) move(var, op.y, op.x, 1);
        return;
      case Sub: move(var, op.x, op.y, -1); return;
      case Eq:
      case Ne:
      case Lt:
      case Le:
      case Gt:
      case Ge:
        if (!compare(var, op.op, op.x, op.y)) compare(var, swapped(op.op), op.y, op.x);
        return;
      default: return;
    }
  }

  bool move(ir::Var var, const ir::Atom& from, const ir::Atom& by, int64_t sign) {
    if (!from.var || !by.is_const()) return false;
    auto found = distances_.find(from.var.id);
    const int64_t step = as_int64(by.constant);
    if (found == distances_.end() || step > kLargestDistance || step < -kLargestDistance)
      return false;
    const int64_t moved = found->second + sign * step;
    if (std::abs(moved) > kLargestDistance) return false;
    distances_[var.id] = moved;
    return true;
  }

  bool compare(ir::Var var, ir::BinaryOp op, const ir::Atom& index, const ir::Atom& limit) {
    if (!index.var) return false;
    auto found = distances_.find(index.var.id);
    const bool is_known = limit.is_const() || fixed_.contains(limit.var.id) ||
                          !(inside_.contains(limit.var.id) || distances_.contains(limit.var.id));
    if (found == distances_.end() || !is_known) return false;
    conditions_.push_back({var, op, found->second, limit});
    return true;
  }

  static ir::BinaryOp swapped(ir::BinaryOp op) {
    using enum ir::BinaryOp;
    switch (op) {
      case Lt: return Gt;
      case Le: return Ge;
      case Gt: return Lt;
      case Ge: return Le;
      default: return op;
    }
  }

  // What only computes becomes a choice of two values.
  bool is_worth_it(const ir::If& branch) const {
    return std::ranges::any_of(
        std::array{branch.then_body, branch.else_body}, [&](const ir::Body* body) {
          return std::ranges::any_of(body->stms, [](const ir::Stm& stm) {
            return !ir::match(
                stm.op, [](const ir::Same&) { return true; }, [](const ir::Unary&) { return true; },
                [](const ir::Binary&) { return true; }, [](const ir::Ternary&) { return true; },
                [](const ir::Convert&) { return true; }, [](const auto&) { return false; });
          });
        });
  }

  // The comparisons that a condition is made of.
  void need(const ir::Atom& condition) {
    if (!condition.var) return;
    if (std::ranges::any_of(
            conditions_, [&](const SplitPlan::Condition& one) { return one.var == condition.var; }))
      needed_.insert(condition.var.id);
    if (auto found = parts_of_.find(condition.var.id); found != parts_of_.end()) {
      for (const ir::Atom& part : found->second) need(part);
    }
  }

  SplitPlan::Part part(size_t number) const {
    using enum ir::BinaryOp;
    SplitPlan::Part part;
    for (size_t k = 0; k < plan_->cuts.size(); k++) {
      const bool is_behind = (number >> k & 1) != 0;
      const ir::BinaryOp op = plan_->cuts[k].op;
      part.known[plan_->cuts[k].var.id] = is_behind == (op == Ge || op == Gt);
    }
    for (const SplitPlan::Condition& border : plan_->borders)
      part.known[border.var.id] = border.op == Ne;
    follow(loop_.body, part.known);
    EvenBody loop = loop_;
    loop.known = &part.known;
    part.end_checks = try_end_checks(cx_, loop).plan;
    return part;
  }

  static std::optional<bool> value(const ir::Atom& atom,
                                   const std::unordered_map<uint32_t, bool>& known) {
    if (atom.is_const()) return atom.constant.bits != 0;
    auto found = known.find(atom.var.id);
    return found == known.end() ? std::nullopt : std::optional(found->second);
  }

  // What follows from conditions that are known.
  void follow(const ir::Body& body, std::unordered_map<uint32_t, bool>& known) const {
    for (const ir::Stm& stm : body.stms) {
      if (const auto* branch = ir::as<ir::If>(stm.op)) {
        follow(*branch->then_body, known);
        follow(*branch->else_body, known);
        continue;
      }
      if (stm.pattern.size() != 1 || cx_.type(stm.pattern[0])->elem != Prim::Bool) continue;
      if (const auto* unary = ir::as<ir::Unary>(stm.op)) {
        if (auto x = value(unary->x, known); x && unary->op == ir::UnaryOp::Not)
          known[stm.pattern[0].id] = !*x;
      }
      const auto* binary = ir::as<ir::Binary>(stm.op);
      if (binary == nullptr || cx_.type(binary->x)->elem != Prim::Bool) continue;
      const bool is_and = binary->op == ir::BinaryOp::And;
      if (!is_and && binary->op != ir::BinaryOp::Or) continue;
      const std::optional<bool> x = value(binary->x, known);
      const std::optional<bool> y = value(binary->y, known);
      if (x == !is_and || y == !is_and) {
        known[stm.pattern[0].id] = !is_and;
      } else if (x && y) {
        known[stm.pattern[0].id] = is_and;
      }
    }
  }

  const Context& cx_;
  const EvenBody& loop_;
  std::unique_ptr<SplitPlan> plan_;
  std::unordered_set<uint32_t> inside_;                 // what the body binds
  std::unordered_map<uint32_t, const ir::Stm*> fixed_;  // and is the same in all iterations
  std::unordered_map<uint32_t, int64_t> distances_;     // from the number of the iteration
  std::unordered_map<uint32_t, std::vector<ir::Atom>>
      parts_of_;  // of conditions that are made of others
  std::vector<SplitPlan::Condition> conditions_;
  std::unordered_set<uint32_t> needed_;
};

}  // namespace

Tried<SplitPlan> try_split(const Context& cx, const EvenBody& loop) {
  return SplitPlanner(cx, loop).run();
}

bool has_branches(const ir::Body& body) {
  return std::ranges::any_of(body.stms,
                             [](const ir::Stm& stm) { return stm.op->kind == ir::Kind::If; });
}

}  // namespace planish::plan
