// The beginning of a binary value: docs/values.md.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runtime/streams/byte_window.h"
#include "runtime/streams/chunk_parts.h"
#include "runtime/streams/element_run.h"

namespace planish::runtime {

struct BinaryHeader {
  bool is_irregular = false;
  Prim prim = Prim::I32;
  std::vector<int64_t> sizes;  // kVaryingSize: a dimension that varies
  size_t bytes = 0;            // of the header itself

  // "[3][?]f32"
  std::string type_text() const;
};

// Looks at the window, and uses nothing. Throws StreamError.
Got read_binary_header(ByteWindow& window, BinaryHeader& header, Patience& patience);

// A binary array as elements, whose scalars begin where the window is left.
struct BinaryArray {
  int64_t count = 0;
  std::vector<RunLevel> levels;
  int64_t scalars = 0;  // of all elements together
};

// Uses the header and the offsets. The outermost dimension is that of the elements. Where the window
// cannot read at two places, offsets are kept, which may take `limit` bytes, or any if it is negative.
// Throws StreamError.
BinaryArray open_binary_array(ByteWindow& window, const BinaryHeader& header, int64_t limit);

}  // namespace planish::runtime
