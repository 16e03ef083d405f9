#include "codegen/runtime_symbols.h"

namespace planish::codegen {

std::span<const RuntimeSymbol> runtime_symbols() { return {}; }

}  // namespace planish::codegen
