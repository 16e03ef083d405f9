#include "codegen/gpu/operators/record.h"

#include <algorithm>

#include "codegen/common/components.h"
#include "codegen/common/operator_steps.h"
#include "runtime/kernels/sizes.h"

namespace planish::codegen::gpu {
namespace {

llvm::Value* place(FunctionEmitter& e, llvm::Value* record, int64_t at) {
  return e.b.CreateConstInBoundsGEP1_64(e.m.i8, record, static_cast<uint64_t>(at));
}

}  // namespace

RecordLayout::RecordLayout(std::vector<Prim> prims) : prims_(std::move(prims)) {
  for (Prim prim : prims_) {
    const auto size = std::max<int64_t>(byte_size(prim), 1);
    bytes_ = (bytes_ + size - 1) / size * size;
    places_.push_back(bytes_);
    bytes_ += size;
  }
  bytes_ = (bytes_ + 3) / 4 * 4;
}

int32_t RecordLayout::words() const { return kernels::accumulator_words(bytes_); }

void RecordLayout::store(FunctionEmitter& e, llvm::Value* record,
                         llvm::ArrayRef<llvm::Value*> values) const {
  for (size_t k = 0; k < prims_.size(); k++) {
    if (prims_[k] != Prim::Unit)
      e.elements.store(prims_[k], values[k], place(e, record, places_[k]), {});
  }
}

std::vector<llvm::Value*> RecordLayout::load(FunctionEmitter& e, llvm::Value* record) const {
  std::vector<llvm::Value*> out;
  for (size_t k = 0; k < prims_.size(); k++)
    out.push_back(e.elements.load(prims_[k], place(e, record, places_[k]), {}));
  return out;
}

RecordLayout record_of(FunctionEmitter& e, std::span<const ir::Atom> values) {
  std::vector<Prim> prims;
  for (const ir::Atom& value : values) {
    if (!e.type(value)->is_scalar()) return {};
    prims.push_back(e.type(value)->elem);
  }
  RecordLayout layout(std::move(prims));
  return layout.words() > 0 ? layout : RecordLayout();
}

llvm::Function* combining_function(FunctionEmitter& host, Outlined& outlined,
                                   const RecordLayout& record, const ir::Lambda& op) {
  llvm::Type* pointer = host.m.pointer;
  Outlined::Task task = outlined.task(".combine", {pointer, pointer});
  FunctionEmitter& e = *task.emitter;
  const std::vector<llvm::Value*> left = record.load(e, task.param(0));
  const std::vector<llvm::Value*> right = record.load(e, task.param(1));
  record.store(e, task.param(0), combine_components(e, op, left, right));
  Outlined::finish(task);
  return e.function;
}

llvm::Function* neutral_function(FunctionEmitter& host, Outlined& outlined,
                                 const RecordLayout& record, std::span<const ir::Atom> neutral) {
  Outlined::Task task = outlined.task(".neutral", {host.m.pointer});
  FunctionEmitter& e = *task.emitter;
  record.store(e, task.param(0), e.scalars(neutral));
  Outlined::finish(task);
  return e.function;
}

}  // namespace planish::codegen::gpu
