// Chunks while they are made, and pieces of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/streams/stream.h"

namespace planish::runtime {

// One component of a chunk.
class PartBuilder {
 public:
  explicit PartBuilder(ValueShape element);

  const ValueShape& shape() const { return shape_; }
  size_t rank() const { return shape_.varying.size(); }
  bool varies(size_t dim) const { return shape_.varying[dim]; }
  // Of a dimension that does not vary; -1 until it is known. All elements have the same.
  int64_t size(size_t dim) const { return sizes_[dim]; }
  // False: elements before have another size.
  bool settle(size_t dim, int64_t size);
  // With what is known of the sizes.
  ValueShape settled_shape() const;
  // Bytes of an element; -1: they vary, or are not known.
  int64_t element_bytes() const;

  // The scalars of all elements. Whoever appends to them adds the lengths, too.
  ByteVector& data() { return data_; }
  void add_length(size_t dim, int64_t length) { lengths_[dim].push_back(length); }
  void add_lengths(size_t dim, size_t count, int64_t length) {
    lengths_[dim].insert(lengths_[dim].end(), count, length);
  }
  void add_lengths(size_t dim, std::span<const int64_t> lengths) {
    lengths_[dim].insert(lengths_[dim].end(), lengths.begin(), lengths.end());
  }
  // What the elements so far take.
  int64_t bytes() const;

  // Something to come back to when an element turns out to be none.
  struct Mark {
    size_t data = 0;
    std::vector<size_t> lengths;
  };
  Mark mark() const;
  void back_to(const Mark& mark);

  // An array of all elements, of which nothing is left here.
  Value take(int64_t count);

 private:
  ValueShape shape_;
  std::vector<int64_t> sizes_;
  ByteVector data_;
  std::vector<std::vector<int64_t>> lengths_;  // of each dimension that varies
};

// "[]f32" for elements of type f32
ValueShape array_of(const ValueShape& element);

// Goes through the elements of an array, of any rank but 0.
class ElementWalk {
 public:
  explicit ElementWalk(const Value& array);

  // Of the next element, what lies in each level: numbers of its arrays, and where their lengths
  // begin; at last its scalars.
  struct Levels {
    std::vector<size_t> arrays;  // of each dimension of the element, and scalars
    std::vector<size_t> begins;  // the first of them
  };
  const Levels& next();

 private:
  const Value& array_;
  Levels levels_;
};

// The elements from `begin` on, before `end`.
Chunk slice(const Chunk& chunk, int64_t begin, int64_t end);

// What the values take.
int64_t bytes_of(const Chunk& chunk);

}  // namespace planish::runtime
