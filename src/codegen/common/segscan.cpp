#include "codegen/common/segscan.h"

#include "codegen/common/operator_steps.h"
#include "codegen/common/scan.h"
#include "codegen/common/space.h"

namespace planish::codegen {

SegScanParts::SegScanParts(FunctionEmitter& host, const ir::Stm& stm, const ir::SegScan& op)
    : host_(host),
      stm_(stm),
      op_(op),
      levels_(dense_levels(host, op.space)),
      outer_(std::span(levels_).first(levels_.size() - 1)),
      inner_(levels_.back()),
      combined_(op.neutral.size()),
      taken_(op.taken()),
      outlined_(host, "scan") {}

void SegScanParts::capture_operands() {
  outlined_.capture_space(levels_);
  outlined_.capture_free(*op_.body);
  outlined_.capture_free(*op_.op);
  if (op_.post != nullptr) outlined_.capture_free(*op_.post);
  outlined_.capture(op_.neutral);
}

Array SegScanParts::place(Outlined::Task& task, size_t k) {
  FunctionEmitter& e = *task.emitter;
  return e.elements.part(task.array(numbers_[k]), e.type(stm_.pattern[k]), indices(e, levels_));
}

void SegScanParts::element(Outlined::Task& task, llvm::Value* i,
                           const std::function<void(std::span<const ir::Atom>)>& use) {
  FunctionEmitter& e = *task.emitter;
  e.bind_scalar(inner_.index, i);
  Destinations places(op_.body->results.size());
  for (size_t k = taken_; k < places.size(); k++) places[k] = place(task, op_.made() + k - taken_);
  e.bodies.emit(*op_.body, places, [&](std::span<const ir::Atom> values) {
    for (size_t k = taken_; k < places.size(); k++)
      e.elements.write(*places[k], e.type(values[k]), {}, values[k]);
    use(values.first(taken_));
  });
}

void SegScanParts::post(Outlined::Task& task, llvm::Value* i, llvm::ArrayRef<llvm::Value*> combined,
                        llvm::ArrayRef<llvm::Value*> further) {
  FunctionEmitter& e = *task.emitter;
  e.bind_scalar(inner_.index, i);
  Destinations places(op_.made());
  for (size_t k = 0; k < places.size(); k++) places[k] = place(task, k);
  apply_post(e, *op_.post, combined, further, places);
}

void SegScanParts::scan_row(Outlined::Task& task, llvm::Value* length) {
  FunctionEmitter& e = *task.emitter;
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
}

}  // namespace planish::codegen
