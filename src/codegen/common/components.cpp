#include "codegen/common/components.h"

namespace planish::codegen {
namespace {

llvm::Value* place(FunctionEmitter& e, llvm::Value* memory, size_t k) {
  return e.b.CreateConstInBoundsGEP1_64(e.m.i8, memory, k * kComponentBytes);
}

}  // namespace

std::vector<llvm::Value*> load_components(FunctionEmitter& e, std::span<const ir::Atom> neutral,
                                          llvm::Value* memory) {
  std::vector<llvm::Value*> out;
  for (size_t k = 0; k < neutral.size(); k++)
    out.push_back(e.elements.load(e.type(neutral[k])->elem, place(e, memory, k), {}));
  return out;
}

void store_components(FunctionEmitter& e, std::span<const ir::Atom> neutral, llvm::Value* memory,
                      llvm::ArrayRef<llvm::Value*> values) {
  for (size_t k = 0; k < neutral.size(); k++)
    e.elements.store(e.type(neutral[k])->elem, values[k], place(e, memory, k), {});
}

std::vector<llvm::Value*> combine_components(FunctionEmitter& e, const ir::Lambda& op,
                                             llvm::ArrayRef<llvm::Value*> left,
                                             llvm::ArrayRef<llvm::Value*> right) {
  std::vector<llvm::Value*> operands(left.begin(), left.end());
  operands.insert(operands.end(), right.begin(), right.end());
  return e.bodies.apply(op, operands);
}

llvm::Function* emit_combine(Outlined& outlined, FunctionEmitter& host,
                             std::span<const ir::Atom> neutral, const ir::Lambda& op) {
  Outlined::Task task = outlined.task(".combine", {host.m.pointer, host.m.pointer});
  FunctionEmitter& e = *task.emitter;
  std::vector<llvm::Value*> left = load_components(e, neutral, task.param(0));
  std::vector<llvm::Value*> right = load_components(e, neutral, task.param(1));
  store_components(e, neutral, task.param(0), combine_components(e, op, left, right));
  Outlined::finish(task);
  return e.function;
}

}  // namespace planish::codegen
