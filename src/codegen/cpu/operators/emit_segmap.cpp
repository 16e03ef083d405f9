// Operators whose points do not depend on each other: maps, writes to computed places.
#include "codegen/common/operator_steps.h"
#include "codegen/common/outlined.h"
#include "codegen/cpu/operators/operators.h"
#include "codegen/cpu/operators/points.h"
#include "codegen/cpu/vector/lane_values.h"
#include "codegen/cpu/vector/masked.h"
#include "ir/match.h"
#include "ir/walk.h"
#include "runtime/abi.h"

namespace planish::codegen::cpu {

void emit_segmap(FunctionEmitter& host, const ir::Stm& stm, const ir::SegMap& op) {
  ModuleEmitter& m = host.m;
  const std::vector<ir::Level> levels = dense_levels(host, op.space);
  Outlined outlined(host, "map");
  std::vector<size_t> made;
  for (ir::Var var : stm.pattern) {
    Array fresh = host.memory.allocate(var);
    host.bind_root(var, fresh);
    made.push_back(outlined.capture_array(fresh));
    ir::Var captured = var;
    for (const ir::Dim& dim : host.type(captured)->dims) {
      if (dim.kind == ir::DimKind::Var) outlined.capture(dim.var);
    }
  }
  outlined.capture_space(levels);
  outlined.capture_free(*op.body);
  llvm::Value* closure = outlined.closure();
  Outlined::Task task = outlined.task("", {m.i64, m.i64});
  FunctionEmitter& e = *task.emitter;
  // Of the point that is bound.
  const auto places = [&] {
    std::vector<llvm::Value*> at = indices(e, levels);
    std::vector<Array> out;
    for (size_t k = 0; k < made.size(); k++)
      out.push_back(e.elements.part(task.array(made[k]), host.type(stm.pattern[k]), at));
    return out;
  };
  const auto point = [&] { e.bodies.emit_to(*op.body, places()); };
  int64_t item_cost = m.item_cost(*op.body);
  if (const auto& lanes = m.plan.of(stm).lanes) {
    item_cost = cost_in_lanes(*lanes, item_cost);
    const MaskedLoop masked(e, *lanes, {*op.body, levels.back().index});
    const auto store = [&](const MaskedLoop::Strip& strip, llvm::ArrayRef<llvm::Value*> vectors) {
      const std::vector<Array> to = places();
      for (size_t k = 0; k < made.size(); k++)
        store_lanes(e, host.type(op.body->results[k])->elem, vectors[k], strip.mask, to[k].data);
    };
    walk_parts(e, levels, task.param(0), task.param(1), [&](llvm::Value* from, llvm::Value* to) {
      masked.emit(from, to, store, [&](llvm::Value* first, llvm::Value* end) {
        e.ranges.parallel_range(first, end, [&](llvm::Value* i) {
          e.bind_scalar(levels.back().index, i);
          point();
        });
      });
    });
  } else {
    // Vectors are made of rows, and rows of a nest may be short.
    if (levels.size() == 1) item_cost /= m.facts.loop_lanes(*op.body, levels.back().index);
    walk_points(e, levels, *op.body, task.param(0), task.param(1), point);
  }
  Outlined::finish(task);
  start_over_points(host, levels, item_cost, e.function, closure);
}

namespace {

// Note [Writes in order] in plan/scatter.h
void start_in_order(FunctionEmitter& host, const ir::SegScatter& op,
                    std::span<const ir::Level> levels, llvm::Function* task, llvm::Value* closure) {
  ModuleEmitter& m = host.m;
  auto start = m.runtime("planish_write_in_order", m.i32,
                         {m.pointer, m.i64, m.i64, m.i64, m.pointer, m.pointer});
  host.control.leave_unless_ok(host.b.CreateCall(
      start, {host.context, point_count(host, levels), host.i64(m.item_cost(*op.body) + 2),
              host.scalar(op.shape[0]), task, closure}));
}

}  // namespace

void emit_segscatter(FunctionEmitter& host, const ir::Stm& stm, const ir::SegScatter& op) {
  ModuleEmitter& m = host.m;
  const std::vector<ir::Level> levels = dense_levels(host, op.space);
  const bool in_order = m.plan.range(*op.body).is_in_order;
  Outlined outlined(host, "scatter");
  outlined.capture_space(levels);
  outlined.capture_free(*op.body);
  outlined.capture(op.shape);
  for (ir::Var dest : op.dests) outlined.capture(dest);
  const size_t all = in_order ? outlined.capture_value(point_count(host, levels)) : 0;
  llvm::Value* closure = outlined.closure();
  Outlined::Task task = outlined.task("", {m.i64, m.i64});
  FunctionEmitter& e = *task.emitter;
  // Several points may write to one place.
  std::vector<Array> dests;
  for (ir::Var dest : op.dests) {
    dests.push_back(e.array(dest));
    dests.back().made_in = SIZE_MAX;
    dests.back().is_fixed = false;
  }
  const size_t rank = op.shape.size();
  const plan::EndChecksPlan* ends = m.plan.range(*op.body).end_checks.get();
  const auto point = [&] {
    e.bodies.emit(*op.body, {}, [&](std::span<const ir::Atom> given) {
      std::vector<llvm::Value*> at = e.scalars(given.first(rank));
      const auto write = [&] {
        for (size_t k = 0; k < dests.size(); k++)
          e.elements.write(dests[k], host.type(op.dests[k]), at, given[rank + k]);
      };
      if (in_order) {
        llvm::Value* number = e.b.CreateSub(at[0], task.param(0));
        llvm::Value* places = e.b.CreateSub(task.param(1), task.param(0));
        llvm::Value* is_own =
            e.b.CreateAnd(e.b.CreateICmpULT(number, places), in_bounds(e, at, op.shape));
        return e.control.if_then(is_own, write);
      }
      const bool are_inside =
          ends != nullptr && e.passed_checks == &ends->passed && !ends->places.empty();
      if (are_inside) {
        write();
      } else {
        e.control.if_then(in_bounds(e, at, op.shape), write);
      }
    });
  };
  walk_points(e, levels, *op.body, in_order ? e.i64(0) : task.param(0),
              in_order ? task.values[all] : task.param(1), point);
  Outlined::finish(task);
  if (in_order) {
    start_in_order(host, op, levels, e.function, closure);
  } else {
    start_over_points(host, levels, m.item_cost(*op.body) + 2, e.function, closure);
  }
  for (size_t k = 0; k < op.dests.size(); k++)
    host.bind_view(stm.pattern[k], host.array(op.dests[k]), op.dests[k]);
}

}  // namespace planish::codegen::cpu
