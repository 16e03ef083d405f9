#include "interp/compile/code_writer.h"

namespace planish::interp {

bool same_form(std::span<const ir::Dim> a, std::span<const ir::Dim> b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 1; i < a.size(); i++) {
    if (a[i].is_varying() != b[i].is_varying()) return false;
  }
  return true;
}

void CodeWriter::emit(Handler handler, Slot a, Slot b, Slot c, Slot d, const OpData* data) {
  if (handler == nullptr) throw BrokenRule{"an operation on a type that it does not take"};
  state_.out->push_back({handler, a, b, c, d, data});
}

void CodeWriter::emit_move(Source from, Slot to) {
  switch (from.transfer) {
    case Transfer::Scalar: return emit(move_scalar, to, from.slot);
    case Transfer::CopyArray: return emit(copy_handle, to, from.slot, 0, 0, make<OpData>());
    case Transfer::TakeArray: return emit(take_handle, to, from.slot, 0, 0, make<OpData>());
  }
}

// All moves happen at once: a value that is overwritten by another move is set aside first.
void CodeWriter::emit_moves(std::span<const Source> from, std::span<const Slot> to) {
  const auto is_array = [](const Source& s) { return s.transfer != Transfer::Scalar; };
  struct Aside {
    Source from;
    Slot to;
  };
  std::vector<Aside> set_aside;
  std::vector<bool> done(to.size());
  for (size_t i = 0; i < to.size(); i++) {
    if (from[i].slot == to[i]) {
      done[i] = true;
      continue;
    }
    for (size_t k = 0; k < to.size() && !done[i]; k++) {
      if (to[k] != from[i].slot || is_array(from[i]) != is_array(from[k])) continue;
      const ValueKind kind = is_array(from[i]) ? ValueKind::Array : ValueKind::Scalar;
      const Slot aside = new_slot(
          kind, kind == ValueKind::Array ? state_.fn->array_vars[static_cast<size_t>(from[i].slot)]
                                         : ir::Var{});
      Source moved = from[i];
      // It stays where it is as well.
      if (from[k].slot == to[k] && is_array(moved)) moved.transfer = Transfer::CopyArray;
      emit_move(moved, aside);
      set_aside.push_back(
          {{aside, is_array(moved) ? Transfer::TakeArray : Transfer::Scalar}, to[i]});
      done[i] = true;
    }
  }
  for (size_t i = 0; i < to.size(); i++) {
    if (!done[i]) emit_move(from[i], to[i]);
  }
  for (const Aside& move : set_aside) emit_move(move.from, move.to);
}

Instr CodeWriter::in_form(Slot from, Slot to, ArraySpec spec) {
  auto* data = make<CoerceData>();
  data->spec = std::move(spec);
  return {coerce, to, from, 0, 0, data};
}

void CodeWriter::results_in_form(std::span<Source> given, std::span<const ir::Atom> results,
                                 size_t first_bound, size_t outer, Code& code) {
  for (size_t i = 0; i < results.size(); i++) {
    if (kind(results[i]) != ValueKind::Array) continue;
    const ir::Type& elem = type(results[i].var);
    const ir::Type& bound = type(pattern(first_bound + i));
    if (bound.rank() < outer || same_form(elem.dims, bound.dims.subspan(outer))) continue;
    const Slot converted = new_slot(ValueKind::Array, results[i].var);
    code.instrs.push_back(in_form(given[i].slot, converted, spec(bound, outer)));
    given[i] = {converted, Transfer::TakeArray};
  }
}

}  // namespace planish::interp
