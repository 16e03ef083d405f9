#include "codegen/common/concat.h"

#include "codegen/common/operations/operations.h"

namespace planish::codegen {

Array place_in_concat(FunctionEmitter& e, ir::Var var, const ir::Concat& op, ir::Var wanted) {
  if (!e.open_bodies.current().concats.contains(var.id)) {
    std::vector<llvm::Value*> dims = e.sizes(e.type(op.arrays[0]));
    for (ir::Var piece : op.arrays.subspan(1))
      dims[0] = e.b.CreateNSWAdd(dims[0], e.size(e.type(piece)->dims[0]));
    e.bind_root(var, e.memory.allocate(var, dims));
  }
  e.open_bodies.current().concats[var.id].insert(wanted.id);
  llvm::Value* at = e.i64(0);
  for (ir::Var piece : op.arrays) {
    if (piece == wanted) break;
    at = e.b.CreateNSWAdd(at, e.size(e.type(piece)->dims[0]));
  }
  Array place = e.elements.part_from(e.array(var), e.type(var), at);
  place.owner = nullptr;
  return place;
}

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Concat& op) {
  ir::Var var = stm.pattern[0];
  if (e.m.plan.of(stm).takes(Strategy::Pieces)) return bind_pieces(e, var, op.arrays);
  auto planned = e.open_bodies.current().concats.find(var.id);
  if (planned == e.open_bodies.current().concats.end()) e.bind_root(var, e.memory.allocate(var));
  const Array made = e.array(var);
  llvm::Value* at = e.i64(0);
  for (ir::Var piece : op.arrays) {
    std::vector<llvm::Value*> dims = e.sizes(e.type(piece));
    if (planned == e.open_bodies.current().concats.end() || !planned->second.contains(piece.id))
      e.copies.copy(e.elements.part_from(made, e.type(var), at), e.array(piece), e.type(var)->elem,
                    dims);
    at = e.b.CreateNSWAdd(at, dims[0]);
  }
}

}  // namespace planish::codegen
