#include "values/checks.h"

#include "values/value_builder.h"

namespace planish::values {

Checks::Checks(ValueBuilder& values)
    : storage_(values.storage()), arena_(values.arena()), builder_(values.builder) {}

ir::MessagePart Checks::text(std::string_view words) { return {arena_.copy(words), {}}; }

void Checks::add_dims(Message& message, std::span<const Dim> dims) {
  for (const Dim& dim : dims) {
    message.push_back(text("["));
    message.push_back(dim.is_varying() ? text("?") : part(Builder::atom(dim)));
    message.push_back(text("]"));
  }
}

std::vector<Var> Checks::check(Atom condition, ir::CheckKind kind, Message message) {
  if (!are_on() || condition == Atom::boolean(true)) return {};
  const ir::Op* op = builder_.make(ir::Check{{}, condition, kind, arena_.copy(message)});
  return {builder_.let("ok", storage_.types.scalar(Prim::Unit), op)};
}

std::vector<Var> Checks::check_not_zero(Atom divisor) {
  Prim prim = builder_.prim(divisor);
  if (!is_integer(prim)) return {};
  Atom zero = ir::Const{prim, 0};
  return check(builder_.binary(ir::BinaryOp::Ne, divisor, zero), ir::CheckKind::Division,
               {text("division by zero")});
}

}  // namespace planish::values
