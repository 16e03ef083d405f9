// What code does with the sequences of entry points (Note [Sequences of entry points] in
// lower/stream_calls.h): functions of the runtime, as runtime/performing.h has them.
#pragma once

#include "runtime/performing.h"

namespace planish::runtime {

// Null: there is none of this name.
PerformingFunction find_sequence_function(std::string_view symbol);

}  // namespace planish::runtime
