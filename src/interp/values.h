// Values of the outside as arrays of the interpreter, and back.
#pragma once

#include <functional>

#include "interp/array.h"
#include "ir/type.h"
#include "runtime/value.h"

namespace planish::interp {

// Of an array in the form that the type asks for. Rows of different lengths where the type has a
// fixed dimension give an empty handle.
Array from_value(Heap& heap, const runtime::Value& value, const ir::Type& type);
uint64_t scalar_from_value(const runtime::Value& value);

runtime::Value to_value(Prim prim, uint64_t bits);
// `size_of` says the size of a dimension that is fixed, but comes after one that varies, so that no
// row may show it.
runtime::Value to_value(const Array& array, const ir::Type& type,
                        const std::function<int64_t(const ir::Dim&)>& size_of);
// The same for messages: without a type.
runtime::Value to_value(const Array& array);

}  // namespace planish::interp
