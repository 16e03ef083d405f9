// Reductions.
#include "codegen/common/reduction.h"
#include "codegen/common/space.h"
#include "codegen/gpu/operators/operators.h"

namespace planish::codegen::gpu {
namespace {

class SegRedEmitter {
 public:
  SegRedEmitter(FunctionEmitter& host, KernelList& kernels, const ir::Stm& stm,
                const ir::SegRed& op)
      : host_(host),
        kernels_(kernels),
        stm_(stm),
        op_(op),
        levels_(dense_levels(host, op.space)),
        outer_(std::span(levels_).first(levels_.size() - 1)),
        inner_(levels_.back()),
        combined_(op.neutral.size()),
        outlined_(host, "reduce") {}

  void emit() {
    for (ir::Var var : stm_.pattern) {
      const ir::Type* type = host_.type(var);
      if (type->is_scalar()) {
        made_.push_back(host_.allocate_in_scope(type->elem, {host_.i64(1)}));
      } else {
        made_.push_back(host_.allocate(var));
        host_.bind_root(var, made_.back());
      }
      numbers_.push_back(outlined_.capture_array(made_.back()));
      capture_sizes(host_, outlined_, type->dims);
    }
    outlined_.capture_space(levels_);
    outlined_.capture_free(*op_.body);
    outlined_.capture_free(*op_.op);
    outlined_.capture(op_.neutral);
    llvm::Value* closure = outlined_.closure();
    launch_map(host_, kernels_, outlined_, "reduce", point_count(host_, outer_), emit_segment(),
               closure);
    for (size_t k = 0; k < combined_; k++) {
      const ir::Var var = stm_.pattern[k];
      if (host_.type(var)->is_scalar())
        host_.bind_scalar(var, host_.load(host_.type(var)->elem, made_[k].data, made_[k]));
    }
  }

 private:
  // Computes item i of the segment whose indices are bound, writes what is gathered, and combines
  // the rest.
  void element(Outlined::Task& task, llvm::Value* i, const Reduction::Combine& combine) {
    FunctionEmitter& e = *task.emitter;
    e.bind_scalar(inner_.index, i);
    Destinations places(stm_.pattern.size());
    const std::vector<llvm::Value*> at = indices(e, levels_);
    for (size_t k = combined_; k < places.size(); k++)
      places[k] = e.part(task.array(numbers_[k]), e.type(stm_.pattern[k]), at);
    e.body(*op_.body, places, [&](std::span<const ir::Atom> values) {
      for (size_t k = combined_; k < places.size(); k++)
        e.write(*places[k], e.type(values[k]), {}, values[k]);
      combine(values.first(combined_));
    });
  }

  Array result_place(Outlined::Task& task, size_t k) {
    FunctionEmitter& e = *task.emitter;
    return e.part(task.array(numbers_[k]), e.type(stm_.pattern[k]), indices(e, outer_));
  }

  // In order.
  llvm::Function* emit_segment() {
    Outlined::Task task = outlined_.task(".segment", {host_.m.i64});
    FunctionEmitter& e = *task.emitter;
    bind_point(e, outer_, task.param(0));
    llvm::Value* length = enter_row(e, levels_, task.param(0));
    std::vector<Array> places(combined_);
    for (size_t k = 0; k < combined_; k++) {
      if (e.type(op_.neutral[k])->is_array()) places[k] = result_place(task, k);
    }
    Reduction reduction(e, *op_.op, op_.neutral, places);
    reduction.run(e.i64(0), length, [&](llvm::Value* i, const Reduction::Combine& combine) {
      element(task, i, combine);
    });
    for (size_t k = 0; k < combined_; k++) {
      if (reduction.scalar(k) == nullptr) continue;
      const Array place = result_place(task, k);
      e.store(e.type(op_.neutral[k])->elem, reduction.scalar(k), place.data, place);
    }
    Outlined::finish(task);
    return e.function;
  }

  FunctionEmitter& host_;
  KernelList& kernels_;
  const ir::Stm& stm_;
  const ir::SegRed& op_;
  const std::vector<ir::Level> levels_;
  const std::span<const ir::Level> outer_;
  const ir::Level& inner_;
  const size_t combined_;
  Outlined outlined_;
  std::vector<Array> made_;
  std::vector<size_t> numbers_;
};

}  // namespace

void emit_segred(FunctionEmitter& host, KernelList& kernels, const ir::Stm& stm,
                 const ir::SegRed& op) {
  SegRedEmitter(host, kernels, stm, op).emit();
}

}  // namespace planish::codegen::gpu
