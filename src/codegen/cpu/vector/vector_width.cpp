#include "codegen/cpu/vector/vector_width.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/VFABIDemangler.h>

#include <unordered_set>
#include <vector>

// Note [Width of vectors]
// A Zen 4 works on vectors of 512 bits in two steps, so they make loops no faster, and a loop has
// to be longer before its vectorised part is entered at all: the sums of rows of 4, 12, 32 and 100
// floats take 0.35, 0.19, 0.09 and 0.08 ns per element with 256 bits, and 0.51, 0.26, 0.12 and 0.11
// ns with 512; those of long rows 0.08 ns with both. Functions of libmvec however take a quarter
// less time for one vector of 512 bits than for two of 256. So code that calls these has the wide
// vectors, as has code that asks for them (tile.cpp), and all other has the narrow ones. For other
// CPUs LLVM's own choice stands: narrow ones for most of Intel's, wide ones for a Zen 5.

namespace planish::codegen {
namespace {

constexpr const char* kPreferredWidth = "prefer-vector-width";
constexpr llvm::Align kVectorAlign = llvm::Align::Constant<64>();

// The functions that call one of libmvec's, or that call a function which does: it may be inlined.
std::unordered_set<const llvm::Function*> users_of_vector_math(const llvm::Module& module) {
  std::unordered_set<const llvm::Function*> users;
  std::vector<const llvm::Function*> work;
  for (const llvm::Function& function : module) {
    if (function.hasFnAttribute(llvm::VFABI::MappingsAttrName)) work.push_back(&function);
  }
  while (!work.empty()) {
    const llvm::Function* callee = work.back();
    work.pop_back();
    for (const llvm::User* user : callee->users()) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
      if (call && call->getCalledOperand() == callee && users.insert(call->getFunction()).second)
        work.push_back(call->getFunction());
    }
  }
  return users;
}

}  // namespace

void choose_vector_width(llvm::Module& module, const llvm::TargetMachine& target) {
  const auto wide = users_of_vector_math(module);
  // A call leaves no vector in its register. By itself, LLVM would not align the stack for them,
  // and half of those that it keeps there would lie in two cache lines.
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && wide.contains(&function))
      function.addFnAttr(llvm::Attribute::getWithStackAlignment(module.getContext(), kVectorAlign));
  }
  if (target.getTargetCPU() != "znver4") return;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && !wide.contains(&function) &&
        !function.hasFnAttribute(kPreferredWidth))
      function.addFnAttr(kPreferredWidth, "256");
  }
}

}  // namespace planish::codegen
