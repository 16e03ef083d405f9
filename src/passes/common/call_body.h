// The body of a function in the place of a call.
#pragma once

#include <unordered_map>

#include "ir/walk.h"

namespace planish::passes {

// A copy of a function's body with new variables, in which every place has been reached through the
// call.
class CallBody : public ir::Rebuild {
 public:
  CallBody(ir::Storage& storage, ir::PlaceId call) : Rebuild(storage), call_(call) {}

  void replace(ir::Var var, const ir::Atom& by) { by_[var] = by; }

  ir::Atom atom(const ir::Atom& atom) override;
  ir::Var binder(ir::Var var) override;
  ir::Stm stm(const ir::Stm& stm) override;
  const ir::Lambda* lambda(const ir::Lambda* lambda) override;

 private:
  ir::PlaceId through_call(ir::PlaceId id);

  ir::PlaceId call_;
  ir::Substitution by_;
  std::unordered_map<uint32_t, ir::PlaceId> places_;
};

}  // namespace planish::passes
