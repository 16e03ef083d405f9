// Maps over an iteration space whose functions give rows of different lengths: Note [Lengths first]
// in plan/lengths.h.
#include <algorithm>

#include "codegen/common/outlined.h"
#include "codegen/common/row_buffers.h"
#include "codegen/cpu/operators/operators.h"
#include "codegen/cpu/operators/points.h"
#include "runtime/abi.h"
#include "target/tasks.h"

namespace planish::codegen::cpu {
namespace {

// Computes lengths of some groups.
void count_rows(FunctionEmitter& host, const FlatMapResults& results,
                const std::vector<ir::Level>& levels, const plan::LengthsPlan& lengths) {
  ModuleEmitter& m = host.m;
  Outlined outlined(host, "lengths");
  const std::vector<size_t>& groups = lengths.counted;
  std::vector<size_t> arrays;
  for (size_t group : groups) {
    const ir::Var var = results.bound(group);
    host.bind_root(var, host.memory.allocate(var));
    arrays.push_back(outlined.capture_array(host.array(var)));
    for (const ir::Dim& dim : host.type(var)->dims) {
      if (dim.kind == ir::DimKind::Var) outlined.capture(dim.var);
    }
  }
  const ir::Body& body = lengths.body;
  outlined.capture_space(levels);
  outlined.capture_free(body);
  llvm::Value* closure = outlined.closure();
  Outlined::Task task = outlined.task("", {m.i64, m.i64});
  walk_points(*task.emitter, levels, body, task.param(0), task.param(1), [&] {
    FunctionEmitter& e = *task.emitter;
    std::vector<Array> places;
    for (size_t i = 0; i < groups.size(); i++)
      places.push_back(e.elements.part(task.array(arrays[i]), e.type(results.bound(groups[i])),
                                       indices(e, levels)));
    e.bodies.emit_to(body, places);
  });
  Outlined::finish(task);
  start_over_points(host, levels, kTasks.flat_map_length_cost, task.emitter->function, closure);
}

// The first of the offsets and the last; zeros if there are no points, in which case the array may
// be empty.
std::pair<llvm::Value*, llvm::Value*> ends_of(FunctionEmitter& e, ir::Var offsets,
                                              llvm::Value* points) {
  llvm::Value* zero = e.frame.stack_slot(e.m.i64, "zero");
  e.b.CreateStore(e.i64(0), zero);
  llvm::Value* any = e.b.CreateICmpSGT(points, e.i64(0));
  const auto element = [&](llvm::Value* at) {
    llvm::Value* place = e.elements.element_pointer(e.array(offsets), e.type(offsets), {at});
    return e.b.CreateLoad(e.m.i64, e.b.CreateSelect(any, place, zero));
  };
  llvm::Value* first = element(e.i64(0));
  return {first, element(points)};
}

// Rows whose lengths are computed first.
void flat_map_in_place(FunctionEmitter& host, const ir::Stm& stm, const ir::SegFlatMap& op,
                       const plan::LengthsPlan& lengths) {
  ModuleEmitter& m = host.m;
  const FlatMapResults results{op.groups, stm.pattern};
  const size_t groups = op.groups.size();
  const std::vector<ir::Level> levels = dense_levels(host, op.space);
  llvm::Value* points = point_count(host, levels);

  const std::vector<ir::Var>& offsets = lengths.offsets;
  if (!lengths.counted.empty()) count_rows(host, results, levels, lengths);

  // Where the rows of a group start: in the array, or the first of the offsets, from which they are
  // counted.
  std::vector<llvm::Value*> starts;
  llvm::Value* elements = host.i64(0);
  auto add_up = m.runtime("planish_row_starts", m.i64, {m.i64, m.pointer, m.pointer});
  for (size_t group = 0; group < groups; group++) {
    llvm::Value* total = nullptr;
    if (offsets[group]) {
      auto [first, last] = ends_of(host, offsets[group], points);
      starts.push_back(first);
      total = host.b.CreateNSWSub(last, first);
    } else {
      const ir::Var lengths_of = results.bound(group);
      starts.push_back(host.memory.allocate_temporary(stm.op, lengths_of, {points}).data);
      total = host.b.CreateCall(add_up, {points, host.array(lengths_of).data, starts.back()});
    }
    host.bind_scalar(stm.pattern[group], total);
    elements = host.b.CreateNSWAdd(elements, total);
  }

  Outlined second(host, "flat_map");
  std::vector<size_t> made(op.body->results.size());
  for (size_t k = groups; k < made.size(); k++) {
    const ir::Var var = results.bound(k);
    host.bind_root(var, host.memory.allocate(var));
    made[k] = second.capture_array(host.array(var));
    for (const ir::Dim& dim : host.type(var)->dims) {
      if (dim.kind == ir::DimKind::Var) second.capture(dim.var);
    }
  }
  std::vector<size_t> starts_at;
  for (llvm::Value* start : starts) starts_at.push_back(second.capture_value(start));
  second.capture_space(levels);
  second.capture_free(*op.body);
  llvm::Value* closure = second.closure();
  Outlined::Task task = second.task("", {m.i64, m.i64});
  FunctionEmitter& e = *task.emitter;
  const auto start_of = [&](size_t group, llvm::Value* number) -> llvm::Value* {
    llvm::Value* base = task.values[starts_at[group]];
    if (!offsets[group]) return e.b.CreateLoad(m.i64, e.b.CreateInBoundsGEP(m.i64, base, {number}));
    llvm::Value* place =
        e.elements.element_pointer(e.array(offsets[group]), host.type(offsets[group]), {number});
    return e.b.CreateNSWSub(e.b.CreateLoad(m.i64, place), base);
  };
  walk_segments(e, levels, task.param(0), task.param(1), [&](llvm::Value* number) {
    std::vector<Array> places(made.size());
    for (size_t k = groups; k < made.size(); k++) {
      const ir::Type* whole = host.type(results.bound(k));
      if (!results.is_row(k)) {
        places[k] = e.elements.part(task.array(made[k]), whole, indices(e, levels));
        continue;
      }
      const size_t group = results.group_of(k - results.first_row());
      places[k] = e.elements.part_from(task.array(made[k]), whole, start_of(group, number));
    }
    e.bodies.emit_to(*op.body, places);
  });
  Outlined::finish(task);
  // What a row costs is at least what its elements cost, whatever the function does.
  llvm::Value* mean = host.b.CreateSDiv(
      elements, host.b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, points, host.i64(1)));
  llvm::Value* item_cost = host.b.CreateBinaryIntrinsic(
      llvm::Intrinsic::smax, host.i64(m.item_cost(*op.body)),
      host.b.CreateNSWMul(mean, host.i64(kTasks.flat_map_element_cost)));
  start_parallel_for(host, points, item_cost, e.function, closure);
}

}  // namespace

