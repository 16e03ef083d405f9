#include "plan/column_scan.h"

#include <algorithm>

#include "ir/match.h"
#include "ir/walk.h"
#include "plan/operators.h"
#include "plan/uses.h"

namespace planish::plan {

WhyNot why_no_column_scan(const Context& cx, const ir::Body& around, const ir::Stm& stm,
                          const ir::SegScan& op) {
  if (op.space.levels.size() != 2 || is_irregular(op.space.levels))
    return nothing_to_do("it is not over the elements of a matrix");
  if (!are_scalars(cx.storage, op.neutral)) return "it combines arrays";
  for (const ir::Var var : stm.pattern) {
    if (cx.type(var)->rank() != 2) return nothing_to_do("it makes no matrix");
    const ir::Stm* user = last_user(cx.storage, around, var);
    const auto* rearranged = user == nullptr ? nullptr : ir::as<ir::Rearrange>(user->op);
    if (rearranged == nullptr || rearranged->array != var || rearranged->order[0] != 1)
      return nothing_to_do("its result is not transposed at last");
  }
  return {};
}

}  // namespace planish::plan
