#include "interp/compile/slots.h"

#include "ir/print.h"

namespace planish::interp {

ValueKind Slots::kind(const ir::Type& type) const {
  if (type.is_acc()) return ValueKind::Acc;
  return type.is_scalar() ? ValueKind::Scalar : ValueKind::Array;
}

ValueKind Slots::kind(const ir::Atom& atom) const {
  return atom.is_const() ? ValueKind::Scalar : kind(type(atom.var));
}

Prim Slots::prim(const ir::Atom& atom) const {
  return atom.is_const() ? atom.constant.prim : type(atom.var).elem;
}

Slot Slots::new_slot(ValueKind kind, ir::Var var) {
  if (kind != ValueKind::Array) return static_cast<Slot>(state_.fn->scalar_count++);
  state_.fn->array_vars.push_back(var);
  return static_cast<Slot>(state_.fn->array_count++);
}

Slot Slots::constant(uint64_t bits) {
  auto [it, is_new] = state_.constants.try_emplace(bits, 0);
  if (is_new) {
    state_.fn->constants.push_back(bits);
    it->second = -static_cast<Slot>(state_.fn->constants.size());
  }
  return it->second;
}

void Slots::bind_at(ir::Var var, Slot slot) {
  const auto depth = static_cast<int32_t>(state_.bodies.size()) - 1;
  state_.vars[var.id] = {slot, depth, state_.bodies.back().now};
  if (kind(type(var)) == ValueKind::Array) state_.bodies.back().arrays.push_back(var);
}

Slot Slots::bind(ir::Var var) {
  const Slot slot = new_slot(kind(type(var)), var);
  bind_at(var, slot);
  return slot;
}

Slot Slots::use(ir::Var var) {
  VarState& state = state_.vars[var.id];
  if (state.depth < 0 || state.depth >= static_cast<int32_t>(state_.bodies.size()))
    throw BrokenRule{"the variable " + ir::var_text(storage_, var) + " is not in scope"};
  state.last = state_.bodies[static_cast<size_t>(state.depth)].now;
  return state.slot;
}

Slot Slots::take(ir::Var var) {
  const Slot slot = use(var);
  VarState& state = state_.vars[var.id];
  if (state.depth + 1 == static_cast<int32_t>(state_.bodies.size())) state.last = kNeverReleased;
  return slot;
}

Slot Slots::scalar(const ir::Atom& atom) {
  return atom.is_const() ? constant(atom.constant.bits) : use(atom.var);
}

Source Slots::source(const ir::Atom& atom) {
  return {scalar(atom), kind(atom) == ValueKind::Array ? Transfer::CopyArray : Transfer::Scalar};
}

std::vector<Slot> Slots::scalars(std::span<const ir::Atom> atoms) {
  std::vector<Slot> slots;
  for (const ir::Atom& atom : atoms) slots.push_back(scalar(atom));
  return slots;
}

std::vector<Slot> Slots::arrays(std::span<const ir::Var> vars) {
  std::vector<Slot> slots;
  for (ir::Var var : vars) slots.push_back(use(var));
  return slots;
}

ArraySpec Slots::spec(Prim elem, std::span<const ir::Dim> dims) {
  ArraySpec spec{elem, {}};
  for (const ir::Dim& dim : dims) {
    switch (dim.kind) {
      case ir::DimKind::Const:
        spec.dims.push_back(constant(static_cast<uint64_t>(dim.value)));
        break;
      case ir::DimKind::Var: spec.dims.push_back(use(dim.var)); break;
      case ir::DimKind::Varying: spec.dims.push_back(ArraySpec::kVarying); break;
    }
  }
  return spec;
}

ir::Var Slots::pattern(size_t i) const {
  if (i >= state_.stm->pattern.size())
    throw BrokenRule{"a statement binds fewer variables than its operation has results"};
  return state_.stm->pattern[i];
}

Slot Slots::result(size_t i) { return bind(pattern(i)); }

}  // namespace planish::interp
