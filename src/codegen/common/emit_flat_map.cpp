// Maps whose functions give rows of different lengths: in order, and over an iteration space: Note
// [Lengths first] in plan/lengths.h.
#include <algorithm>

#include "codegen/common/outlined.h"
#include "codegen/common/row_buffers.h"
#include "codegen/common/space.h"
#include "runtime/abi.h"

namespace planish::codegen {
namespace {

// Nanoseconds for an element of a row, and for finding a length.
constexpr int64_t kElementCost = 4;
constexpr int64_t kLengthCost = 2;

// Computes lengths of some groups.
void count_rows(FunctionEmitter& host, const FlatMapResults& results,
                const std::vector<ir::Level>& levels, const plan::LengthsPlan& lengths) {
  ModuleEmitter& m = host.m;
  Outlined outlined(host, "lengths");
  const std::vector<size_t>& groups = lengths.counted;
  std::vector<size_t> arrays;
  for (size_t group : groups) {
    const ir::Var var = results.bound(group);
    host.bind_root(var, host.allocate(var));
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
      places.push_back(
          e.part(task.array(arrays[i]), e.type(results.bound(groups[i])), indices(e, levels)));
    e.body_to(body, places);
  });
  Outlined::finish(task);
  start_over_points(host, levels, kLengthCost, task.emitter->function, closure);
}

// The first of the offsets and the last; zeros if there are no points, in which case the array may
// be empty.
std::pair<llvm::Value*, llvm::Value*> ends_of(FunctionEmitter& e, ir::Var offsets,
                                              llvm::Value* points) {
  llvm::Value* zero = e.stack_slot(e.m.i64, "zero");
  e.b.CreateStore(e.i64(0), zero);
  llvm::Value* any = e.b.CreateICmpSGT(points, e.i64(0));
  const auto element = [&](llvm::Value* at) {
    llvm::Value* place = e.element_pointer(e.array(offsets), e.type(offsets), {at});
    return e.b.CreateLoad(e.m.i64, e.b.CreateSelect(any, place, zero));
  };
  llvm::Value* first = element(e.i64(0));
  return {first, element(points)};
}

}  // namespace

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

// Rows whose lengths are computed first.
void FunctionEmitter::flat_map_in_place(const ir::Stm& stm, const ir::SegFlatMap& op,
                                        const plan::LengthsPlan& lengths) {
  const FlatMapResults results{op.groups, stm.pattern};
  const size_t groups = op.groups.size();
  const std::vector<ir::Level> levels = dense_levels(*this, op.space);
  llvm::Value* points = point_count(*this, levels);

  const std::vector<ir::Var>& offsets = lengths.offsets;
  if (!lengths.counted.empty()) count_rows(*this, results, levels, lengths);

  // Where the rows of a group start: in the array, or the first of the offsets, from which they are
  // counted.
  std::vector<llvm::Value*> starts;
  llvm::Value* elements = i64(0);
  auto add_up = m.runtime("planish_row_starts", m.i64, {m.i64, m.pointer, m.pointer});
  for (size_t group = 0; group < groups; group++) {
    llvm::Value* total = nullptr;
    if (offsets[group]) {
      auto [first, last] = ends_of(*this, offsets[group], points);
      starts.push_back(first);
      total = b.CreateNSWSub(last, first);
    } else {
      starts.push_back(allocate_in_scope(Prim::I64, {points}).data);
      total = b.CreateCall(add_up, {points, array(results.bound(group)).data, starts.back()});
    }
    bind_scalar(stm.pattern[group], total);
    elements = b.CreateNSWAdd(elements, total);
  }

  Outlined second(*this, "flat_map");
  std::vector<size_t> made(op.body->results.size());
  for (size_t k = groups; k < made.size(); k++) {
    const ir::Var var = results.bound(k);
    bind_root(var, allocate(var));
    made[k] = second.capture_array(array(var));
    for (const ir::Dim& dim : type(var)->dims) {
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
    llvm::Value* place = e.element_pointer(e.array(offsets[group]), type(offsets[group]), {number});
    return e.b.CreateNSWSub(e.b.CreateLoad(m.i64, place), base);
  };
  walk_segments(e, levels, task.param(0), task.param(1), [&](llvm::Value* number) {
    std::vector<Array> places(made.size());
    for (size_t k = groups; k < made.size(); k++) {
      const ir::Type* whole = type(results.bound(k));
      if (!results.is_row(k)) {
        places[k] = e.part(task.array(made[k]), whole, indices(e, levels));
        continue;
      }
      const size_t group = results.group_of(k - results.first_row());
      places[k] = e.part_from(task.array(made[k]), whole, start_of(group, number));
    }
    e.body_to(*op.body, places);
  });
  Outlined::finish(task);
  // What a row costs is at least what its elements cost, whatever the function does.
  llvm::Value* mean =
      b.CreateSDiv(elements, b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, points, i64(1)));
  llvm::Value* item_cost = b.CreateBinaryIntrinsic(
      llvm::Intrinsic::smax, i64(m.item_cost(*op.body)), b.CreateNSWMul(mean, i64(kElementCost)));
  start_parallel_for(points, item_cost, e.function, closure);
}

void FunctionEmitter::operation(const ir::Stm& stm, const ir::SegFlatMap& op) {
  if (const auto& lengths = m.plan.of(stm).lengths) return flat_map_in_place(stm, op, *lengths);
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
  leave_unless_made(
      b.CreateCall(flat_map, {context, point_count(*this, levels), i64(m.item_cost(*op.body)),
                              description, closure, totals, blocks}));
  for (size_t group = 0; group < op.groups.size(); group++)
    bind_scalar(stm.pattern[group],
                b.CreateLoad(m.i64, b.CreateConstInBoundsGEP1_64(m.i64, totals, group)));
  for (size_t row = 0; row < rows; row++)
    bind_root(results.bound_row(row), block_in_list(blocks, row));
}

}  // namespace planish::codegen
