#include "plan/values_in_place.h"

#include <algorithm>

#include "analysis/lane_kinds.h"
#include "ir/match.h"

namespace planish::plan {
namespace {

// The indices lead to elements at a distance of one for neighbouring items.
bool is_in_order(const LaneKinds& kinds, const ir::Index& element) {
  for (size_t k = 0; k + 1 < element.indices.size(); k++) {
    if (!kinds.is_uniform(element.indices[k])) return false;
  }
  return kinds.kind(element.indices.back()) == LaneKind::Affine;
}

}  // namespace

std::vector<const ir::Index*> values_in_place(const ir::Storage& storage, const IsDense& is_dense,
                                              ir::Var index, const ir::Body& body) {
  LaneKinds kinds(storage);
  kinds.set(index, LaneKind::Affine);
  kinds.analyse(body);
  const auto statement_of = [&](ir::Var var) {
    const auto found = std::ranges::find_if(body.stms, [&](const ir::Stm& stm) {
      return std::ranges::find(stm.pattern, var) != stm.pattern.end();
    });
    return found == body.stms.end() ? nullptr : &*found;
  };
  const auto element_of = [&](const ir::Atom& value) -> const ir::Index* {
    const ir::Stm* stm = value.var ? statement_of(value.var) : nullptr;
    const auto* element = stm == nullptr ? nullptr : ir::as<ir::Index>(stm->op);
    // Arrays that the body makes are there for one item only.
    if (element == nullptr || statement_of(element->array) != nullptr) return nullptr;
    const bool is_scalar = storage.type(element->array)->rank() == element->indices.size();
    return is_scalar && is_dense(element->array) && is_in_order(kinds, *element) ? element
                                                                                 : nullptr;
  };
  std::vector<const ir::Index*> found;
  for (const ir::Atom& value : body.results.subspan(1)) found.push_back(element_of(value));
  return found;
}

}  // namespace planish::plan
