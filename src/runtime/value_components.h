// Irregular values as regular ones: the form in which entry points take and give them (Note [Rows
// at entry points] in passes/rows/entry_rows.h). For each dimension that varies, a
// value whose dimensions are those before it up to the last that varies, which has nothing in it,
// and the offsets of the rows; then the elements. Offsets may be left out of what an entry point
// gives: then all rows are equally long.
//
//   [[1, 2], [], [3]]  of type [n][?]i32      [3]unit  [0, 2, 2, 3]  [1, 2, 3]
#pragma once

#include <span>
#include <vector>

#include "runtime/value.h"
#include "runtime/value_io.h"

namespace planish::runtime {

// How many components a value of this shape has.
size_t component_count(const ValueShape& shape);

// Adds the components of a value. False: it has rows of different lengths where the shape has a
// fixed dimension.
bool split_value(const ValueShape& shape, Value value, std::vector<Value>& out);

// The value with these components, which are left empty.
Value join_value(const ValueShape& shape, std::span<Value> components);

}  // namespace planish::runtime
