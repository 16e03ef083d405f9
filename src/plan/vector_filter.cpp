#include "plan/vector_filter.h"

#include <algorithm>

#include "analysis/cost.h"
#include "plan/operators.h"

namespace planish::plan {

Tried<VectorFilterPlan> try_vector_filter(const Context& cx, const ir::Body& body) {
  const auto no = [](WhyNot why) { return refused<VectorFilterPlan>(std::move(why)); };
  const VectorUnit& vectors = cx.target.vectors;
  const std::span<const ir::Atom> values = body.results.subspan(1);
  if (vectors.least_compressed == 0)
    return no(nothing_to_do("no instruction moves lanes together"));
  if (values.empty()) return no(nothing_to_do("no values are kept"));
  if (!are_scalars(cx.storage, values)) return no("it keeps arrays");
  int64_t bytes = 0;
  int64_t widest = vectors.least_compressed;
  for (const ir::Atom& value : values) {
    const int64_t size = byte_size(cx.type(value)->elem);
    bytes += size;
    widest = std::max(widest, size);
  }
  if (bytes > cx.target.strategies.ranges.filter_item) return no("an item is large");
  if (!is_straight(&body)) return no("there are loops or calls in it");
  if (has_checks(&body)) return no("there are checks in it");
  if (statement_count(&body) > cx.target.strategies.ranges.filter_body)
    return no("its body is long");
  return {std::make_unique<const VectorFilterPlan>(static_cast<unsigned>(vectors.bytes / widest)),
          {}};
}

}  // namespace planish::plan
