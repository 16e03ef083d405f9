#include "plan/rows.h"

#include "analysis/cost.h"
#include "plan/operators.h"

namespace planish::plan {

WhyNot why_no_masked_rows(const Context& cx, const ir::SegRed& op) {
  if (!cx.has_masks()) return nothing_to_do("no single lanes can be loaded");
  if (!is_reorderable(*op.op)) return "its operator keeps the order of elements";
  // A loop that can be left in the middle is not vectorised.
  if (has_checks(op.body)) return "there are checks in it";
  if (statement_count(op.body) > cx.target.strategies.rows.masked_body) return "its body is long";
  return {};
}

WhyNot why_no_masked_rows(const Context& cx, const ir::Stm& stm, const ir::Reduce& op) {
  if (stm.pattern.size() != op.neutral.size()) return "it gives arrays besides what it combines";
  if (!are_scalars(cx.storage, op.neutral)) return "it combines arrays";
  if (!cx.has_masks()) return nothing_to_do("no single lanes can be loaded");
  if (!is_reorderable(*op.op)) return "its operator keeps the order of elements";
  if (op.map == nullptr) return {};
  if (!is_straight(op.map->body)) return "there are loops or calls in it";
  if (has_checks(op.map->body)) return "there are checks in it";
  if (op.map->body->stms.size() > cx.target.strategies.rows.masked_body_in_task)
    return "its body is long";
  return {};
}

}  // namespace planish::plan
