// What entry points are told about arrays of offsets (planish_slot in runtime/abi.h).
#pragma once

#include <cstdint>

namespace planish::runtime {

// Are all rows equally long? `offsets` has one element more than there are rows.
inline uint64_t row_length_word(const int64_t* offsets, int64_t rows) {
  constexpr uint64_t kDiffer = 1;
  constexpr uint64_t kFirstLength = 2;
  if (rows <= 0) return kFirstLength;
  const int64_t length = offsets[1] - offsets[0];
  for (int64_t i = 1; i < rows; i++) {
    if (offsets[i + 1] - offsets[i] != length) return kDiffer;
  }
  return kFirstLength + static_cast<uint64_t>(length);
}

}  // namespace planish::runtime
