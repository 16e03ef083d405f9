// Object code in this process.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "codegen/codegen.h"
#include "codegen/loader.h"

namespace planish::codegen {

// Links an object file into this process. Symbols that it does not define are looked for among
// `runtime`, then in the libraries of the process and in libmvec. Throws std::runtime_error, which
// names the missing ones.
std::unique_ptr<LoadedCode> load_object(std::string_view object,
                                        std::span<const RuntimeSymbol> runtime);

}  // namespace planish::codegen
