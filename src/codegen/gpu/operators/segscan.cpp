// Scans.
#include "codegen/common/scan.h"
#include "codegen/common/space.h"
#include "codegen/gpu/operators/operators.h"

namespace planish::codegen::gpu {
namespace {

class SegScanEmitter {
 public:
  SegScanEmitter(FunctionEmitter& host, KernelList& kernels, const ir::Stm& stm,
                 const ir::SegScan& op)
      : host_(host),
        kernels_(kernels),
        stm_(stm),
        op_(op),
        levels_(dense_levels(host, op.space)),
        outer_(std::span(levels_).first(levels_.size() - 1)),
        inner_(levels_.back()),
        combined_(op.neutral.size()),
        taken_(op.taken()),
        outlined_(host, "scan") {}

  void emit() {
    for (ir::Var var : stm_.pattern) {
      const Array made = host_.allocate(var);
      host_.bind_root(var, made);
      numbers_.push_back(outlined_.capture_array(made));
      capture_sizes(host_, outlined_, host_.type(var)->dims);
    }
    outlined_.capture_space(levels_);
    outlined_.capture_free(*op_.body);
    outlined_.capture_free(*op_.op);
    if (op_.post != nullptr) outlined_.capture_free(*op_.post);
    outlined_.capture(op_.neutral);
    llvm::Value* closure = outlined_.closure();
    launch_map(host_, kernels_, outlined_, "scan", point_count(host_, outer_), emit_segment(),
               closure);
  }

 private:
  Array place(Outlined::Task& task, size_t k) {
    FunctionEmitter& e = *task.emitter;
    return e.part(task.array(numbers_[k]), e.type(stm_.pattern[k]), indices(e, levels_));
  }

  // The values of item i that are not gathered; the others are written.
  void element(Outlined::Task& task, llvm::Value* i,
               const std::function<void(std::span<const ir::Atom>)>& use) {
    FunctionEmitter& e = *task.emitter;
    e.bind_scalar(inner_.index, i);
    Destinations places(op_.body->results.size());
    for (size_t k = taken_; k < places.size(); k++)
      places[k] = place(task, op_.made() + k - taken_);
    e.body(*op_.body, places, [&](std::span<const ir::Atom> values) {
      for (size_t k = taken_; k < places.size(); k++)
        e.write(*places[k], e.type(values[k]), {}, values[k]);
      use(values.first(taken_));
    });
  }

  // What is applied to what item i was combined to, and to the values after it.
  void post(Outlined::Task& task, llvm::Value* i, llvm::ArrayRef<llvm::Value*> combined,
            llvm::ArrayRef<llvm::Value*> further) {
    FunctionEmitter& e = *task.emitter;
    e.bind_scalar(inner_.index, i);
    Destinations places(op_.made());
    for (size_t k = 0; k < places.size(); k++) places[k] = place(task, k);
    e.apply_post(*op_.post, combined, further, places);
  }

  // In order.
  llvm::Function* emit_segment() {
    Outlined::Task task = outlined_.task(".segment", {host_.m.i64});
    FunctionEmitter& e = *task.emitter;
    bind_point(e, outer_, task.param(0));
    llvm::Value* length = enter_row(e, levels_, task.param(0));
    std::vector<llvm::Value*> further;
    ScanElements scan{*op_.op, op_.neutral, [&](llvm::Value*, size_t k) { return place(task, k); },
                      [&](llvm::Value* i, const auto& use) {
                        element(task, i, [&](std::span<const ir::Atom> values) {
                          further = e.scalars(values.subspan(combined_));
                          use(values.first(combined_));
                        });
                      },
                      nullptr};
    if (op_.post != nullptr) {
      scan.place = nullptr;
      scan.use = [&](llvm::Value* i, llvm::ArrayRef<llvm::Value*> values) {
        post(task, i, values, further);
      };
    }
    scan_elements(e, e.i64(0), length, scan);
    Outlined::finish(task);
    return e.function;
  }

  FunctionEmitter& host_;
  KernelList& kernels_;
  const ir::Stm& stm_;
  const ir::SegScan& op_;
  const std::vector<ir::Level> levels_;
  const std::span<const ir::Level> outer_;
  const ir::Level& inner_;
  const size_t combined_;
  const size_t taken_;  // of the values of an item, those that are not gathered
  Outlined outlined_;
  std::vector<size_t> numbers_;
};

}  // namespace

void emit_segscan(FunctionEmitter& host, KernelList& kernels, const ir::Stm& stm,
                  const ir::SegScan& op) {
  SegScanEmitter(host, kernels, stm, op).emit();
}

}  // namespace planish::codegen::gpu
