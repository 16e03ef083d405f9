#include "codegen/gpu/kernel_list.h"

#include <fmt/format.h>
#include <llvm/IR/InstIterator.h>

#include <algorithm>
#include <stdexcept>

#include "runtime/device_operators.h"
#include "runtime/kernels/thread.h"
#include "target/kernels.h"

namespace planish::codegen::gpu {
namespace {

constexpr uint64_t kWord = 8;

// Plain data of so many bytes.
llvm::Type* words(llvm::LLVMContext& context, size_t bytes) {
  return llvm::ArrayType::get(llvm::Type::getInt64Ty(context), (bytes + kWord - 1) / kWord);
}

// What a function that code of threads calls says about a kernel.
int32_t flags_of(llvm::StringRef name) {
  if (name == "planish_allocate" || name == "planish_grow")
    return PLANISH_KERNEL_ALLOCATES | PLANISH_KERNEL_CAN_FAIL;
  if (name == "planish_stack_left") return PLANISH_KERNEL_RECURSES;
  if (name == "planish_thread_fail" || name == "planish_check_stack")
    return PLANISH_KERNEL_CAN_FAIL;
  if (name == "planish_check_cancelled") return PLANISH_KERNEL_LONG | PLANISH_KERNEL_CAN_FAIL;
  if (name == "planish_thread_trace") return PLANISH_KERNEL_TRACES;
  return 0;
}

// Room for a thread's arena, of no bytes if arenas lie elsewhere: Note [Arenas] in
// runtime/kernels/thread.h.
llvm::Value* stack_arena(llvm::IRBuilder<>& b, llvm::Value* launch) {
  const auto field = [&](llvm::Type* type, size_t offset) {
    return b.CreateLoad(type, b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), launch, offset));
  };
  llvm::Value* elsewhere = field(b.getPtrTy(), offsetof(planish_launch, arena));
  llvm::Value* bytes = field(b.getInt64Ty(), offsetof(planish_launch, arena_bytes));
  llvm::AllocaInst* arena = b.CreateAlloca(
      b.getInt8Ty(), b.CreateSelect(b.CreateIsNull(elsewhere), bytes, b.getInt64(0)), "arena");
  arena->setAlignment(llvm::Align(16));
  return arena;
}

// "soacs.fut:3:1-9, called at main.fut:7:5-20"; empty: there is no place.
std::string place_with_callers(const ir::Storage& storage, ir::PlaceId place) {
  std::string text;
  for (; place.id != 0; place = storage.places[place.id].caller)
    text += (text.empty() ? "" : ", called at ") + ir::place_text(storage, place);
  return text;
}

// Of all that a function comes to.
class Reached {
 public:
  int32_t flags(const llvm::Function& function) {
    if (!known_.insert(&function).second) return 0;
    int32_t found = flags_of(function.getName());
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr || call->getCalledFunction() == nullptr) continue;
      found |= flags(*call->getCalledFunction());
    }
    return found;
  }

 private:
  std::unordered_set<const llvm::Function*> known_;
};

}  // namespace

int32_t KernelList::add(Kernel kernel) {
  kernel.name = fmt::format("planish_{}_{}", kernel.name, kernels_.size());
  kernel.stm = stm_;
  if (stm_ != nullptr) kernel.place = place_with_callers(device_.storage, stm_->place);
  kernels_.push_back(std::move(kernel));
  return static_cast<int32_t>(kernels_.size()) - 1;
}

