// Lowering::branch: a value that depends on a condition.
#pragma once

#include "lower/lowering.h"

namespace planish::lower {

template <class Then, class Else>
const Value* Lowering::branch(Atom condition, const Type* type, Scope& scope, Then then_value,
                              Else else_value) {
  if (condition.is_const()) return condition.constant.bits != 0 ? then_value() : else_value();
  Signature made = signature(type, scope, SignatureOf::Local);
  const ir::Body* then_body =
      body([&] { return results_for(made, conform(then_value(), type, scope)); });
  const ir::Body* else_body =
      body([&] { return results_for(made, conform(else_value(), type, scope)); });
  builder_->add(made.pattern(), builder_->make(ir::If{{}, condition, then_body, else_body}));
  return signature_value(made);
}

}  // namespace planish::lower
