// Operators whose points do not depend on each other: maps, writes to computed places.
#include "codegen/common/operator_steps.h"
#include "codegen/common/space.h"
#include "codegen/gpu/operators/operators.h"
#include "codegen/gpu/separate_results.h"

namespace planish::codegen::gpu {

namespace {

class SegMapEmitter {
 public:
  SegMapEmitter(FunctionEmitter& host, KernelList& kernels, const ir::Stm& stm,
                const ir::SegMap& op)
      : host_(host),
        kernels_(kernels),
        stm_(stm),
        op_(op),
        neighbours_(host.m.plan.of(stm).neighbours.get()),
        levels_(dense_levels(host, op.space)),
        outlined_(host, "map") {}

  void emit() {
    for (ir::Var var : stm_.pattern) {
      Array fresh = host_.memory.allocate(var);
      host_.bind_root(var, fresh);
      made_.push_back(outlined_.capture_array(fresh));
      capture_sizes(host_, outlined_, host_.type(var)->dims);
    }
    outlined_.capture_space(levels_);
    outlined_.capture_free(*op_.body);
    const std::vector<ir::Var> changed = changed_arrays(host_, op_, *op_.body);
    outlined_.writes_to(changed);
    llvm::Value* closure = outlined_.closure();
    llvm::Value* points = point_count(host_, levels_);
    llvm::Function* point = emit_point();
    if (neighbours_ == nullptr || !changed.empty()) {
      launch_map_in_place(host_, kernels_, outlined_, "map", points, point, closure, changed);
      return;
    }
    // planish_device_map_kernels
    llvm::Value* operation = host_.frame.record(
        {number(map_kernel(kernels_, outlined_, "map", point)), number(vector_kernel()),
         number(neighbours_->width), number(neighbours_->groups)});
    call_runtime(host_, "planish_device_map_vectors",
                 {points, operation, alignment(closure), closure, closure_bytes(host_, outlined_)});
  }

 private:
  llvm::Value* number(int64_t value) { return host_.b.getInt32(static_cast<uint32_t>(value)); }

  // A multiple of kVectorBytes if arrays are aligned, and groups do not go over the end of a row.
  llvm::Value* alignment(llvm::Value* closure) {
    llvm::Value* all = all_addresses(host_, outlined_, closure);
    if (levels_.size() == 1) return all;
    llvm::Value* row = host_.b.CreateMul(host_.scalar(levels_.back().bound),
                                         host_.i64(kVectorBytes / neighbours_->width));
    return host_.b.CreateOr(all, row);
  }

  int32_t vector_kernel() {
    Kernel kernel;
    kernel.name = "map_vectors";
    kernel.closure = outlined_.record_type();
    kernel.callee = "planish_kernel_map_vectors";
    kernel.arguments = {emit_neighbour(), number(neighbours_->width), number(neighbours_->groups)};
    return kernels_.add(std::move(kernel));
  }

  llvm::Function* emit_point() {
    Outlined::Task task = outlined_.task("", {host_.m.i64});
    bind_point(*task.emitter, levels_, task.param(0));
    return with_body(task);
  }

  // (the first of a group, the number of the point in it)
  llvm::Function* emit_neighbour() {
    Outlined::Task task = outlined_.task(".neighbour", {host_.m.i64, host_.m.i64});
    FunctionEmitter& e = *task.emitter;
    assume_alignment(task, Alignment::Vector);
    if (levels_.size() > 1) assume_multiple(e, e.scalar(levels_.back().bound), neighbours_->width);
    bind_point(e, levels_, task.param(0));
    const ir::Var inner = levels_.back().index;
    e.bind_scalar(inner, e.b.CreateNSWAdd(e.scalar(inner), task.param(1)));
    return with_body(task);
  }

  llvm::Function* with_body(Outlined::Task& task) {
    FunctionEmitter& e = *task.emitter;
    const std::vector<llvm::Value*> at = indices(e, levels_);
    std::vector<Array> places;
    std::vector<llvm::Value*> results;
    for (size_t k = 0; k < made_.size(); k++) {
      const Array made = task.array(made_[k]);
      results.push_back(made.data);
      places.push_back(e.elements.part(made, e.type(stm_.pattern[k]), at));
    }
    e.bodies.emit_to(*op_.body, places);
    Outlined::finish(task);
    separate_results(*e.function, results);
    return e.function;
  }

  FunctionEmitter& host_;
  KernelList& kernels_;
  const ir::Stm& stm_;
  const ir::SegMap& op_;
  const plan::NeighboursPlan* const neighbours_;  // null: points one by one
  const std::vector<ir::Level> levels_;
  Outlined outlined_;
  std::vector<size_t> made_;
};

}  // namespace

void emit_segmap(FunctionEmitter& host, KernelList& kernels, const ir::Stm& stm,
                 const ir::SegMap& op) {
  SegMapEmitter(host, kernels, stm, op).emit();
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
