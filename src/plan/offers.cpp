#include "plan/offers.h"

#include <algorithm>

#include "plan/elementwise.h"
#include "plan/made_sizes.h"

namespace planish::plan {

Offers places_from(const ir::Body& body, size_t first) {
  Offers out(body.results.size(), Offer::Place);
  std::fill_n(out.begin(), std::min(first, out.size()), Offer::Nothing);
  return out;
}

Offers row_offers(const ir::Body& body, std::span<const uint32_t> groups) {
  size_t rows = 0;
  for (uint32_t count : groups) rows += count;
  Offers out = places_from(body, 0);
  std::fill_n(out.begin() + static_cast<ptrdiff_t>(groups.size()), rows, Offer::LatePlace);
  return out;
}

Offers operator_offers(const ir::Storage& storage, const ir::Lambda& op) {
  Offers offers(op.body->results.size());
  for (size_t k = 0; k < offers.size(); k++) {
    if (storage.type(op.body->results[k])->is_array() && is_elementwise(storage, op, k))
      offers[k] = Offer::Place;
  }
  return offers;
}

Offers branch_offers(const ir::Storage& storage, const BodyMemory& memory, const ir::Stm& stm) {
  Offers out(stm.pattern.size());
  for (size_t k = 0; k < stm.pattern.size(); k++) {
    const ir::Var var = stm.pattern[k];
    const std::optional<size_t> result = MemoryPlan::result_of(memory, var);
    const Offer offer = result ? memory.results[*result].offer : Offer::Nothing;
    const bool is_late = offer == Offer::LatePlace || MemoryPlan::in_concat(memory, var) != nullptr;
    if (offer == Offer::Place && memory.results[*result].fit == Fit::Always) out[k] = Offer::Place;
    if (is_late && has_size_before(storage, stm, var)) out[k] = Offer::Place;
  }
  return out;
}

}  // namespace planish::plan
