#include "plan/streams.h"

#include "analysis/cost.h"
#include "plan/operators.h"

namespace planish::plan {

WhyNot why_no_streams(const Context& cx, const ir::Stm& stm, const ir::SegRed& op) {
  if (!are_scalars(cx.storage, op.neutral)) return "it combines arrays";
  if (stm.pattern.size() != op.neutral.size()) return "it gives arrays besides what it combines";
  if (is_vectorised(cx.storage, *op.op)) return nothing_to_do("LLVM makes vectors of its operator");
  if (!is_straight(op.body) || !is_straight(op.op->body)) return "there are loops or calls in it";
  if (statement_count(op.body) + statement_count(op.op->body) >
      cx.target.strategies.rows.stream_body)
    return "its code is long";
  return {};
}

WhyNot why_no_rows_in_lanes(const Context& cx, const ir::SegRed& op) {
  if (op.space.levels.size() == 1) return nothing_to_do("there is one row only");
  if (op.space.levels.size() > 2) return nothing_to_do("its rows are not numbered by one index");
  if (op.space.levels.back().offsets) return nothing_to_do("rows have different lengths");
  if (!is_vector_operator(cx.storage, *op.op)) return "its operator has no form for vectors";
  return {};
}

}  // namespace planish::plan