void emit_segflatmap(FunctionEmitter& host, const ir::Stm& stm, const ir::SegFlatMap& op) {
  ModuleEmitter& m = host.m;
  if (const auto& lengths = m.plan.of(stm).lengths)
    return flat_map_in_place(host, stm, op, *lengths);
  const FlatMapResults results{op.groups, stm.pattern};
  const size_t count = op.body->results.size();
  const std::vector<ir::Level> levels = dense_levels(host, op.space);
  Outlined outlined(host, "flat_map");
  std::vector<size_t> made(count);
  for (size_t k = 0; k < count; k++) {
    const ir::Var var = results.bound(k);
    if (!results.is_row(k)) {
      Array fresh = host.memory.allocate(var);
      host.bind_root(var, fresh);
      made[k] = outlined.capture_array(fresh);
    }
    // The totals, which are sizes of rows, are not known yet.
    for (const ir::Dim& dim : host.type(var)->dims.subspan(results.is_row(k) ? 1 : 0)) {
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
      if (!results.is_row(k))
        places[k] = e.elements.part(task.array(made[k]), host.type(results.bound(k)), at);
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
    row_groups.push_back(host.i64(static_cast<int64_t>(results.group_of(row))));
    row_bytes.push_back(element_bytes(host, host.type(results.bound_row(row))));
  }
  llvm::Value* totals = host.frame.stack_slot(
      llvm::ArrayType::get(m.i64, std::max<size_t>(op.groups.size(), 1)), "totals");
  llvm::Value* blocks =
      host.frame.stack_slot(llvm::ArrayType::get(m.pointer, std::max<size_t>(rows, 1)), "blocks");
  llvm::Value* description =
      host.frame.record({e.function, host.i64(static_cast<int64_t>(op.groups.size())),
                         host.i64(static_cast<int64_t>(rows)), host.frame.stack_list(row_groups),
                         host.frame.stack_list(row_bytes)});
  auto flat_map = m.runtime("planish_flat_map", m.i32,
                            {m.pointer, m.i64, m.i64, m.pointer, m.pointer, m.pointer, m.pointer});
  host.control.leave_unless_made(host.b.CreateCall(
      flat_map, {host.context, point_count(host, levels), host.i64(m.item_cost(*op.body)),
                 description, closure, totals, blocks}));
  for (size_t group = 0; group < op.groups.size(); group++)
    host.bind_scalar(stm.pattern[group], host.b.CreateLoad(m.i64, host.b.CreateConstInBoundsGEP1_64(
                                                                      m.i64, totals, group)));
  for (size_t row = 0; row < rows; row++)
    host.bind_root(results.bound_row(row), host.memory.block_in_list(blocks, row));
}

}  // namespace planish::codegen::cpu
