#include "ir/build/builder.h"

#include "ir/scalar_eval.h"

namespace planish::ir {

Atom Builder::unary(UnaryOp op, Atom x, std::string_view name) {
  if (x.is_const()) return eval(op, x.constant);
  const Type* result = types().scalar(result_of(op, prim(x)));
  return let(name, result, make(Unary{{}, op, x}));
}

Atom Builder::binary(BinaryOp op, Atom x, Atom y, std::string_view name,
                     std::span<const Var> certs) {
  if (x.is_const() && y.is_const()) return eval(op, x.constant, y.constant);
  const Type* result = types().scalar(result_of(op, prim(x)));
  return let(name, result, make(Binary{{}, op, x, y}), certs);
}

Atom Builder::ternary(TernaryOp op, Atom x, Atom y, Atom z, std::string_view name) {
  if (x.is_const() && y.is_const() && z.is_const()) {
    return eval(op, x.constant, y.constant, z.constant);
  }
  const Type* result = types().scalar(result_of(op, prim(x)));
  return let(name, result, make(Ternary{{}, op, x, y, z}));
}

Atom Builder::convert(Prim to, Atom x, std::string_view name) {
  if (prim(x) == to) return x;
  if (x.is_const()) return ir::convert(x.constant, to);
  return let(name, types().scalar(to), make(Convert{{}, x}));
}

}  // namespace planish::ir