void KernelList::add_runtime_kernels(const llvm::Module& host) {
  // `launched_by`: functions of the runtime.
  const auto add = [&](const char* name, size_t closure_bytes,
                       std::initializer_list<const char*> launched_by) {
    Kernel kernel;
    const auto is_called = [&](const char* function) {
      return host.getFunction(function) != nullptr;
    };
    if (std::ranges::any_of(launched_by, is_called)) {
      kernel.name = fmt::format("{}_kernel", name);
      kernel.closure = words(device_.context, closure_bytes);
      kernel.callee = name;
      kernel.resident_blocks = kKernels.for_memory;
    }
    kernels_.push_back(std::move(kernel));
    runtime_kernels_++;
  };
  // In the order of PLANISH_RUNTIME_*.
  add("planish_runtime_copy", sizeof(planish_copy_closure), {"planish_device_copy"});
  add("planish_runtime_transpose", sizeof(planish_transpose_closure), {"planish_device_copy"});
  add("planish_runtime_fill", sizeof(planish_fill_closure), {"planish_device_fill"});
  add("planish_runtime_iota", sizeof(planish_fill_closure), {"planish_device_iota"});
  add("planish_runtime_row_length", sizeof(planish_row_length_closure),
      {"planish_device_row_length"});
  static_assert(PLANISH_RUNTIME_ROW_STARTS == PLANISH_RUNTIME_ROW_LENGTH + 1);
  add("planish_runtime_row_starts", sizeof(planish_row_starts_closure),
      {"planish_device_row_starts", "planish_device_partition"});
  add("planish_runtime_shares", sizeof(planish_shares_closure), {"planish_device_reduce_rows"});
  add("planish_runtime_class_counts", sizeof(planish_class_counts_closure),
      {"planish_device_partition"});
}

void KernelList::emit_entries(const llvm::Module& host) {
  add_runtime_kernels(host);
  for (Kernel& kernel : kernels_) {
    if (kernel.is_needed()) emit_entry(kernel);
  }
}

void KernelList::emit_entry(Kernel& kernel) {
  const auto callee = [&](const std::string& name) {
    const llvm::Function* found = bitcode_.getFunction(name);
    if (found == nullptr)
      throw std::logic_error(fmt::format("compiler bug: there is no kernel {}", name));
    return device_.module.getOrInsertFunction(name, found->getFunctionType());
  };
  Reached reached;
  for (const llvm::Value* argument : kernel.arguments) {
    if (const auto* function = llvm::dyn_cast<llvm::Function>(argument))
      kernel.flags |= reached.flags(*function);
  }
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(device_.context),
                                       {device_.pointer, device_.pointer}, false);
  llvm::Function* entry =
      llvm::Function::Create(type, llvm::Function::ExternalLinkage, kernel.name, device_.module);
  entry->setDoesNotThrow();
  llvm::Value* closure = entry->getArg(0);
  llvm::Value* launch = entry->getArg(1);
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(device_.context, "entry", entry));
  llvm::AllocaInst* thread =
      b.CreateAlloca(words(device_.context, sizeof(planish_thread)), nullptr, "thread");
  std::vector<llvm::Value*> arguments = kernel.arguments;
  if (kernel.room_bytes > 0) {
    llvm::AllocaInst* room = b.CreateAlloca(
        words(device_.context, static_cast<size_t>(kernel.room_bytes)), nullptr, "room");
    room->setAlignment(llvm::Align(16));
    arguments.insert(arguments.begin() + static_cast<ptrdiff_t>(kernel.room_at), room);
  }
  arguments.insert(arguments.begin(), {thread, closure, launch});
  constexpr int32_t kAllocates = PLANISH_KERNEL_ALLOCATES;
  // Recursion needs the stack for itself.
  if ((kernel.flags & (kAllocates | PLANISH_KERNEL_RECURSES)) == kAllocates)
    kernel.flags |= PLANISH_KERNEL_STACK_ARENA;
  llvm::Value* arena = (kernel.flags & PLANISH_KERNEL_STACK_ARENA) != 0
                           ? stack_arena(b, launch)
                           : llvm::ConstantPointerNull::get(device_.pointer);
  auto* run = llvm::BasicBlock::Create(device_.context, "run", entry);
  auto* done = llvm::BasicBlock::Create(device_.context, "done", entry);
  llvm::Value* begun =
      b.CreateCall(callee("planish_kernel_begin"),
                   {thread, launch, b.getInt32(static_cast<uint32_t>(kernel.flags)), arena});
  b.CreateCondBr(b.CreateICmpNE(begun, llvm::Constant::getNullValue(begun->getType())), run, done);
  b.SetInsertPoint(run);
  b.CreateCall(callee(kernel.callee), arguments);
  b.CreateBr(done);
  b.SetInsertPoint(done);
  b.CreateRetVoid();
  kernel.entry = entry;
}

}  // namespace planish::codegen::gpu
