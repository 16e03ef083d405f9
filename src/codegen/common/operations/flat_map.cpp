// Maps whose functions give rows of different lengths, in order.
#include "codegen/common/operations/operations.h"
#include "codegen/common/row_buffers.h"

namespace planish::codegen {

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::FlatMap& op) {
  const FlatMapResults results{op.groups, stm.pattern};
  const size_t count = op.fn->body->results.size();
  std::vector<Array> made(count);
  for (size_t k = 0; k < count; k++) {
    if (results.is_row(k)) continue;
    made[k] = e.memory.allocate(results.bound(k));
    e.bind_root(results.bound(k), made[k]);
  }
  RowBuffers buffers(e, results);
  buffers.start();
  e.ranges.for_range(e.i64(0), e.scalar(op.width), [&](llvm::Value* i) {
    for (size_t k = 0; k < op.arrays.size(); k++)
      e.bodies.bind_element(op.fn->params[k], op.arrays[k], i);
    std::vector<Array> places(count);
    for (size_t k = 0; k < count; k++) {
      if (!results.is_row(k)) places[k] = e.elements.part(made[k], e.type(results.bound(k)), {i});
    }
    buffers.append(*op.fn->body, places);
  });
  buffers.bind_results();
}

}  // namespace planish::codegen
