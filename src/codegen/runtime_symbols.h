// The functions of the runtime that are linked into this executable, for loaded code: those of
// runtime/abi.h and, for programs that run on a GPU, of runtime/device_abi.h.
#pragma once

#include <span>

#include "codegen/loader.h"

namespace planish::codegen {

std::span<const RuntimeSymbol> runtime_symbols();

}  // namespace planish::codegen
