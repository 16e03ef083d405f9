#include "codegen/common/outlined.h"

#include <fmt/format.h>
#include <llvm/IR/MDBuilder.h>

#include "ir/walk.h"

namespace planish::codegen {
namespace {

// A size is not negative. With that, LLVM makes one comparison of the two that check an index.
void mark_size(llvm::Value* value) {
  auto* load = llvm::dyn_cast<llvm::LoadInst>(value);
  if (load == nullptr) return;
  llvm::MDBuilder metadata(load->getContext());
  load->setMetadata(llvm::LLVMContext::MD_range,
                    metadata.createRange(llvm::APInt(64, 0), llvm::APInt::getSignedMinValue(64)));
}

}  // namespace

void Outlined::capture(ir::Var var) {
  auto bound = host_.bindings().find(var.id);
  if (bound == host_.bindings().end() || !known_.insert(var.id).second) return;
  ir::for_each_var_in(host_.type(var), [&](ir::Var size) {
    sizes_.insert(size.id);
    capture(size);
  });
  const Binding& binding = bound->second;
  if (binding.accumulator)
    throw std::logic_error("compiler bug: an accumulator is used by a parallel operator");
  if (binding.scalar != nullptr) {
    variables_.push_back({var, capture_value(binding.scalar), 0, {}});
    return;
  }
  const size_t first = capture_value(binding.array.data);
  for (llvm::Value* stride : binding.array.strides) capture_value(stride);
  variables_.push_back({var, first, binding.array.strides.size(), binding.root});
}

void Outlined::capture_free(const ir::Body& body) {
  for (ir::Var var : ir::free_variables(host_.m.storage, &body)) capture(var);
}

void Outlined::capture_free(const ir::Lambda& lambda) {
  for (ir::Var var : ir::free_variables(host_.m.storage, &lambda)) capture(var);
}

void Outlined::capture_space(std::span<const ir::Level> levels) {
  for (const ir::Level& level : levels) {
    capture(level.bound);
    if (level.offsets) capture(level.offsets);
  }
}

size_t Outlined::capture_value(llvm::Value* value) {
  values_.push_back(value);
  return values_.size() - 1;
}

void Outlined::writes_to(std::span<const ir::Var> arrays) {
  for (ir::Var array : arrays) written_.insert(host_.binding(array).root.id);
}

size_t Outlined::reserve_pointer() { return capture_value(nullptr); }

uint64_t Outlined::place_of(size_t number, const llvm::DataLayout& layout) const {
  unsigned field = 0;
  for (size_t k = 0; k < number; k++) field += is_field(values_[k]) ? 1 : 0;
  return layout.getStructLayout(record_)->getElementOffset(field);
}

llvm::Value* Outlined::closure() {
  std::vector<llvm::Type*> fields;
  for (llvm::Value* value : values_) {
    if (is_field(value)) fields.push_back(field_type(value));
  }
  record_ = llvm::StructType::get(host_.m.context, fields);
  llvm::Value* record = host_.frame.stack_slot(record_, "closure");
  unsigned field = 0;
  for (llvm::Value* value : values_) {
    if (!is_field(value)) continue;
    if (value != nullptr)
      host_.b.CreateStore(value, host_.b.CreateStructGEP(record_, record, field));
    field++;
  }
  return record;
}

Outlined::Task Outlined::task(const std::string& suffix, llvm::ArrayRef<llvm::Type*> params) {
  ModuleEmitter& m = host_.m.tasks();
  std::vector<llvm::Type*> types{m.pointer};
  types.insert(types.end(), params.begin(), params.end());
  llvm::Function* function =
      m.new_function(fmt::format("{}.{}", host_.function->getName().str(), name_ + suffix), types);
  Task task;
  task.emitter = std::make_unique<FunctionEmitter>(m, function, Where::Task);
  FunctionEmitter& e = *task.emitter;
  llvm::Value* record = function->getArg(1);
  unsigned field = 0;
  for (llvm::Value* value : values_) {
    task.values.push_back(
        is_field(value)
            ? e.b.CreateLoad(field_type(value), e.b.CreateStructGEP(record_, record, field++))
            : value);
  }
  for (const Captured& captured : variables_) {
    llvm::Value* first = task.values[captured.first];
    if (e.type(captured.var)->is_scalar()) {
      if (sizes_.contains(captured.var.id)) mark_size(first);
      e.bind_scalar(captured.var, first);
      continue;
    }
    Array array{first, {}, nullptr, 0, !written_.contains(captured.root.id)};
    for (size_t k = 0; k < captured.strides; k++)
      array.strides.push_back(task.values[captured.first + 1 + k]);
    e.bind(captured.var, {nullptr, array, captured.var, {}});
  }
  return task;
}

}  // namespace planish::codegen
