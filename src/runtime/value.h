// A value that enters or leaves a program: a scalar, or an array of them, regular or not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "runtime/byte_vector.h"
#include "support/prim.h"

namespace planish::runtime {

// One dimension, outermost first. In a varying one each array of the level before has a length of
// its own; `lengths` has one entry for each of those arrays, in order.
struct ValueDim {
  bool varying = false;
  int64_t size = 0;              // fixed
  std::vector<int64_t> lengths;  // varying

  friend bool operator==(const ValueDim&, const ValueDim&) = default;
};

struct Value {
  Prim prim = Prim::I32;
  std::vector<ValueDim> dims;  // none: a scalar
  ByteVector data;  // the elements in order, each of byte_size(prim) bytes, as the machine has them

  size_t count() const { return data.size() / static_cast<size_t>(byte_size(prim)); }
  bool irregular() const {
    for (const ValueDim& dim : dims) {
      if (dim.varying) return true;
    }
    return false;
  }
};

// "[3][2]i32", "[2][?]f64"
std::string type_text(const Value& value);

}  // namespace planish::runtime
