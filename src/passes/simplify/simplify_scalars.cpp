#include "passes/simplify/simplify_scalars.h"

#include "ir/scalar_eval.h"

namespace planish::passes {

using namespace ir;

namespace {

bool is_int(const Atom& atom, int64_t value) {
  return atom.is_const() && is_integer(atom.constant.prim) &&
         atom.constant == make_int(atom.constant.prim, value);
}
bool is_bool(const Atom& atom, bool value) {
  return atom.is_const() && atom.constant == make_bool(value);
}
// The very same float: 0.0 is not -0.0.
bool is_exactly(const Atom& atom, double value) {
  return atom.is_const() && is_float(atom.constant.prim) &&
         atom.constant == make_float(atom.constant.prim, value);
}
bool is_all_ones(const Atom& atom) { return is_int(atom, -1) || is_bool(atom, true); }
bool is_zero_bits(const Atom& atom) { return is_int(atom, 0) || is_bool(atom, false); }

Binary binary(BinaryOp op, const Atom& x, const Atom& y) { return {{Binary::K}, op, x, y}; }

// The operation with its operands exchanged, where there is one.
std::optional<BinaryOp> mirrored(BinaryOp op, Prim prim) {
  switch (op) {
    case BinaryOp::Add:
    case BinaryOp::Mul:
    case BinaryOp::And:
    case BinaryOp::Or:
    case BinaryOp::Xor:
    case BinaryOp::Eq:
    case BinaryOp::Ne: return op;
    // Of 0.0 and -0.0 either may be the smaller one.
    case BinaryOp::Min:
    case BinaryOp::Max: return is_float(prim) ? std::nullopt : std::optional(op);
    case BinaryOp::Lt: return BinaryOp::Gt;
    case BinaryOp::Le: return BinaryOp::Ge;
    case BinaryOp::Gt: return BinaryOp::Lt;
    case BinaryOp::Ge: return BinaryOp::Le;
    default: return std::nullopt;
  }
}

// The comparison that is true where this one is false. Not for an order of floats: both are false
// for a NaN.
std::optional<BinaryOp> negated(BinaryOp op, Prim prim) {
  if (op == BinaryOp::Eq) return BinaryOp::Ne;
  if (op == BinaryOp::Ne) return BinaryOp::Eq;
  if (is_float(prim)) return std::nullopt;
  switch (op) {
    case BinaryOp::Lt: return BinaryOp::Ge;
    case BinaryOp::Le: return BinaryOp::Gt;
    case BinaryOp::Gt: return BinaryOp::Le;
    case BinaryOp::Ge: return BinaryOp::Lt;
    default: return std::nullopt;
  }
}

// x op c, where the constant decides or vanishes. Constants have been moved to the right.
SimplerScalar with_constant(const Binary& op, Prim prim) {
  const Atom& x = op.x;
  const Atom& c = op.y;
  switch (op.op) {
    case BinaryOp::Add:
      // -0.0 + 0.0 is 0.0, but adding -0.0 changes nothing.
      if (is_int(c, 0) || is_exactly(c, -0.0)) return x;
      break;
    case BinaryOp::Sub:
      if (is_int(c, 0) || is_exactly(c, 0.0)) return x;
      break;
    case BinaryOp::Mul:
      if (is_int(c, 1) || is_exactly(c, 1.0)) return x;
      if (is_int(c, 0)) return c;
      break;
    case BinaryOp::Div:
      if (is_int(c, 1) || is_exactly(c, 1.0)) return x;
      break;
    case BinaryOp::Quot:
      if (is_int(c, 1)) return x;
      break;
    case BinaryOp::Mod:
    case BinaryOp::Rem:
      if (is_int(c, 1)) return Atom(make_int(prim, 0));
      break;
    case BinaryOp::Pow:
      if (is_int(c, 1)) return x;
      if (is_int(c, 0)) return Atom(make_int(prim, 1));
      break;
    case BinaryOp::And:
      if (is_all_ones(c)) return x;
      if (is_zero_bits(c)) return c;
      break;
    case BinaryOp::Or:
      if (is_zero_bits(c)) return x;
      if (is_all_ones(c)) return c;
      break;
    case BinaryOp::Xor:
      if (is_zero_bits(c)) return x;
      if (is_all_ones(c)) return Unary{{Unary::K}, UnaryOp::Not, x};
      break;
    case BinaryOp::Shl:
    case BinaryOp::Ashr:
    case BinaryOp::Lshr:
      if (is_int(c, 0)) return x;
      break;
    case BinaryOp::Eq:
      if (is_bool(c, true)) return x;
      if (is_bool(c, false)) return Unary{{Unary::K}, UnaryOp::Not, x};
      break;
    case BinaryOp::Ne:
      if (is_bool(c, false)) return x;
      if (is_bool(c, true)) return Unary{{Unary::K}, UnaryOp::Not, x};
      break;
    default: break;
  }
  return NoChange{};
}

SimplerScalar with_equal_operands(const Binary& op, Prim prim) {
  if (is_float(prim)) return NoChange{};  // a NaN is not equal to itself
  switch (op.op) {
    case BinaryOp::Sub: return Atom(make_int(prim, 0));
    case BinaryOp::Xor: return prim == Prim::Bool ? Atom::boolean(false) : Atom(make_int(prim, 0));
    case BinaryOp::And:
    case BinaryOp::Or:
    case BinaryOp::Min:
    case BinaryOp::Max: return op.x;
    case BinaryOp::Eq:
    case BinaryOp::Le:
    case BinaryOp::Ge: return Atom::boolean(true);
    case BinaryOp::Ne:
    case BinaryOp::Lt:
    case BinaryOp::Gt: return Atom::boolean(false);
    default: return NoChange{};
  }
}

// (x + c) + d is x + (c + d), since integers wrap around; a difference is the sum with the
// opposite.
SimplerScalar with_inner_constant(const Binary& op, Prim prim, const Facts& facts) {
  bool is_sum = op.op == BinaryOp::Add || op.op == BinaryOp::Sub;
  if (!is_integer(prim) || (!is_sum && op.op != BinaryOp::Mul)) return NoChange{};
  const Binary* inner = facts.definition<Binary>(op.x);
  if (inner == nullptr || !inner->y.is_const()) return NoChange{};
  if (op.op == BinaryOp::Mul) {
    if (inner->op != BinaryOp::Mul) return NoChange{};
    return binary(op.op, inner->x, eval(op.op, inner->y.constant, op.y.constant));
  }
  if (inner->op != BinaryOp::Add && inner->op != BinaryOp::Sub) return NoChange{};
  auto summand = [](const Binary& sum) {
    const Const& c = sum.y.constant;
    return sum.op == BinaryOp::Add ? c : eval(UnaryOp::Neg, c);
  };
  return binary(BinaryOp::Add, inner->x, eval(BinaryOp::Add, summand(*inner), summand(op)));
}

// (x + y) - y is x, and so on, since integers wrap around.
SimplerScalar cancel(const Binary& op, Prim prim, const Facts& facts) {
  if (!is_integer(prim) || (op.op != BinaryOp::Add && op.op != BinaryOp::Sub)) return NoChange{};
  const Binary* x = facts.definition<Binary>(op.x);
  const Binary* y = facts.definition<Binary>(op.y);
  if (op.op == BinaryOp::Sub) {
    if (x != nullptr && x->op == BinaryOp::Add && x->y == op.y) return x->x;
    if (x != nullptr && x->op == BinaryOp::Add && x->x == op.y) return x->y;
    if (y != nullptr && y->op == BinaryOp::Sub && y->x == op.x) return y->y;
    return NoChange{};
  }
  if (x != nullptr && x->op == BinaryOp::Sub && x->y == op.y) return x->x;
  if (y != nullptr && y->op == BinaryOp::Sub && y->y == op.x) return y->x;
  return NoChange{};
}

// Of an index 0 <= x < bound and another number.
SimplerScalar compare_index(BinaryOp op, const Atom& bound, const Atom& y) {
  enum class Order : uint8_t { Unknown, Less, NotLess };  // of x and y, in the whole range
  Order order = Order::Unknown;
  if (y == bound) order = Order::Less;
  if (y.is_const()) {
    int64_t limit = as_int64(y.constant);
    if (bound.is_const() && as_int64(bound.constant) <= limit) order = Order::Less;
    if (limit < 0 || (limit == 0 && op != BinaryOp::Le && op != BinaryOp::Gt &&
                      op != BinaryOp::Eq && op != BinaryOp::Ne)) {
      order = Order::NotLess;
    }
  }
  if (order == Order::Unknown) return NoChange{};
  bool less = order == Order::Less;
  switch (op) {
    case BinaryOp::Lt:
    case BinaryOp::Le: return Atom::boolean(less);
    case BinaryOp::Gt:
    case BinaryOp::Ge: return Atom::boolean(!less);
    case BinaryOp::Eq: return Atom::boolean(false);
    case BinaryOp::Ne: return Atom::boolean(true);
    default: return NoChange{};
  }
}

SimplerScalar compare_with_ranges(const Binary& op, Prim prim, const Facts& facts) {
  if (!is_comparison(op.op) || !is_signed(prim)) return NoChange{};
  if (std::optional<Atom> bound = facts.range(op.x)) {
    SimplerScalar known = compare_index(op.op, *bound, op.y);
    if (!std::holds_alternative<NoChange>(known)) return known;
  }
  if (std::optional<Atom> bound = facts.range(op.y))
    return compare_index(*mirrored(op.op, prim), *bound, op.x);
  return NoChange{};
}

// Converting keeps every value of the type.
bool keeps_values(Prim from, Prim to) {
  if (from == Prim::Bool) return is_integer(to);
  if (is_float(from)) return is_float(to) && byte_size(to) >= byte_size(from);
  if (!is_integer(from) || !is_integer(to)) return false;
  if (is_signed(from) == is_signed(to)) return byte_size(to) >= byte_size(from);
  return is_signed(to) && byte_size(to) > byte_size(from);
}

// not (x < y) is x >= y.
SimplerScalar negate_comparison(const Unary& op, const Storage& storage, const Facts& facts) {
  const Binary* compared = facts.definition<Binary>(op.x);
  if (compared == nullptr || !is_comparison(compared->op)) return NoChange{};
  Prim prim =
      compared->x.is_const() ? compared->x.constant.prim : storage.type(compared->x.var)->elem;
  if (std::optional<BinaryOp> opposite = negated(compared->op, prim))
    return binary(*opposite, compared->x, compared->y);
  return NoChange{};
}

}  // namespace

SimplerScalar simplify_unary(const Unary& op, const Storage& storage, const Facts& facts) {
  if (op.x.is_const()) return Atom(eval(op.op, op.x.constant));
  const Unary* inner = facts.definition<Unary>(op.x);
  bool is_involution = op.op == UnaryOp::Neg || op.op == UnaryOp::Not;
  if (is_involution && inner != nullptr && inner->op == op.op) return inner->x;
  return op.op == UnaryOp::Not ? negate_comparison(op, storage, facts) : NoChange{};
}

SimplerScalar simplify_binary(const Binary& op, Prim operands, const Facts& facts) {
  if (op.x.is_const() && op.y.is_const()) return Atom(eval(op.op, op.x.constant, op.y.constant));
  if (op.x.is_const()) {
    if (std::optional<BinaryOp> swapped = mirrored(op.op, operands))
      return binary(*swapped, op.y, op.x);
    return NoChange{};
  }
  SimplerScalar result = NoChange{};
  auto unchanged = [&] { return std::holds_alternative<NoChange>(result); };
  if (op.y.is_const()) {
    result = with_constant(op, operands);
    if (unchanged()) result = with_inner_constant(op, operands, facts);
  } else if (op.x == op.y) {
    result = with_equal_operands(op, operands);
  }
  if (unchanged()) result = cancel(op, operands, facts);
  if (unchanged()) result = compare_with_ranges(op, operands, facts);
  return result;
}

SimplerScalar simplify_ternary(const Ternary& op) {
  if (op.x.is_const() && op.y.is_const() && op.z.is_const())
    return Atom(eval(op.op, op.x.constant, op.y.constant, op.z.constant));
  return NoChange{};
}

SimplerScalar simplify_convert(const Convert& op, Prim from, Prim to, const Storage& storage,
                               const Facts& facts) {
  if (op.value.is_const()) return Atom(convert(op.value.constant, to));
  if (from == to) return op.value;
  const Convert* inner = facts.definition<Convert>(op.value);
  if (inner == nullptr || inner->value.is_const()) return NoChange{};
  if (keeps_values(storage.type(inner->value.var)->elem, from))
    return Convert{{Convert::K}, inner->value};
  return NoChange{};
}

}  // namespace planish::passes
