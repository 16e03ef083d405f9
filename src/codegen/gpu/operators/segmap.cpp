// Operators whose points do not depend on each other: maps, writes to computed places.
#include "codegen/common/operator_steps.h"
#include "codegen/common/space.h"
#include "codegen/gpu/operators/operators.h"

namespace planish::codegen::gpu {

void emit_segmap(FunctionEmitter& host, KernelList& kernels, const ir::Stm& stm,
                 const ir::SegMap& op) {
  const std::vector<ir::Level> levels = dense_levels(host, op.space);
  Outlined outlined(host, "map");
  std::vector<size_t> made;
  for (ir::Var var : stm.pattern) {
    Array fresh = host.memory.allocate(var);
    host.bind_root(var, fresh);
    made.push_back(outlined.capture_array(fresh));
    capture_sizes(host, outlined, host.type(var)->dims);
  }
  outlined.capture_space(levels);
  outlined.capture_free(*op.body);
  const std::vector<ir::Var> changed = changed_arrays(host, op, *op.body);
  outlined.writes_to(changed);
  llvm::Value* closure = outlined.closure();
  Outlined::Task task = outlined.task("", {host.m.i64});
  FunctionEmitter& e = *task.emitter;
  bind_point(e, levels, task.param(0));
  const std::vector<llvm::Value*> at = indices(e, levels);
  std::vector<Array> places;
  for (size_t k = 0; k < made.size(); k++)
    places.push_back(e.elements.part(task.array(made[k]), e.type(stm.pattern[k]), at));
  e.bodies.emit_to(*op.body, places);
  Outlined::finish(task);
  launch_map_in_place(host, kernels, outlined, "map", point_count(host, levels), e.function,
                      closure, changed);
}

void emit_segscatter(FunctionEmitter& host, KernelList& kernels, const ir::Stm& stm,
                     const ir::SegScatter& op) {
  const std::vector<ir::Level> levels = dense_levels(host, op.space);
  Outlined outlined(host, "scatter");
  outlined.capture_space(levels);
  outlined.capture_free(*op.body);
  outlined.capture(op.shape);
  for (ir::Var dest : op.dests) outlined.capture(dest);
  llvm::Value* closure = outlined.closure();
  Outlined::Task task = outlined.task("", {host.m.i64});
  FunctionEmitter& e = *task.emitter;
  bind_point(e, levels, task.param(0));
  const size_t rank = op.shape.size();
  e.bodies.emit(*op.body, {}, [&](std::span<const ir::Atom> given) {
    std::vector<llvm::Value*> at = e.scalars(given.first(rank));
    e.control.if_then(in_bounds(e, at, op.shape), [&] {
      for (size_t k = 0; k < op.dests.size(); k++) {
        Array dest = e.array(op.dests[k]);
        dest.is_fixed = false;
        e.elements.write(dest, e.type(op.dests[k]), at, given[rank + k]);
      }
    });
  });
  Outlined::finish(task);
  launch_map(host, kernels, outlined, "scatter", point_count(host, levels), e.function, closure);
  for (size_t k = 0; k < op.dests.size(); k++)
    host.bind_view(stm.pattern[k], host.array(op.dests[k]), op.dests[k]);
}

}  // namespace planish::codegen::gpu
