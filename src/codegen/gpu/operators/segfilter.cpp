// Filters: what is kept is handed from the function that decides to the one that writes, if it is
// small, and otherwise computed again.
#include <algorithm>

#include "codegen/common/row_buffers.h"
#include "codegen/common/space.h"
#include "codegen/gpu/operators/operators.h"
#include "codegen/gpu/operators/record.h"
#include "runtime/device_operators.h"
#include "target/kernels.h"

namespace planish::codegen::gpu {
namespace {

class SegFilterEmitter {
 public:
  SegFilterEmitter(FunctionEmitter& host, KernelList& kernels, const ir::Stm& stm,
                   const ir::SegFilter& op)
      : host_(host),
        m_(host.m),
        kernels_(kernels),
        op_(op),
        levels_(dense_levels(host, op.space)),
        pattern_(stm.pattern),
        kept_(stm.pattern.subspan(counts_rows() ? 2 : 1)),
        record_(record_of(host, op.body->results.subspan(1))),
        outlined_(host, "filter") {}

  void emit() {
    llvm::Value* null = llvm::ConstantPointerNull::get(m_.pointer);
    llvm::Value* counts = null;
    llvm::Value* count_of_counts = host_.i64(0);
    outlined_.capture_space(levels_);
    outlined_.capture_free(*op_.body);
    for (ir::Var var : kept_) {
      capture_sizes(host_, outlined_, host_.type(var)->dims.subspan(1));
      dests_.push_back(outlined_.reserve_pointer());
    }
    if (counts_rows()) {
      const Array made = host_.memory.allocate(pattern_[1]);
      host_.bind_root(pattern_[1], made);
      counts_ = outlined_.capture_array(made);
      capture_sizes(host_, outlined_, host_.type(pattern_[1])->dims);
      counts = made.data;
      count_of_counts = host_.product(host_.sizes(host_.type(pattern_[1])));
    }
    llvm::Value* closure = outlined_.closure();

    uint32_t flags = operator_flags(host_, *op_.body);
    if (record_.bytes() > 0 && !counts_rows()) flags |= PLANISH_OPERATOR_STAGED;
    llvm::Function* write = emit_write();
    const auto kernel_with = [&](Alignment alignment) {
      Kernel kernel;
      kernel.name = "filter";
      kernel.closure = outlined_.record_type();
      kernel.callee = "planish_kernel_filter_w" + std::to_string(std::max(record_.words(), 1));
      kernel.arguments = {emit_element(alignment), write, host_.b.getInt32(flags)};
      if ((flags & PLANISH_OPERATOR_CHEAP) != 0) kernel.resident_blocks = kKernels.for_memory;
      return host_.b.getInt32(static_cast<uint32_t>(kernels_.add(std::move(kernel))));
    };
    llvm::Value* by_any = kernel_with(Alignment::Any);
    const bool may_use_vectors =
        (flags & PLANISH_OPERATOR_CHEAP) != 0 && levels_.size() == 1 && !plan::has_checks(op_.body);

    // planish_device_filter_operator
    std::vector<llvm::Value*> fields{
        by_any,
        may_use_vectors ? kernel_with(Alignment::Vector) : host_.b.getInt32(~0U),
        host_.b.getInt32(static_cast<uint32_t>(record_.bytes())),
        host_.b.getInt32(flags),
        may_use_vectors ? all_inputs(closure) : host_.i64(0),
        counts,
        count_of_counts};
    append_dests(host_, outlined_, kept_, dests_, fields);
    llvm::Value* count = host_.frame.stack_slot(m_.i64, "kept");
    llvm::Value* blocks = block_list(host_, kept_.size());
    call_runtime(host_, "planish_device_filter",
                 {point_count(host_, levels_), host_.frame.record(fields), closure,
                  closure_bytes(host_, outlined_), count, blocks});
    host_.bind_scalar(pattern_[0], host_.b.CreateLoad(m_.i64, count));
    for (size_t k = 0; k < kept_.size(); k++)
      host_.bind_root(kept_[k], host_.memory.block_in_list(blocks, k));
  }

 private:
  bool counts_rows() const { return levels_.size() > 1; }

  // Where results lie is not known yet: they are aligned, since they are new.
  llvm::Value* all_inputs(llvm::Value* closure) {
    llvm::Value* null = llvm::ConstantPointerNull::get(m_.pointer);
    for (size_t reserved : dests_) {
      const uint64_t place = outlined_.place_of(reserved, m_.module.getDataLayout());
      host_.b.CreateStore(null, host_.b.CreateConstInBoundsGEP1_64(m_.i8, closure, place));
    }
    return all_addresses(host_, outlined_, closure);
  }

  llvm::Function* emit_element(Alignment alignment) {
    Outlined::Task task = outlined_.task(".element", {m_.i64, m_.pointer, m_.pointer});
    FunctionEmitter& e = *task.emitter;
    assume_alignment(task, alignment);
    bind_point(e, levels_, task.param(0));
    e.bodies.emit(*op_.body, {}, [&](std::span<const ir::Atom> given) {
      e.b.CreateStore(e.b.CreateZExt(e.scalar(given[0]), m_.i32), task.param(1));
      if (record_.bytes() > 0) record_.store(e, task.param(2), e.scalars(given.subspan(1)));
    });
    Outlined::finish(task);
    return e.function;
  }

  llvm::Function* emit_write() {
    Outlined::Task task = outlined_.task(".write", {m_.i64, m_.i64, m_.pointer});
    FunctionEmitter& e = *task.emitter;
    bind_point(e, levels_, task.param(0));
    const std::vector<Array> places = places_at(e, task, kept_, dests_, task.param(1));
    if (record_.bytes() > 0) {
      const std::vector<llvm::Value*> values = record_.load(e, task.param(2));
      for (size_t k = 0; k < kept_.size(); k++)
        e.elements.store(e.type(kept_[k])->elem, values[k], places[k].data, places[k]);
    } else {
      std::vector<Array> all{Array{}};
      all.insert(all.end(), places.begin(), places.end());
      e.bodies.emit_to(*op_.body, all);
    }
    if (counts_rows()) {
      const std::span<const ir::Level> outer(levels_.data(), levels_.size() - 1);
      llvm::Value* place =
          e.elements.element_pointer(task.array(counts_), e.type(pattern_[1]), indices(e, outer));
      e.b.CreateAtomicRMW(llvm::AtomicRMWInst::Add, place, e.i64(1), llvm::MaybeAlign(),
                          llvm::AtomicOrdering::Monotonic, device_scope(e));
    }
    Outlined::finish(task);
    return e.function;
  }

  FunctionEmitter& host_;
  ModuleEmitter& m_;
  KernelList& kernels_;
  const ir::SegFilter& op_;
  const std::vector<ir::Level> levels_;
  const std::span<const ir::Var> pattern_;
  const std::span<const ir::Var> kept_;
  const RecordLayout record_;
  Outlined outlined_;
  std::vector<size_t> dests_;
  size_t counts_ = 0;
};

}  // namespace

void emit_segfilter(FunctionEmitter& host, KernelList& kernels, const ir::Stm& stm,
                    const ir::SegFilter& op) {
  SegFilterEmitter(host, kernels, stm, op).emit();
}

}  // namespace planish::codegen::gpu
