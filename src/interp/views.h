// Parts of arrays, also across the boxes of irregular ones, and conversions between regular and
// irregular.
#pragma once

#include <cstdint>
#include <span>

#include "interp/array.h"
#include "interp/code.h"
#include "interp/machine.h"

namespace planish::interp {

// One dimension of a slice.
struct SliceRange {
  bool is_index = false;
  int64_t start = 0;
  int64_t count = 0;
  int64_t stride = 0;
};

inline void check_index(int64_t index, int64_t dim, const OpData& op, Machine& m) {
  if (static_cast<uint64_t>(index) >= static_cast<uint64_t>(dim)) [[unlikely]]
    m.bug(op, "an index outside of the array that was not checked before");
}

// The array that the indices lead to. Each index is in its dimension, or the program stops.
Array part_at(const Array& array, std::span<const int64_t> indices, const OpData& op, Machine& m);
// Where the scalar is that the indices lead to.
std::byte* element_at(const Array& array, std::span<const int64_t> indices, const OpData& op,
                      Machine& m);
// The part that a slice says, as a view; a new array if it takes a part of each row of an irregular
// array. `rank` is the number of dimensions that the slice may have.
Array slice_of(const Array& array, size_t rank, std::span<const SliceRange> dims, const OpData& op,
               Machine& m);
// Some elements of the outer dimension.
Array range_of(const Array& array, int64_t start, int64_t count, const OpData& op, Machine& m);
// Writes to that part.
void write_scalar(Array& array, std::span<const SliceRange> dims, uint64_t bits, const OpData& op,
                  Machine& m);
void write_array(Array& array, std::span<const SliceRange> dims, const Array& value,
                 const OpData& op, Machine& m);

// A new array of the kind that the spec says, whose outer dimensions are given.
Array make_array_of(const ArraySpec& spec, std::span<const int64_t> outer, const OpData& op,
                    Machine& m);
// Puts a copy of the value into an array: `at` is the place of an element of it, and `used` how
// many dimensions led there.
void put_copy(const Array& array, uint32_t used, std::byte* at, const Array& value,
              const OpData& op, Machine& m);
// The array in the form that the spec says, as a copy. The first dimensions may have been found
// before.
Array in_form(const Array& array, const ArraySpec& spec, size_t first, const OpData& op,
              Machine& m);

}  // namespace planish::interp
