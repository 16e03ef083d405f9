#include "codegen/gpu/race_hooks.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <vector>

#include "runtime/emulator/intrinsics.h"

namespace planish::codegen::gpu {
namespace {

// That of a thread alone, or constant: stacks, closures, and what says how a kernel was launched.
bool is_private(const llvm::Value* address) {
  const llvm::Value* object = llvm::getUnderlyingObject(address, 0);
  if (llvm::isa<llvm::AllocaInst>(object)) return true;
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(object);
  return global != nullptr && global->isConstant();
}

uint32_t order_of(llvm::AtomicOrdering order) {
  return (llvm::isAcquireOrStronger(order) ? PLANISH_ATOMIC_ACQUIRES : 0) |
         (llvm::isReleaseOrStronger(order) ? PLANISH_ATOMIC_RELEASES : 0);
}

class Hooks {
 public:
  explicit Hooks(llvm::Module& module) : module_(module), b_(module.getContext()) {
    llvm::Type* none = b_.getVoidTy();
    read_ = module.getOrInsertFunction("planish_emulator_watch_read", none, b_.getPtrTy(),
                                       b_.getInt64Ty());
    write_ = module.getOrInsertFunction("planish_emulator_watch_write", none, b_.getPtrTy(),
                                        b_.getInt64Ty());
    atomic_ = module.getOrInsertFunction("planish_emulator_watch_atomic", none, b_.getPtrTy(),
                                         b_.getInt64Ty(), b_.getInt32Ty());
  }

  void add_before(llvm::Instruction& instruction) {
    b_.SetInsertPoint(&instruction);
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      if (load->isAtomic())
        atomic(load->getPointerOperand(), load->getType(),
               PLANISH_ATOMIC_READS | order_of(load->getOrdering()));
      else
        plain(read_, load->getPointerOperand(), size(load->getType()));
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      llvm::Type* type = store->getValueOperand()->getType();
      if (store->isAtomic())
        atomic(store->getPointerOperand(), type,
               PLANISH_ATOMIC_WRITES | order_of(store->getOrdering()));
      else
        plain(write_, store->getPointerOperand(), size(type));
    } else if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
      atomic(update->getPointerOperand(), update->getValOperand()->getType(),
             PLANISH_ATOMIC_READS | PLANISH_ATOMIC_WRITES | order_of(update->getOrdering()));
    } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
      atomic(
          exchange->getPointerOperand(), exchange->getCompareOperand()->getType(),
          PLANISH_ATOMIC_READS | PLANISH_ATOMIC_WRITES | order_of(exchange->getSuccessOrdering()));
    } else if (auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
      llvm::Value* bytes = b_.CreateZExtOrTrunc(memory->getLength(), b_.getInt64Ty());
      if (auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(memory))
        plain(read_, transfer->getSource(), bytes);
      plain(write_, memory->getDest(), bytes);
    }
  }

 private:
  llvm::Value* size(llvm::Type* type) {
    return b_.getInt64(module_.getDataLayout().getTypeStoreSize(type).getFixedValue());
  }
  void plain(llvm::FunctionCallee hook, llvm::Value* address, llvm::Value* bytes) {
    if (!is_private(address)) b_.CreateCall(hook, {address, bytes});
  }
  void atomic(llvm::Value* address, llvm::Type* type, uint32_t how) {
    if (!is_private(address)) b_.CreateCall(atomic_, {address, size(type), b_.getInt32(how)});
  }

  llvm::Module& module_;
  llvm::IRBuilder<> b_;
  llvm::FunctionCallee read_, write_, atomic_;
};

}  // namespace

void prepare_race_hooks(llvm::Module& device) {
  for (llvm::Function& function : device) {
    if (!function.isDeclaration()) function.addFnAttr(llvm::Attribute::SanitizeThread);
  }
}

void add_race_hooks(llvm::Module& module) {
  Hooks hooks(module);
  for (llvm::Function& function : module) {
    if (!function.hasFnAttribute(llvm::Attribute::SanitizeThread)) continue;
    std::vector<llvm::Instruction*> all;
    for (llvm::Instruction& instruction : llvm::instructions(function)) all.push_back(&instruction);
    for (llvm::Instruction* instruction : all) hooks.add_before(*instruction);
  }
}

}  // namespace planish::codegen::gpu
