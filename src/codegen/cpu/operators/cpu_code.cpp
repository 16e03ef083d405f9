#include "codegen/cpu/operators/cpu_code.h"

#include "codegen/common/outlined.h"
#include "codegen/cpu/operators/operators.h"
#include "codegen/cpu/operators/points.h"
#include "codegen/cpu/vector/lane_values.h"
#include "codegen/cpu/vector/masked.h"
#include "codegen/cpu/vector/short_filter.h"
#include "codegen/cpu/vector/strip.h"
#include "codegen/cpu/vector/vector_reduction.h"

namespace planish::codegen::cpu {

void CpuCode::in_parallel(FunctionEmitter& host, const ParallelRange& range) {
  Outlined outlined(host, range.name);
  for (llvm::Value* value : range.captured) outlined.capture_value(value);
  llvm::Value* closure = outlined.closure();
  Outlined::Task task = outlined.task("", {host.m.i64, host.m.i64});
  range.code(*task.emitter, task.values, task.param(0), task.param(1));
  Outlined::finish(task);
  start_parallel_for(host, range.count, range.item_cost, task.emitter->function, closure);
}

void CpuCode::seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegMap& op) {
  emit_segmap(host, stm, op);
}
void CpuCode::seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegRed& op) {
  emit_segred(host, stm, op);
}
void CpuCode::seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegScan& op) {
  emit_segscan(host, stm, op);
}
void CpuCode::seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegHist& op) {
  emit_seghist(host, stm, op);
}
void CpuCode::seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegScatter& op) {
  emit_segscatter(host, stm, op);
}
void CpuCode::seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegFilter& op) {
  emit_segfilter(host, stm, op);
}
void CpuCode::seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegPartition& op) {
  emit_segpartition(host, stm, op);
}
void CpuCode::seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegFlatMap& op) {
  emit_segflatmap(host, stm, op);
}

bool CpuCode::map(FunctionEmitter& e, const MapLoop& loop) {
  const plan::OperatorPlan& plan = e.m.plan.of(loop.stm);
  const ir::Map& op = loop.op;
  if (plan.strips != nullptr) {
    in_strips(e, *plan.strips,
              {.op = loop.stm.op,
               .body = *op.fn->body,
               .index = {},
               .params = op.fn->params,
               .arrays = op.arrays,
               .begin = e.i64(0),
               .end = e.scalar(op.width),
               .place = [&](llvm::Value* start, llvm::Value* lane,
                            size_t k) { return loop.place(e.b.CreateNSWAdd(start, lane), k); },
               .after = {}},
              loop.plain);
    return true;
  }
  if (plan.lanes == nullptr) return false;
  const MaskedLoop masked(e, *plan.lanes, {*op.fn->body, {}, op.fn->params, op.arrays});
  masked.emit(
      e.i64(0), e.scalar(op.width),
      [&](const MaskedLoop::Strip& strip, llvm::ArrayRef<llvm::Value*> vectors) {
        for (size_t k = 0; k < vectors.size(); k++)
          store_lanes(e, e.type(loop.stm.pattern[k])->elem, vectors[k], strip.mask,
                      loop.place(strip.start, k).data);
      },
      [&](llvm::Value* from, llvm::Value* to) { e.ranges.parallel_range(from, to, loop.element); });
  return true;
}

std::optional<std::vector<llvm::Value*>> CpuCode::reduce(FunctionEmitter& e,
                                                         const ReduceLoop& loop) {
  const plan::OperatorPlan& plan = e.m.plan.of(loop.stm);
  const ir::Reduce& op = loop.op;
  if (plan.lanes != nullptr) {
    const MaskedLoop masked(e, *plan.lanes, {*op.map->body, {}, op.map->params, op.arrays});
    return reduced_with_masks(e, masked, e.i64(0), e.scalar(op.width), *op.op, op.neutral,
                              [&](llvm::Value* from, llvm::Value* to) {
                                Reduction some(e, *op.op, op.neutral, loop.places);
                                some.run(from, to, loop.each);
                                return some.scalars();
                              });
  }
  VectorReduction reduction(e, *op.op, op.neutral, loop.places);
  if (plan.counts != nullptr) {
    reduction.run_counts(e.i64(0), e.scalar(op.width), *plan.counts, loop.each);
  } else if (plan.takes(Strategy::MaskedRows)) {
    reduction.run_row(e.i64(0), e.scalar(op.width), loop.each);
  } else if (plan.takes(Strategy::EqualRows)) {
    reduction.run_equal_row(e.i64(0), e.scalar(op.width), loop.each);
  } else {
    return {};
  }
  return reduction.scalars();
}

llvm::Value* CpuCode::filter(FunctionEmitter& e, const FilterLoop& loop) {
  const plan::OperatorPlan& plan = e.m.plan.of(loop.stm);
  if (plan.short_filter == nullptr) return nullptr;
  return ShortFilter(e, *plan.short_filter, loop.op).emit(e.scalar(loop.op.width), loop.made);
}

}  // namespace planish::codegen::cpu
