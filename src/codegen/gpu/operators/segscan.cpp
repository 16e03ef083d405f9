// Scans: by threads together, if the components are scalars; otherwise each segment in order.
#include "codegen/common/segscan.h"
#include "codegen/common/components.h"
#include "codegen/common/operator_steps.h"
#include "codegen/common/space.h"
#include "codegen/gpu/operators/operators.h"
#include "codegen/gpu/operators/record.h"
#include "codegen/gpu/separate_results.h"
#include "runtime/device_operators.h"
#include "target/kernels.h"

namespace planish::codegen::gpu {
namespace {

class SegScanEmitter : SegScanParts {
 public:
  SegScanEmitter(FunctionEmitter& host, KernelList& kernels, const ir::Stm& stm,
                 const ir::SegScan& op)
      : SegScanParts(host, stm, op),
        kernels_(kernels),
        accumulator_(record_of(host, op.neutral)),
        further_(further_of(host, op)) {}

  void emit() {
    for (ir::Var var : stm_.pattern) {
      const Array made = host_.memory.allocate(var);
      host_.bind_root(var, made);
      capture_place(made);
      capture_sizes(host_, outlined_, host_.type(var)->dims);
    }
    capture_operands();
    llvm::Value* closure = outlined_.closure();
    if (can_be_cut()) {
      scan_together(closure);
    } else {
      launch_map(host_, kernels_, outlined_, "scan", point_count(host_, outer_), emit_segment(),
                 closure);
    }
  }

 private:
  // What `post` gets beside what was combined.
  static RecordLayout further_of(FunctionEmitter& host, const ir::SegScan& op) {
    return record_of(host,
                     op.body->results.subspan(op.neutral.size(), op.taken() - op.neutral.size()));
  }
  bool can_be_cut() const {
    return accumulator_.bytes() > 0 && (taken_ == combined_ || further_.bytes() > 0);
  }

  void scan_together(llvm::Value* closure) {
    uint32_t flags = operator_flags(host_, *op_.body) & operator_flags(host_, *op_.op->body);
    if (op_.post != nullptr) flags &= operator_flags(host_, *op_.post->body);
    if (!outer_.empty()) flags |= PLANISH_OPERATOR_SEGMENTED;
    combine_function_ = combining_function(host_, outlined_, accumulator_, *op_.op);
    neutral_function_ = neutral_function(host_, outlined_, accumulator_, op_.neutral);
    const bool is_cheap = (flags & PLANISH_OPERATOR_CHEAP) != 0;
    llvm::Value* none = number(-1);
    llvm::Value* by_any = number(kernel(flags, Alignment::Any));
    llvm::Value* by_vectors = !inner_.offsets && is_cheap && !plan::has_checks(op_.body)
                                  ? number(kernel(flags, Alignment::Vector))
                                  : none;
    // planish_device_scan_operator
    llvm::Value* operation =
        host_.frame.record({none, inner_.offsets ? none : by_any, inner_.offsets ? by_any : none,
                            by_vectors, number(4 * accumulator_.words()), host_.b.getInt32(flags),
                            all_addresses(host_, outlined_, closure)});
    std::vector<llvm::Value*> arguments{point_count(host_, outer_)};
    if (inner_.offsets) arguments.push_back(host_.array(inner_.offsets).data);
    arguments.insert(arguments.end(), {host_.scalar(inner_.bound), operation, closure,
                                       closure_bytes(host_, outlined_)});
    call_runtime(host_, inner_.offsets ? "planish_device_scan_rows" : "planish_device_scan",
                 arguments);
  }

  llvm::Value* number(int32_t value) { return host_.b.getInt32(static_cast<uint32_t>(value)); }

