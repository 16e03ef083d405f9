// Loads libplanish_codegen.so, the code generator with LLVM inside: Note [Loaded code generator] in
// cmake/PlanishCodegen.cmake.
#pragma once

#include <cstddef>
#include <memory>

#include "codegen/codegen.h"

namespace planish::codegen {

// A function that loaded code may call, by its name in object code.
struct RuntimeSymbol {
  const char* name;
  void* address;
};

// The one function that the library exports, with C linkage, and its name. The table outlives the
// generator.
using CreateCodeGenerator = CodeGenerator* (*)(const RuntimeSymbol* symbols, size_t symbol_count);
inline constexpr const char* kCreateCodeGenerator = "planish_create_code_generator";

// A code generator whose loaded code finds the functions of runtime/abi.h. The library is looked
// for as support/library_folders.h says, and stays loaded until the process ends. Throws
// std::runtime_error when it cannot be loaded.
std::unique_ptr<CodeGenerator> load_code_generator();

}  // namespace planish::codegen
