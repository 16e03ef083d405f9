#include "values/emitter.h"

#include "ir/scalar_eval.h"
#include "values/value_builder.h"

namespace planish::values {

using ir::BinaryOp;

Emitter::Emitter(ValueBuilder& values)
    : storage_(values.storage()), arena_(values.arena()), builder_(values.builder) {}

const ir::Lambda* Emitter::lambda(const std::vector<ir::Param>& params, const ir::Body* made) {
  return arena_.make<ir::Lambda>(ir::Lambda{arena_.copy(params), made, builder_.place});
}

const ir::Lambda* Emitter::scalar_lambda(const ir::Type* type, BinaryOp op) {
  Var x = builder_.new_var("a", type);
  Var y = builder_.new_var("b", type);
  const ir::Body* made = body([&] { return std::vector<Atom>{builder_.binary(op, x, y)}; });
  return lambda({{x, false}, {y, false}}, made);
}

Atom Emitter::to_i64(Atom atom) { return builder_.convert(Prim::I64, atom); }

Atom Emitter::plus(Atom x, Atom y) {
  if (x == Atom::i64(0)) return y;
  if (y == Atom::i64(0)) return x;
  return builder_.binary(BinaryOp::Add, x, y);
}

Atom Emitter::minus(Atom x, Atom y) {
  return y == Atom::i64(0) ? x : builder_.binary(BinaryOp::Sub, x, y);
}

Atom Emitter::times(Atom x, Atom y) {
  if (x == Atom::i64(1)) return y;
  if (y == Atom::i64(1)) return x;
  return builder_.binary(BinaryOp::Mul, x, y);
}

Atom Emitter::has_product(Atom x, Atom y) {
  constexpr int64_t kMost = int64_t{1} << 60;
  const auto is_small = [](Atom atom) {
    const auto value = static_cast<int64_t>(atom.constant.bits);
    return atom.is_const() && -1 <= value && value <= 1;
  };
  if (is_small(x) || is_small(y)) return Atom::boolean(true);
  const Atom product = builder_.binary(BinaryOp::Mul, builder_.convert(Prim::F64, x),
                                       builder_.convert(Prim::F64, y));
  const Atom size = builder_.unary(ir::UnaryOp::Abs, product);
  const Atom most = ir::convert(Atom::i64(kMost).constant, Prim::F64);
  return builder_.binary(BinaryOp::Le, size, most);
}

Atom Emitter::both(Atom x, Atom y) {
  if (x == Atom::boolean(true)) return y;
  if (y == Atom::boolean(true)) return x;
  return builder_.binary(BinaryOp::And, x, y);
}

// Code is made in the order of statements: that of arguments differs between C++ compilers.
Atom Emitter::inside(Atom at, Atom size) {
  Atom from_zero = builder_.binary(BinaryOp::Le, Atom::i64(0), at);
  return both(from_zero, builder_.binary(BinaryOp::Lt, at, size));
}

Atom Emitter::reduce_numbers(Var numbers, BinaryOp op, std::string_view name) {
  const ir::Type* type = storage_.types.scalar(storage_.type(numbers)->elem);
  std::vector<Atom> zero{ir::Const{type->elem, 0}};
  std::vector<Var> arrays{numbers};
  Atom width = Builder::atom(storage_.type(numbers)->dims[0]);
  const ir::Lambda* fn = scalar_lambda(type, op);
  return builder_.let(name, type,
                      builder_.make(ir::Reduce{
                          {}, width, true, fn, arena_.copy(zero), nullptr, arena_.copy(arrays)}));
}

Atom Emitter::sum_of(Var numbers) { return reduce_numbers(numbers, BinaryOp::Add, "total"); }

Atom Emitter::none_negative(Var numbers) {
  Atom smallest = reduce_numbers(numbers, BinaryOp::Min, "smallest");
  return builder_.binary(BinaryOp::Ge, smallest, Atom::i64(0));
}

Var Emitter::as_var(Atom atom) {
  if (!atom.is_const()) return atom.var;
  return builder_.let("", storage_.type(atom), builder_.make(ir::Same{{}, atom}));
}

Atom Emitter::opaque(Atom atom) {
  return builder_.let("", storage_.type(atom), builder_.make(ir::Opaque{{}, atom}));
}

const ir::Type* Emitter::with_dims(const ir::Type* type, size_t drop, std::vector<Dim> outer) {
  const ir::Type* inner = storage_.types.without_outer(type, drop);
  outer.insert(outer.end(), inner->dims.begin(), inner->dims.end());
  return storage_.types.array(inner->elem, outer);
}

}  // namespace planish::values
