// What entry points are told about arrays of offsets (planish_slot in runtime/abi.h).
#pragma once

#include "runtime/abi.h"

namespace planish::runtime {

// All rows have this length.
inline uint64_t equal_rows_word(int64_t length) { return 2 + static_cast<uint64_t>(length); }
inline bool says_equal_rows(uint64_t word) { return word >= 2; }
inline int64_t known_row_length(uint64_t word) { return static_cast<int64_t>(word - 2); }

// Are all rows equally long? `offsets` has one element more than there are rows.
inline uint64_t row_length_word(const int64_t* offsets, int64_t rows) {
  constexpr uint64_t kDiffer = 1;
  const int64_t length = planish_row_length(offsets, rows);
  return length < 0 ? kDiffer : equal_rows_word(length);
}

}  // namespace planish::runtime
