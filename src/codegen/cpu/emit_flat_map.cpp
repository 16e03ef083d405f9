// Maps whose functions give rows of different lengths: in order, and over an iteration space.
#include "codegen/cpu/outlined.h"
#include "codegen/cpu/row_buffers.h"
#include "codegen/cpu/space.h"
#include "runtime/abi.h"

namespace planish::codegen::cpu {

void FunctionEmitter::operation(const ir::Stm& stm, const ir::FlatMap& op) {
  const FlatMapResults results{op.groups, stm.pattern};
  const size_t count = op.fn->body->results.size();
  std::vector<Array> made(count);
  for (size_t k = 0; k < count; k++) {
    if (results.is_row(k)) continue;
    made[k] = allocate(results.bound(k));
    bind_root(results.bound(k), made[k]);
  }
  RowBuffers buffers(*this, results);
  buffers.start();
  for_range(i64(0), scalar(op.width), [&](llvm::Value* i) {
    for (size_t k = 0; k < op.arrays.size(); k++) bind_element(op.fn->params[k], op.arrays[k], i);
    std::vector<Array> places(count);
    for (size_t k = 0; k < count; k++) {
      if (!results.is_row(k)) places[k] = part(made[k], type(results.bound(k)), {i});
    }
    buffers.append(*op.fn->body, places);
  });
  buffers.bind_results();
}

void FunctionEmitter::operation(const ir::Stm& stm, const ir::SegFlatMap& op) {
  const FlatMapResults results{op.groups, stm.pattern};
  const size_t count = op.body->results.size();
  const std::vector<ir::Level> levels = dense_levels(*this, op.space);
  Outlined outlined(*this, "flat_map");
  std::vector<size_t> made(count);
  for (size_t k = 0; k < count; k++) {
    const ir::Var var = results.bound(k);
    if (!results.is_row(k)) {
      Array fresh = allocate(var);
      bind_root(var, fresh);
      made[k] = outlined.capture_array(fresh);
    }
    // The totals, which are sizes of rows, are not known yet.
    for (const ir::Dim& dim : type(var)->dims.subspan(results.is_row(k) ? 1 : 0)) {
      if (dim.kind == ir::DimKind::Var) outlined.capture(dim.var);
    }
  }
  outlined.capture_space(levels);
  outlined.capture_free(*op.body);
  llvm::Value* closure = outlined.closure();
  Outlined::Task task = outlined.task("", {m.i64, m.i64, m.pointer, m.pointer});
  FunctionEmitter& e = *task.emitter;
  RowBuffers buffers(e, results);
  buffers.start(task.param(2), task.param(3));
  walk_points(e, levels, *op.body, task.param(0), task.param(1), [&] {
    const std::vector<llvm::Value*> at = indices(e, levels);
    std::vector<Array> places(count);
    for (size_t k = 0; k < count; k++) {
      if (!results.is_row(k)) places[k] = e.part(task.array(made[k]), type(results.bound(k)), at);
    }
    buffers.append(*op.body, places);
  });
  buffers.store(task.param(2), task.param(3));
  Outlined::finish(task);

  // planish_flat_map_operator
  const size_t rows = results.rows();
  std::vector<llvm::Value*> row_groups;
  std::vector<llvm::Value*> row_bytes;
  for (size_t row = 0; row < rows; row++) {
    row_groups.push_back(i64(static_cast<int64_t>(results.group_of(row))));
    row_bytes.push_back(element_bytes(*this, type(results.bound_row(row))));
  }
  llvm::Value* totals =
      stack_slot(llvm::ArrayType::get(m.i64, std::max<size_t>(op.groups.size(), 1)), "totals");
  llvm::Value* blocks =
      stack_slot(llvm::ArrayType::get(m.pointer, std::max<size_t>(rows, 1)), "blocks");
  llvm::Value* description =
      record({e.function, i64(static_cast<int64_t>(op.groups.size())),
              i64(static_cast<int64_t>(rows)), stack_list(row_groups), stack_list(row_bytes)});
  auto flat_map = m.runtime("planish_flat_map", m.i32,
                            {m.pointer, m.i64, m.i64, m.pointer, m.pointer, m.pointer, m.pointer});
  leave_unless_ok(
      b.CreateCall(flat_map, {context, point_count(*this, levels), i64(m.item_cost(*op.body)),
                              description, closure, totals, blocks}));
  for (size_t group = 0; group < op.groups.size(); group++)
    bind_scalar(stm.pattern[group],
                b.CreateLoad(m.i64, b.CreateConstInBoundsGEP1_64(m.i64, totals, group)));
  for (size_t row = 0; row < rows; row++)
    bind_root(results.bound_row(row), block_in_list(blocks, row));
}

}  // namespace planish::codegen::cpu