  int32_t kernel(uint32_t flags, Alignment alignment) {
    const int64_t further_bytes = (further_.bytes() + 7) / 8 * 8;
    Kernel kernel;
    kernel.name = inner_.offsets ? "scan_irregular" : "scan";
    kernel.closure = outlined_.record_type();
    kernel.callee = "planish_kernel_" + kernel.name + "_w" + std::to_string(accumulator_.words());
    kernel.arguments = {emit_element(alignment), combine_function_, neutral_function_,
                        emit_write(alignment)};
    if ((flags & PLANISH_OPERATOR_CHEAP) != 0)
      kernel.resident_blocks = accumulator_.words() == 1 && further_bytes == 0 && outer_.empty()
                                   ? kKernels.for_memory
                                   : kKernels.for_memory_with_more;
    if (further_bytes > 0) {
      kernel.room_bytes = further_bytes * PLANISH_SCAN_ITEMS;
      kernel.room_at = kernel.arguments.size();
    } else {
      kernel.arguments.push_back(llvm::ConstantPointerNull::get(host_.m.pointer));
    }
    kernel.arguments.insert(kernel.arguments.end(),
                            {number(static_cast<int32_t>(further_bytes)), host_.b.getInt32(flags)});
    return kernels_.add(std::move(kernel));
  }

  // Params 0 to 2 are (segment, start, index).
  void bind_item(Outlined::Task& task, Alignment alignment) {
    FunctionEmitter& e = *task.emitter;
    assume_alignment(task, alignment);
    bind_point(e, outer_, task.param(0));
    if (inner_.offsets) e.row_starts[inner_.index.id] = task.param(1);
  }

  // (segment, start, index, accumulator, further)
  llvm::Function* emit_element(Alignment alignment) {
    llvm::Type* i64 = host_.m.i64;
    llvm::Type* pointer = host_.m.pointer;
    Outlined::Task task = outlined_.task(".element", {i64, i64, i64, pointer, pointer});
    FunctionEmitter& e = *task.emitter;
    bind_item(task, alignment);
    element(task, task.param(2), [&](std::span<const ir::Atom> values) {
      accumulator_.store(e, task.param(3), e.scalars(values.first(combined_)));
      if (further_.bytes() > 0)
        further_.store(e, task.param(4), e.scalars(values.subspan(combined_)));
    });
    Outlined::finish(task);
    return e.function;
  }

  // (segment, start, index, accumulator, further)
  llvm::Function* emit_write(Alignment alignment) {
    llvm::Type* i64 = host_.m.i64;
    llvm::Type* pointer = host_.m.pointer;
    Outlined::Task task = outlined_.task(".write", {i64, i64, i64, pointer, pointer});
    FunctionEmitter& e = *task.emitter;
    bind_item(task, alignment);
    const std::vector<llvm::Value*> values = accumulator_.load(e, task.param(3));
    std::vector<llvm::Value*> results;
    if (op_.post != nullptr) {
      post(task, task.param(2), values, further_.load(e, task.param(4)));
    } else {
      e.bind_scalar(inner_.index, task.param(2));
      for (size_t k = 0; k < combined_; k++) {
        const Array to = place(task, k);
        results.push_back(to.data);
        e.elements.store(e.type(op_.neutral[k])->elem, values[k], to.data, to);
      }
    }
    Outlined::finish(task);
    separate_results(*e.function, results);
    return e.function;
  }

  // In order.
  llvm::Function* emit_segment() {
    Outlined::Task task = outlined_.task(".segment", {host_.m.i64});
    FunctionEmitter& e = *task.emitter;
    bind_point(e, outer_, task.param(0));
    scan_row(task, enter_row(e, levels_, task.param(0)));
    Outlined::finish(task);
    return e.function;
  }

  KernelList& kernels_;
  const RecordLayout accumulator_;
  const RecordLayout further_;
  llvm::Function* combine_function_ = nullptr;
  llvm::Function* neutral_function_ = nullptr;
};

}  // namespace

void emit_segscan(FunctionEmitter& host, KernelList& kernels, const ir::Stm& stm,
                  const ir::SegScan& op) {
  SegScanEmitter(host, kernels, stm, op).emit();
}

}  // namespace planish::codegen::gpu
