#include "analysis/shapes/scalar_shapes.h"

#include <utility>

#include "ir/scalar_eval.h"

namespace planish::shapes {

using namespace ir;

namespace {

uint64_t number_of(auto kind) { return static_cast<uint64_t>(kind); }

}  // namespace

Term ScalarShapes::operation(Kind kind, auto op, std::string_view name, Prim prim,
                             std::span<const Term> args, Prim result) {
  FunctionInfo info;
  info.source = Source::Operation;
  info.gives = result == Prim::Bool ? Gives::Truth : Gives::Number;
  info.name = name;
  std::vector<uint64_t> key{number_of(kind), number_of(op), number_of(prim), number_of(result)};
  return terms_.apply(terms_.operation(key, info), args);
}

Term ScalarShapes::unary(const Unary& op) {
  Prim prim = storage_.type(op.x)->elem;
  Term x = number(op.x);
  if (op.op == UnaryOp::Neg && is_integer(prim)) return terms_.minus(terms_.number(0), x);
  if (op.op == UnaryOp::Not && prim == Prim::Bool) return terms_.minus(terms_.number(1), x);
  return operation(Kind::Unary, op.op, op_text(op.op), prim, std::vector<Term>{x},
                   result_of(op.op, prim));
}

// Of integers only `lt` is left: x <= y is 1 - (y < x), and x == y is 1 - (x < y) - (y < x).
Term ScalarShapes::compare(BinaryOp op, Prim prim, Term x, Term y) {
  auto basic = [&](BinaryOp by, Term a, Term b) {
    return operation(Kind::Binary, by, op_text(by), prim, std::vector<Term>{a, b}, Prim::Bool);
  };
  auto negated = [&](Term truth) { return terms_.minus(terms_.number(1), truth); };
  bool exact = is_integer(prim);
  if (exact && x == y) {
    bool holds = op == BinaryOp::Eq || op == BinaryOp::Le || op == BinaryOp::Ge;
    return terms_.number(holds ? 1 : 0);
  }
  switch (op) {
    case BinaryOp::Gt: return compare(BinaryOp::Lt, prim, y, x);
    case BinaryOp::Ge: return compare(BinaryOp::Le, prim, y, x);
    case BinaryOp::Ne: return negated(compare(BinaryOp::Eq, prim, x, y));
    case BinaryOp::Le: return exact ? negated(basic(BinaryOp::Lt, y, x)) : basic(op, x, y);
    case BinaryOp::Eq:
      if (exact) {
        return terms_.minus(negated(basic(BinaryOp::Lt, x, y)), basic(BinaryOp::Lt, y, x));
      }
      if (y.id < x.id) std::swap(x, y);
      return basic(op, x, y);
    default: return basic(op, x, y);
  }
}

Term ScalarShapes::binary(const Binary& op) {
  Prim prim = storage_.type(op.x)->elem;
  Term x = number(op.x);
  Term y = number(op.y);
  if (is_comparison(op.op)) return compare(op.op, prim, x, y);
  if (is_integer(prim)) {
    switch (op.op) {
      case BinaryOp::Add: return terms_.plus(x, y);
      case BinaryOp::Sub: return terms_.minus(x, y);
      case BinaryOp::Mul: return terms_.times(x, y);
      case BinaryOp::Min:
      case BinaryOp::Max:
        if (x == y) return x;
        if (y.id < x.id) std::swap(x, y);
        break;
      default: break;
    }
  }
  if (prim == Prim::Bool && op.op == BinaryOp::And) return terms_.times(x, y);
  if (prim == Prim::Bool && op.op == BinaryOp::Or)
    return terms_.minus(terms_.plus(x, y), terms_.times(x, y));
  return operation(Kind::Binary, op.op, op_text(op.op), prim, std::vector<Term>{x, y},
                   result_of(op.op, prim));
}

Term ScalarShapes::ternary(const Ternary& op) {
  std::vector<Term> args{number(op.x), number(op.y), number(op.z)};
  Prim prim = storage_.type(op.x)->elem;
  return operation(Kind::Ternary, op.op, op_text(op.op), prim, args, prim);
}

Term ScalarShapes::convert(const Convert& op, Prim to) {
  Prim from = storage_.type(op.value)->elem;
  Term x = number(op.value);
  if (from == to || (from == Prim::Bool && is_integer(to))) return x;
  return operation(Kind::Convert, to, "convert", from, std::vector<Term>{x}, to);
}

Term ScalarShapes::from_bits(const FromBits& op, Prim to) {
  return operation(Kind::FromBits, to, "from_bits", Prim::U64, std::vector<Term>{number(op.bits)},
                   to);
}

}  // namespace planish::shapes
