#include "passes/total.h"

#include "analysis/inner_bodies.h"
#include "ir/match.h"

namespace planish::passes {

using namespace ir;

namespace {

bool is_total_body(const Storage& storage, const Body* body) {
  for (const Stm& stm : body->stms) {
    if (!is_total(storage, stm.op)) return false;
  }
  return true;
}

bool is_total_binary(const Storage& storage, const Binary& op) {
  switch (op.op) {
    case BinaryOp::Div:
    case BinaryOp::Mod:
    case BinaryOp::Quot:
    case BinaryOp::Rem:
      return is_float(storage.type(op.y)->elem) || (op.y.is_const() && op.y.constant.bits != 0);
    default: return true;
  }
}

}  // namespace

bool is_total(const Storage& storage, const Op* op) {
  auto of_bodies = [&] {
    bool total = true;
    for_each_inner_body(op,
                        [&](const Body* body) { total = total && is_total_body(storage, body); });
    return total;
  };
  switch (op->kind) {
    case Kind::Same:
    case Kind::Unary:
    case Kind::Ternary:
    case Kind::Convert:
    case Kind::FromBits:
    case Kind::Rearrange: return true;
    case Kind::Binary: return is_total_binary(storage, *as<Binary>(op));
    case Kind::Loop: return as<Loop>(op)->condition == nullptr && of_bodies();
    case Kind::If:
    case Kind::Match:
    case Kind::Map:
    case Kind::Reduce:
    case Kind::Scan:
    case Kind::Filter:
    case Kind::FlatMap:
    case Kind::SegMap:
    case Kind::SegRed:
    case Kind::SegScan: return of_bodies();
    default: return false;
  }
}

}  // namespace planish::passes
