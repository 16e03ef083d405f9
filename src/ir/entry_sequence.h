// Sequences that entry points take and give: values without components, because the function calls
// the runtime for chunks of them, by their numbers (Note [Sequences of entry points] in
// lower/stream_calls.h). Their types are those of the components of an element: f32, or [?]f32. Where
// the size of a dimension is known only when the program runs, it is said to vary.
#pragma once

#include <algorithm>

#include "ir/node.h"

namespace planish::ir {

inline bool is_sequence(const EntryValue& value) {
  return value.count == 0 && !value.types.empty();
}

inline bool has_sequences(const Entry& entry) {
  return std::ranges::any_of(entry.params, is_sequence) ||
         std::ranges::any_of(entry.results, is_sequence);
}

}  // namespace planish::ir
