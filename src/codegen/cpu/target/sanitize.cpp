#include "codegen/cpu/target/sanitize.h"

#include <llvm/Transforms/Instrumentation/AddressSanitizer.h>

namespace planish::codegen {
namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kAddressSanitizer = true;
#elif defined(__has_feature)
constexpr bool kAddressSanitizer = __has_feature(address_sanitizer);
#else
constexpr bool kAddressSanitizer = false;
#endif

}  // namespace

void add_sanitizers(llvm::PassBuilder& builder) {
  if (!kAddressSanitizer) return;
  builder.registerOptimizerLastEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel, llvm::ThinOrFullLTOPhase) {
        llvm::AddressSanitizerOptions options;
        // Frames on a stack of AddressSanitizer's own would defeat planish_check_stack.
        options.UseAfterReturn = llvm::AsanDetectStackUseAfterReturnMode::Never;
        // The runtime is that of another compiler, of the same version of the interface.
        options.InsertVersionCheck = false;
        // Constructors of modules are not run when code is loaded; there are no writable globals
        // anyway.
        passes.addPass(llvm::AddressSanitizerPass(options, false, false, llvm::AsanDtorKind::None,
                                                  llvm::AsanCtorKind::None));
      });
}

void mark_for_sanitizers(llvm::Module& module) {
  if (!kAddressSanitizer) return;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) function.addFnAttr(llvm::Attribute::SanitizeAddress);
  }
  for (llvm::GlobalVariable& global : module.globals()) {
    llvm::GlobalValue::SanitizerMetadata excluded;
    excluded.NoAddress = true;
    global.setSanitizerMetadata(excluded);
  }
}

}  // namespace planish::codegen
