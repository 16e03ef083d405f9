#include "passes/common/call_body.h"

namespace planish::passes {

using namespace ir;

Atom CallBody::atom(const Atom& atom) {
  if (atom.is_const()) return atom;
  auto it = by_.find(atom.var);
  return it == by_.end() ? atom : it->second;
}

Var CallBody::binder(Var var) {
  const Type* type = substitute(storage_, storage_.type(var), by_);
  Var made = storage_.new_var(storage_.vars[var.id].name, type);
  by_[var] = made;
  return made;
}

Stm CallBody::stm(const Stm& stm) {
  Stm copy = stm_children(stm);
  copy.place = through_call(stm.place);
  return copy;
}

const Lambda* CallBody::lambda(const Lambda* lambda) {
  Lambda copy = *lambda_children(lambda);
  copy.place = through_call(lambda->place);
  return storage_.arena.make<Lambda>(copy);
}

PlaceId CallBody::through_call(PlaceId id) {
  if (id == PlaceId{}) return call_;
  auto it = places_.find(id.id);
  if (it != places_.end()) return it->second;
  Place place = storage_.places[id.id];
  place.caller = through_call(place.caller);
  return places_[id.id] = storage_.place(place);
}

}  // namespace planish::passes
