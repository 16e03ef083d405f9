// Runs a program with streams in the interpreter, with arrays cut into chunks in several ways:
// programs promise that their results do not depend on that.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "driver/run/execute.h"

namespace planish {

// How the results of an entry point differ between two sizes of chunks; nothing if they do not. The
// program is interpreted.
std::optional<std::string> difference_between_chunks(Executable& interpreted,
                                                     const ir::Function& entry,
                                                     const std::vector<runtime::Value>& inputs,
                                                     const runtime::RunOptions& options,
                                                     const runtime::Tolerance& tolerance);

}  // namespace planish
