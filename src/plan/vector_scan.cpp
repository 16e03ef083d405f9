#include "plan/vector_scan.h"

#include <algorithm>

#include "ir/match.h"
#include "plan/operators.h"

namespace planish::plan {
namespace {

std::vector<const ir::Index*> reads_of(const Context& cx, const ir::SegScan& op) {
  const size_t combined = op.neutral.size();
  const ir::Var index = op.space.levels.back().index;
  std::vector<const ir::Index*> found;
  if (op.body->results.size() != combined || op.body->stms.size() != combined) return {};
  for (size_t k = 0; k < combined; k++) {
    const ir::Stm& stm = op.body->stms[k];
    const auto* read = ir::as<ir::Index>(stm.op);
    if (read == nullptr || !(op.body->results[k].var == stm.pattern[0])) return {};
    const auto differs = [&](const ir::Atom& atom) { return atom.var == index; };
    const bool is_last = read->indices.size() == cx.type(read->array)->rank() &&
                         differs(read->indices.back()) &&
                         std::ranges::count_if(read->indices, differs) == 1;
    if (!is_last || !cx.layouts.is_row_major(read->array)) return {};
    found.push_back(read);
  }
  return found;
}

}  // namespace

Tried<VectorScanPlan> try_vector_scan(const Context& cx, const ir::SegScan& op) {
  if (!is_lane_operator(cx.storage, *op.op))
    return refused<VectorScanPlan>("its operator is not one operation on vectors");
  return {std::make_unique<const VectorScanPlan>(reads_of(cx, op)), {}};
}

}  // namespace planish::plan
