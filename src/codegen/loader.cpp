#include "codegen/loader.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>

#include "codegen/runtime_symbols.h"
#include "support/library_folders.h"

namespace planish::codegen {
namespace {

constexpr const char* kFileName = "libplanish_codegen.so";

void* open_library() {
  std::string tried;
  for (const auto& folder : library_folders()) {
    const auto file = folder / kFileName;
    std::error_code error;
    if (!std::filesystem::exists(file, error)) {
      tried += fmt::format("\n  {} does not exist", file.string());
      continue;
    }
    // LLVM registers destructors and thread-local data, so the library cannot go before the
    // process.
    if (void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)) return library;
    tried += fmt::format("\n  {}", dlerror());
  }
  throw std::runtime_error("cannot load the code generator:" + tried);
}

}  // namespace

std::unique_ptr<CodeGenerator> load_code_generator() {
  void* library = open_library();
  const auto create = reinterpret_cast<CreateCodeGenerator>(dlsym(library, kCreateCodeGenerator));
  if (!create)
    throw std::runtime_error(fmt::format("cannot load the code generator: {}", dlerror()));
  const auto symbols = runtime_symbols();
  return std::unique_ptr<CodeGenerator>(create(symbols.data(), symbols.size()));
}

}  // namespace planish::codegen
