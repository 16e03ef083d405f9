#include "ir/facts.h"

namespace planish::ir {

namespace {

OperatorParts parts_of(const Map& n) { return {n.width, nullptr, n.fn, {}, {}, {}, n.arrays, 0}; }
OperatorParts parts_of(const Reduce& n) {
  return {n.width, n.op, n.map, n.neutral, {}, {}, n.arrays, 0};
}
OperatorParts parts_of(const Scan& n) {
  return {n.width, n.op, n.map, n.neutral, {}, {}, n.arrays, 0};
}
OperatorParts parts_of(const Hist& n) {
  return {n.width, n.op, n.map, n.neutral, n.shape, n.dests, n.arrays, 0};
}
OperatorParts parts_of(const Scatter& n) {
  return {n.width, nullptr, n.map, {}, n.shape, n.dests, n.arrays, 0};
}
OperatorParts parts_of(const Filter& n) {
  return {n.width, nullptr, n.predicate, {}, {}, {}, n.arrays, 0};
}
OperatorParts parts_of(const FlatMap& n) {
  return {n.width, nullptr, n.fn, {}, {}, {}, n.arrays, 0};
}
OperatorParts parts_of(const StreamMap& n) {
  return {n.width, nullptr, n.fn, {}, {}, {}, n.arrays, 1};
}
OperatorParts parts_of(const StreamRed& n) {
  return {n.width, n.op, n.fn, n.neutral, {}, {}, n.arrays, 1 + n.neutral.size()};
}
OperatorParts parts_of(const StreamSeq& n) {
  return {n.width, nullptr, n.fn, {}, {}, {}, n.arrays, 1 + n.init.size()};
}

}  // namespace

std::optional<OperatorParts> operator_parts(const Op* op) {
  return match(op, []<class T>(const T& node) -> std::optional<OperatorParts> {
    if constexpr (requires { node.width; }) {
      return parts_of(node);
    } else {
      return std::nullopt;
    }
  });
}

bool is_commutative(BinaryOp op, Prim prim) {
  using enum BinaryOp;
  switch (op) {
    case Add:
    case Mul:
    case And:
    case Or:
    case Xor:
    case MulHi:
    case Eq:
    case Ne: return true;
    case Min:
    case Max: return !is_float(prim);
    case Sub:
    case Div:
    case Mod:
    case Quot:
    case Rem:
    case Pow:
    case Shl:
    case Ashr:
    case Lshr:
    case Lt:
    case Le:
    case Gt:
    case Ge:
    case Atan2:
    case Hypot:
    case Nextafter:
    case Copysign:
    case Ldexp: return false;
  }
  __builtin_unreachable();
}

bool is_associative(BinaryOp op) {
  using enum BinaryOp;
  switch (op) {
    case Add:
    case Mul:
    case Min:
    case Max:
    case And:
    case Or:
    case Xor: return true;
    case Sub:
    case Div:
    case Mod:
    case Quot:
    case Rem:
    case Pow:
    case Shl:
    case Ashr:
    case Lshr:
    case MulHi:
    case Eq:
    case Ne:
    case Lt:
    case Le:
    case Gt:
    case Ge:
    case Atan2:
    case Hypot:
    case Nextafter:
    case Copysign:
    case Ldexp: return false;
  }
  __builtin_unreachable();
}

bool is_division(BinaryOp op) {
  return op == BinaryOp::Div || op == BinaryOp::Mod || op == BinaryOp::Quot || op == BinaryOp::Rem;
}

}  // namespace planish::ir
