// Operations on scalars, and what gives a value another name.
#include "codegen/common/operations/operations.h"

namespace planish::codegen {
namespace {

void same(FunctionEmitter& e, ir::Var var, const ir::Atom& value) {
  if (e.type(value)->is_scalar()) return e.bind_scalar(var, e.scalar(value));
  if (e.type(value)->is_acc()) return e.bind(var, e.binding(value.var));
  e.bind_view(var, e.array(value.var), value.var);
}

// Is it a condition that is known here?
bool bind_known(FunctionEmitter& e, const ir::Stm& stm) {
  if (e.known_conditions == nullptr) return false;
  auto known = e.known_conditions->find(stm.pattern[0].id);
  if (known == e.known_conditions->end()) return false;
  e.bind_scalar(stm.pattern[0], e.b.getInt1(known->second));
  return true;
}

}  // namespace

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Same& op) {
  same(e, stm.pattern[0], op.value);
}

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Opaque& op) {
  same(e, stm.pattern[0], op.value);
}

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Unary& op) {
  if (bind_known(e, stm)) return;
  e.bind_scalar(stm.pattern[0], emit_unary(e.b, op.op, e.type(op.x)->elem, e.scalar(op.x)));
}

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Binary& op) {
  if (bind_known(e, stm)) return;
  if (e.idle_clamps != nullptr) {
    if (auto idle = e.idle_clamps->find(stm.pattern[0].id); idle != e.idle_clamps->end())
      return e.bind_scalar(stm.pattern[0], e.scalar(idle->second));
  }
  e.bind_scalar(stm.pattern[0],
                emit_binary(e.b, op.op, e.type(op.x)->elem, e.scalar(op.x), e.scalar(op.y)));
}

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Ternary& op) {
  e.bind_scalar(stm.pattern[0], emit_ternary(e.b, op.op, e.type(op.x)->elem, e.scalar(op.x),
                                             e.scalar(op.y), e.scalar(op.z)));
}

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Convert& op) {
  ir::Var var = stm.pattern[0];
  e.bind_scalar(var,
                emit_convert(e.b, e.type(op.value)->elem, e.type(var)->elem, e.scalar(op.value)));
}

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::FromBits& op) {
  ir::Var var = stm.pattern[0];
  e.bind_scalar(var, emit_from_bits(e.b, e.type(var)->elem, e.scalar(op.bits)));
}

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Tuning& op) {
  llvm::Value* compared = op.compared.empty() ? nullptr : e.scalar(op.compared[0]);
  e.bind_scalar(stm.pattern[0], e.m.code.tuned(e, op.name, e.scalar(op.value), compared));
}

}  // namespace planish::codegen
