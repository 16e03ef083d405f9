#include "interp/compile/scalar_ops.h"

namespace planish::interp {

void ScalarOps::operation(const ir::Same& op) {
  const Source from = source(op.value);
  emit_move(from, result());
}

void ScalarOps::operation(const ir::Opaque& op) {
  const Source from = source(op.value);
  emit_move(from, result());
}

void ScalarOps::operation(const ir::Unary& op) {
  const Slot x = scalar(op.x);
  emit(unary_handler(op.op, prim(op.x)), result(), x);
}

void ScalarOps::operation(const ir::Binary& op) {
  const Slot x = scalar(op.x);
  const Slot y = scalar(op.y);
  emit(binary_handler(op.op, prim(op.x)), result(), x, y);
}

void ScalarOps::operation(const ir::Ternary& op) {
  const Slot x = scalar(op.x);
  const Slot y = scalar(op.y);
  const Slot z = scalar(op.z);
  emit(ternary_handler(op.op, prim(op.x)), result(), x, y, z);
}

void ScalarOps::operation(const ir::Convert& op) {
  const Slot x = scalar(op.value);
  emit(convert_handler(prim(op.value), type(pattern(0)).elem), result(), x);
}

void ScalarOps::operation(const ir::FromBits& op) {
  const Slot x = scalar(op.bits);
  emit(from_bits_handler(type(pattern(0)).elem), result(), x);
}

void ScalarOps::operation(const ir::Check& op) {
  auto* data = make<CheckData>();
  for (const ir::MessagePart& part : op.message) {
    CheckData::Part& made = data->message.emplace_back();
    made.text = part.text;
    if (!part.text.empty()) continue;
    made.prim = prim(part.value);
    made.kind = kind(part.value);
    made.slot = scalar(part.value);
  }
  const Slot condition = scalar(op.condition);
  for (ir::Var certificate : state_.stm->pattern) bind(certificate);
  emit(check, 0, condition, 0, 0, data);
}

void ScalarOps::operation(const ir::Tuning& op) {
  auto* data = make<TuningData>();
  data->name = op.name;
  const Slot fallback = scalar(op.value);
  emit(tuning, result(), fallback, 0, 0, data);
}

void ScalarOps::operation(const ir::Trace& op) {
  auto* data = make<TraceData>();
  data->tag = op.tag;
  data->prim = prim(op.value);
  data->kind = kind(op.value);
  const Source from = source(op.value);
  emit(trace, 0, from.slot, 0, 0, data);
  emit_move(from, result());
}

}  // namespace planish::interp
