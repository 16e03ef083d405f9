#include "plan/clamps.h"

#include <functional>
#include <unordered_set>

#include "analysis/cost.h"
#include "ir/match.h"
#include "ir/scalar_eval.h"

namespace planish::plan {
namespace {

// Also those of branches.
void for_each_statement(const ir::Body& body, const std::function<void(const ir::Stm&)>& f) {
  for (const ir::Stm& stm : body.stms) {
    f(stm);
    if (const auto* branch = ir::as<ir::If>(stm.op)) {
      for_each_statement(*branch->then_body, f);
      for_each_statement(*branch->else_body, f);
    }
  }
}

bool is_clamp(const ir::Binary& op) {
  using enum ir::BinaryOp;
  return op.op == Min || op.op == Max || op.op == Mod || op.op == Rem;
}

class ClampPlanner {
 public:
  ClampPlanner(const Context& cx, ir::Var index)
      : cx_(cx), plan_(std::make_unique<ClampPlan>()), inside_{index.id}, even_{index.id} {}

  Tried<ClampPlan> run(const ir::Body& body) {
    for_each_statement(body, [&](const ir::Stm& stm) {
      for (ir::Var var : stm.pattern) inside_.insert(var.id);
    });
    for_each_statement(body, [&](const ir::Stm& stm) { look_at(stm); });
    if (plan_->idle.empty())
      return refused<ClampPlan>(nothing_to_do("no index of the loop is clamped"));
    if (statement_count(&body) > cx_.target.strategies.ranges.clamped_body)
      return refused<ClampPlan>("its body is long");
    return {std::move(plan_), {}};
  }

 private:
  void look_at(const ir::Stm& stm) {
    const auto* binary = ir::as<ir::Binary>(stm.op);
    if (binary == nullptr || cx_.type(stm.pattern[0])->elem != Prim::I64) return;
    using enum ir::BinaryOp;
    const bool commutes = binary->op == Add || binary->op == Min || binary->op == Max;
    if (!commutes && binary->op != Sub && !is_wrap(*binary)) return;
    if (!step(stm.pattern[0], binary->op, binary->x, binary->y) && commutes)
      step(stm.pattern[0], binary->op, binary->y, binary->x);
  }

  // Around a grid, and not the choice of every so many-th element.
  bool is_wrap(const ir::Binary& binary) const {
    if (binary.op != ir::BinaryOp::Mod && binary.op != ir::BinaryOp::Rem) return false;
    return !binary.y.is_const() ||
           as_int64(binary.y.constant) >= cx_.target.strategies.ranges.least_wrap;
  }

  // What the body binds is not known before it.
  bool is_known(const ir::Atom& atom) const {
    return atom.is_const() || !inside_.contains(atom.var.id);
  }

  bool step(ir::Var var, ir::BinaryOp op, const ir::Atom& index, const ir::Atom& by) {
    if (!index.var || !even_.contains(index.var.id) || !is_known(by)) return false;
    plan_->steps.push_back({var, op, index, by});
    even_.insert(var.id);
    if (op != ir::BinaryOp::Add && op != ir::BinaryOp::Sub) plan_->idle[var.id] = index;
    return true;
  }

  const Context& cx_;
  std::unique_ptr<ClampPlan> plan_;
  std::unordered_set<uint32_t> inside_;
  std::unordered_set<uint32_t> even_;  // what is at a distance from the index
};

}  // namespace

bool has_clamps(const Context& cx, const ir::Body& body) {
  bool found = false;
  for_each_statement(body, [&](const ir::Stm& stm) {
    const auto* op = ir::as<ir::Binary>(stm.op);
    found = found || (op != nullptr && is_clamp(*op) && cx.type(op->x)->elem == Prim::I64);
  });
  return found;
}

Tried<ClampPlan> try_clamps(const Context& cx, const ir::Body& body, ir::Var index) {
  return ClampPlanner(cx, index).run(body);
}

}  // namespace planish::plan
