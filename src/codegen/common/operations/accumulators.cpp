// Accumulators.
#include "codegen/common/operations/operations.h"
#include "codegen/common/operator_steps.h"

namespace planish::codegen {

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::WithAcc& op) {
  auto accumulator = std::make_shared<Accumulator>();
  accumulator->op = &op;
  for (ir::Var var : op.arrays) {
    accumulator->arrays.push_back(e.array(var));
    // Iterations of a parallel loop may update the same element.
    accumulator->arrays.back().made_in = SIZE_MAX;
  }
  e.bind(op.fn->params[0].var, {nullptr, {}, {}, accumulator});
  std::vector<Result> given = e.bodies.results(*op.fn->body);
  for (size_t k = 0; k < op.arrays.size(); k++)
    e.bind_view(stm.pattern[k], e.array(op.arrays[k]), op.arrays[k]);
  for (size_t k = 1; k < given.size(); k++)
    e.bind_result(stm.pattern[op.arrays.size() + k - 1], given[k]);
}

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::UpdateAcc& op) {
  const Binding bound = e.binding(op.acc);
  const Accumulator& accumulator = *bound.accumulator;
  std::vector<llvm::Value*> indices = e.scalars(op.indices);
  std::vector<const ir::Type*> types;
  for (ir::Var var : accumulator.op->arrays) types.push_back(e.type(var));
  e.control.if_then(in_bounds(e, indices, accumulator.op->shape), [&] {
    if (accumulator.op->op != nullptr) {
      combine_into(e, accumulator.arrays, types, indices, *accumulator.op->op, op.values);
      return;
    }
    for (size_t k = 0; k < op.values.size(); k++)
      e.elements.write(accumulator.arrays[k], types[k], indices, op.values[k]);
  });
  e.bind(stm.pattern[0], bound);
}

}  // namespace planish::codegen
