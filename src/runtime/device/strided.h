// Strided copies in the fewest dimensions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace planish::device {

struct StridedCopy {
  int64_t rank = 0;
  std::array<int64_t, 8> dims{};
  std::array<int64_t, 8> to{};  // strides, in elements
  std::array<int64_t, 8> from{};

  int64_t count() const;
  // One run of elements on both sides.
  bool is_dense() const { return rank == 0 || (rank == 1 && to[0] == 1 && from[0] == 1); }
  // The last two dimensions are exchanged: one side has the last, the other the one before it
  // innermost.
  bool is_transposition() const {
    return (rank == 2 || rank == 3) && to[last()] == 1 && from[last() - 1] == 1;
  }
  size_t last() const { return static_cast<size_t>(rank - 1); }
};

// The same elements: dimensions of size 1 are left out, and neighbours that lie behind each other on
// both sides are one. A copy of nothing has a dimension of size 0.
StridedCopy simplified(int64_t rank, const int64_t* dims, const int64_t* to_strides,
                       const int64_t* from_strides);

}  // namespace planish::device
