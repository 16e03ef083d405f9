// Concatenation. Arrays that are made in their places: Note [Concatenated arrays] in plan/concats.h.
#include "codegen/common/emit.h"

namespace planish::codegen {

// Where one of the arrays belongs in the concatenation, which is made now if it is not there yet.
Array FunctionEmitter::place_in_concat(ir::Var var, const ir::Concat& op, ir::Var wanted) {
  if (!scopes_.back().concats.contains(var.id)) {
    std::vector<llvm::Value*> dims = sizes(type(op.arrays[0]));
    for (ir::Var piece : op.arrays.subspan(1))
      dims[0] = b.CreateNSWAdd(dims[0], size(type(piece)->dims[0]));
    bind_root(var, allocate(var, dims));
  }
  scopes_.back().concats[var.id].insert(wanted.id);
  llvm::Value* at = i64(0);
  for (ir::Var piece : op.arrays) {
    if (piece == wanted) break;
    at = b.CreateNSWAdd(at, size(type(piece)->dims[0]));
  }
  Array place = part_from(array(var), type(var), at);
  place.owner = nullptr;
  return place;
}

void FunctionEmitter::operation(const ir::Stm& stm, const ir::Concat& op) {
  ir::Var var = stm.pattern[0];
  if (m.plan.of(stm).takes(Strategy::Pieces)) return bind_pieces(var, op.arrays);
  auto planned = scopes_.back().concats.find(var.id);
  if (planned == scopes_.back().concats.end()) bind_root(var, allocate(var));
  const Array made = array(var);
  llvm::Value* at = i64(0);
  for (ir::Var piece : op.arrays) {
    std::vector<llvm::Value*> dims = sizes(type(piece));
    if (planned == scopes_.back().concats.end() || !planned->second.contains(piece.id))
      copy(part_from(made, type(var), at), array(piece), type(var)->elem, dims);
    at = b.CreateNSWAdd(at, dims[0]);
  }
}

// The array from a position of the outer dimension on.
Array FunctionEmitter::part_from(const Array& whole, const ir::Type* whole_type, llvm::Value* at) {
  Array out = whole;
  out.data = element_pointer(whole, whole_type, {at});
  return out;
}

}  // namespace planish::codegen
