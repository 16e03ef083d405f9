// A value as it is written in the language, with its records and tuples, from the components that a program gives.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "runtime/value.h"
#include "sema/context.h"
#include "sema/type.h"

namespace planish {

// `({x = 1i32}, [2i32, 3i32])`. Nothing for a type whose values are not simply those of its parts: sums, arrays of
// records, abstract types.
std::optional<std::string> structured_text(const SemaContext& cx, const Type* type,
                                           std::span<const runtime::Value> components);

}  // namespace planish
