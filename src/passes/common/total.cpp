#include "passes/common/total.h"

#include "analysis/inner_bodies.h"
#include "ir/facts.h"

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
  return !is_division(op.op) || is_float(storage.type(op.y)->elem) ||
         (op.y.is_const() && op.y.constant.bits != 0);
}

}  // namespace

bool is_total(const Storage& storage, const Op* op) {
  auto of_bodies = [&] {
    bool total = true;
    for_each_inner_body(op,
                        [&](const Body* body) { total = total && is_total_body(storage, body); });
    return total;
  };
  switch (facts(op).total) {
    case Total::Always: return true;
    case Total::IfBodiesAre: return of_bodies();
    case Total::ByOperands: break;
    case Total::Never: return false;
  }
  if (const Binary* binary = as<Binary>(op)) return is_total_binary(storage, *binary);
  const Loop* loop = as<Loop>(op);
  return loop != nullptr && loop->condition == nullptr && of_bodies();
}

}  // namespace planish::passes
