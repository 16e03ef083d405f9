#include "codegen/gpu/bitcode.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/MemoryBuffer.h>

#include <stdexcept>
#include <string>
#include <unordered_set>
#include <vector>

// The files are put into the library as they are: PLANISH_*_FILE are set by the build.
#define PLANISH_EMBED(symbol, file)                                                    \
  __asm__(".section .rodata\n.balign 16\n.local " #symbol                              \
          "_begin\n"                                                                   \
          ".local " #symbol "_end\n" #symbol "_begin:\n.incbin \"" file "\"\n" #symbol \
          "_end:\n.byte 0\n.previous\n");                                              \
  extern "C" __attribute__((visibility("hidden"))) const char symbol##_begin[];        \
  extern "C" __attribute__((visibility("hidden"))) const char symbol##_end[];

PLANISH_EMBED(planish_kernels_bitcode, PLANISH_KERNELS_FILE)
PLANISH_EMBED(planish_math_bitcode, PLANISH_MATH_FILE)

namespace planish::codegen::gpu {
namespace {

// Accumulators are handed on word by word, and words between their components mean nothing. To C++
// a parameter always has a value, so LLVM would take what does so for code that is never reached.
void allow_undefined_words(llvm::Module& module) {
  const auto allow = [](auto& callee, unsigned params) {
    callee.removeRetAttr(llvm::Attribute::NoUndef);
    for (unsigned k = 0; k < params; k++) callee.removeParamAttr(k, llvm::Attribute::NoUndef);
  };
  for (llvm::Function& function : module) {
    allow(function, static_cast<unsigned>(function.arg_size()));
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) allow(*call, call->arg_size());
    }
  }
}

}  // namespace

std::string_view kernels_bitcode() {
  return {planish_kernels_bitcode_begin, planish_kernels_bitcode_end};
}

std::string_view math_bitcode() { return {planish_math_bitcode_begin, planish_math_bitcode_end}; }

std::unique_ptr<llvm::Module> read_bitcode(std::string_view bitcode, const llvm::Module& like) {
  auto buffer = llvm::MemoryBuffer::getMemBuffer({bitcode.data(), bitcode.size()}, "", false);
  llvm::Expected<std::unique_ptr<llvm::Module>> module =
      llvm::getOwningLazyBitcodeModule(std::move(buffer), like.getContext());
  if (!module)
    throw std::logic_error("compiler bug: bitcode cannot be read: " +
                           llvm::toString(module.takeError()));
  (*module)->setTargetTriple(like.getTargetTriple());
  (*module)->setDataLayout(like.getDataLayout());
  return std::move(*module);
}

std::vector<std::string> function_names(std::string_view bitcode, llvm::LLVMContext& context) {
  auto buffer = llvm::MemoryBuffer::getMemBuffer({bitcode.data(), bitcode.size()}, "", false);
  llvm::Expected<std::unique_ptr<llvm::Module>> module =
      llvm::getOwningLazyBitcodeModule(std::move(buffer), context);
  if (!module)
    throw std::runtime_error("bitcode that cannot be read: " + llvm::toString(module.takeError()));
  std::vector<std::string> names;
  for (const llvm::Function& function : **module) {
    if (!function.isDeclaration() && !function.hasLocalLinkage())
      names.push_back(function.getName().str());
  }
  return names;
}

void link_needed(llvm::Module& module, std::unique_ptr<llvm::Module> library) {
  std::vector<std::string> before;
  for (const llvm::Function& function : module) {
    if (!function.isDeclaration()) before.push_back(function.getName().str());
  }
  if (llvm::Linker::linkModules(module, std::move(library), llvm::Linker::LinkOnlyNeeded))
    throw std::logic_error("compiler bug: bitcode cannot be linked");
  const std::unordered_set<std::string> own(before.begin(), before.end());
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || own.contains(function.getName().str())) continue;
    function.setLinkage(llvm::Function::InternalLinkage);
    // What it was compiled for would keep it from being inlined.
    function.removeFnAttr("target-cpu");
    function.removeFnAttr("target-features");
    function.removeFnAttr("no-builtins");
    function.removeFnAttr("frame-pointer");
  }
  allow_undefined_words(module);
}

}  // namespace planish::codegen::gpu
