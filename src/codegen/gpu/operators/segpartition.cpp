// Partitions: Note [Two halves of a partition] in plan/partition.h.
#include "codegen/common/space.h"
#include "codegen/gpu/operators/operators.h"

namespace planish::codegen::gpu {

void emit_segpartition(FunctionEmitter& host, KernelList& kernels, const ir::Stm& stm,
                       const ir::SegPartition& op) {
  ModuleEmitter& m = host.m;
  const plan::PartitionPlan& plan = *m.plan.of(stm).partition;
  const std::vector<ir::Level> levels = dense_levels(host, op.space);
  const std::span<const ir::Var> values = stm.pattern.subspan(2);
  Outlined outlined(host, "partition");
  outlined.capture_space(levels);
  outlined.capture(op.classes);
  outlined.capture_free(*op.body);
  std::vector<size_t> dests;
  for (ir::Var var : values) {
    capture_sizes(host, outlined, host.type(var)->dims.subspan(1));
    dests.push_back(outlined.reserve_pointer());
  }
  const Array counts = host.memory.allocate(stm.pattern[1]);
  host.bind_root(stm.pattern[1], counts);
  llvm::Value* closure = outlined.closure();

  const auto add = [&](const char* callee, llvm::Function* function) {
    Kernel kernel;
    kernel.name = "partition";
    kernel.closure = outlined.record_type();
    kernel.callee = callee;
    kernel.arguments = {function};
    return host.b.getInt32(static_cast<uint32_t>(kernels.add(std::move(kernel))));
  };
  const auto classify = [&] {
    Outlined::Task task = outlined.task(".classify", {m.i64, m.pointer});
    FunctionEmitter& e = *task.emitter;
    bind_point(e, levels, task.param(0));
    e.bodies.emit(plan.classify.body, {}, [&](std::span<const ir::Atom> given) {
      e.b.CreateStore(e.scalar(given[0]), task.param(1));
    });
    Outlined::finish(task);
    return e.function;
  };
  const auto place = [&] {
    Outlined::Task task = outlined.task(".place", {m.i64, m.i64});
    FunctionEmitter& e = *task.emitter;
    bind_point(e, levels, task.param(0));
    e.bodies.emit_to(plan.place.body, places_at(e, task, values, dests, task.param(1)));
    Outlined::finish(task);
    return e.function;
  };
  // planish_device_partition_operator
  std::vector<llvm::Value*> fields{add("planish_kernel_partition_classify", classify()),
                                   add("planish_kernel_partition_place", place()),
                                   host.scalar(op.classes), counts.data};
  append_dests(host, outlined, values, dests, fields);
  llvm::Value* kept = host.frame.stack_slot(m.i64, "kept");
  llvm::Value* blocks = block_list(host, values.size());
  call_runtime(host, "planish_device_partition",
               {point_count(host, levels), host.frame.record(fields), closure,
                closure_bytes(host, outlined), kept, blocks});
  host.bind_scalar(stm.pattern[0], host.b.CreateLoad(m.i64, kept));
  for (size_t k = 0; k < values.size(); k++)
    host.bind_root(values[k], host.memory.block_in_list(blocks, k));
}

}  // namespace planish::codegen::gpu
