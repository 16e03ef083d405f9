#include "codegen/gpu/separate_results.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>

#include <algorithm>
#include <vector>

namespace planish::codegen::gpu {

void separate_results(llvm::Function& function, llvm::ArrayRef<llvm::Value*> results) {
  if (results.size() < 2) return;
  llvm::LLVMContext& context = function.getContext();
  llvm::MDBuilder metadata(context);
  llvm::MDNode* domain = metadata.createAnonymousAliasScopeDomain("results");
  std::vector<llvm::Metadata*> scopes;
  std::vector<const llvm::Value*> objects;
  for (const llvm::Value* result : results) {
    scopes.push_back(metadata.createAnonymousAliasScope(domain));
    objects.push_back(llvm::getUnderlyingObject(result, 0));
  }
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    if (store == nullptr) continue;
    const auto found =
        std::ranges::find(objects, llvm::getUnderlyingObject(store->getPointerOperand(), 0));
    if (found == objects.end()) continue;
    const auto own = static_cast<size_t>(found - objects.begin());
    std::vector<llvm::Metadata*> others = scopes;
    others.erase(others.begin() + static_cast<ptrdiff_t>(own));
    store->setMetadata(llvm::LLVMContext::MD_alias_scope, llvm::MDNode::get(context, scopes[own]));
    store->setMetadata(llvm::LLVMContext::MD_noalias, llvm::MDNode::get(context, others));
  }
}

}  // namespace planish::codegen::gpu
