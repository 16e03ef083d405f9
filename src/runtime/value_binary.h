// What readers and writers of the binary format have to agree on: docs/values.md.
#pragma once

#include <cstdint>

namespace planish::runtime {

inline constexpr char kBinaryVersion = 2;
// Of irregular arrays, which Futhark does not have: no number, so that it will never be one of its
// versions.
inline constexpr char kIrregularVersion = 'r';
// In place of the size of a dimension that varies.
inline constexpr int64_t kVaryingSize = -1;

}  // namespace planish::runtime
