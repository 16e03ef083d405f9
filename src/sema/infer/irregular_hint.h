// How a user asks for an irregular array, for hints in messages.
#pragma once

#include <string>

#include "sema/types/context.h"

namespace planish {

// The type of an array of such elements, as it has to be written: `[]{key: i64, rows: [?]f32}`.
// Sizes that are open in the element (`[]`, or those that a function gives anew with each call) are
// `?` in it. Empty: none is open.
std::string irregular_array_of(SemaContext& cx, const Type* element);

// The same for an array of what the function gives, after all of its parameters.
std::string irregular_array_of_results(SemaContext& cx, const Type* function);

}  // namespace planish
