// The functions of runtime/abi.h that are linked into this executable, for loaded code.
#pragma once

#include <span>

#include "codegen/loader.h"

namespace planish::codegen {

std::span<const RuntimeSymbol> runtime_symbols();

}  // namespace planish::codegen
