// Where programs apply functions to chunks of arrays.
#pragma once

#include "ir/program.h"

namespace planish {

// Is there a stream in the code, however deep?
bool has_streams(const ir::Body* body);
bool has_streams(const ir::Program& program);
// That, or an entry point takes or gives a sequence.
bool works_on_chunks(const ir::Program& program);

}  // namespace planish
