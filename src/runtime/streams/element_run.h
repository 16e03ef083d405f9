// Elements of one component that lie one behind the other, as in a binary array: the scalars of all of
// them in one place, and for each dimension that varies the lengths of its arrays in another.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "runtime/streams/byte_window.h"
#include "runtime/streams/chunk_parts.h"

namespace planish::runtime {

// Lengths of arrays, one after the other: in memory, or as offsets in a file.
class Lengths {
 public:
  explicit Lengths(std::vector<int64_t> lengths) : listed_(std::move(lengths)) {}
  // The window is at the offset of the first array. The last of all offsets is known.
  Lengths(std::unique_ptr<ByteWindow> offsets, int64_t last);

  // Throws StreamError.
  int64_t next();

 private:
  int64_t next_offset();

  std::vector<int64_t> listed_;
  size_t at_ = 0;
  std::unique_ptr<ByteWindow> offsets_;
  int64_t offset_ = 0;
  int64_t last_ = 0;
};

// Of an array with at least one dimension, a dimension behind the first.
struct RunLevel {
  int64_t size = 0;
  std::unique_ptr<Lengths> lengths;  // null: all arrays have this size
};

class ElementRun {
 public:
  // So many elements, whose scalars begin where the window is. Their sizes fit the part that they are
  // added to.
  ElementRun(std::vector<RunLevel> levels, int64_t count, ByteWindow& data)
      : levels_(std::move(levels)), left_(count), data_(&data) {}
  // A run may keep its window.
  ElementRun(std::vector<RunLevel> levels, int64_t count, std::unique_ptr<ByteWindow> data)
      : levels_(std::move(levels)), left_(count), data_(data.get()), owned_(std::move(data)) {}

  int64_t left() const { return left_; }
  // All elements take the same.
  bool is_regular() const;

  struct Bounds {
    int64_t elements = 0;
    int64_t bytes = 0;   // of the part; one element may take more
    int64_t limit = -1;  // no element may take more; negative: none
  };
  // Adds elements. Bytes and none: the next one has no room beside what the part has. End: the data
  // ends before the next element does. Throws StreamError, for the first bad one only.
  ReadResult add(PartBuilder& part, const Bounds& bounds, Patience& patience);
  // Where the next element is.
  int64_t position() const { return data_->position(); }

 private:
  // An element whose lengths have been read.
  struct Measured {
    bool is_there = false;
    std::vector<int64_t> arrays;                // in each level
    std::vector<std::vector<int64_t>> lengths;  // of levels that list them
    int64_t scalars = 0;
    int64_t bytes = 0;  // in a part
  };

  ReadResult add_regular(PartBuilder& part, const Bounds& bounds, Patience& patience);
  ReadResult add_measured(PartBuilder& part, const Bounds& bounds, Patience& patience);
  // Reads the lengths of the next element.
  void measure(const PartBuilder& part, int64_t limit);
  // False: it is bad, and something was added before it. Throws if not.
  bool is_measured(const PartBuilder& part, int64_t limit, int64_t added);
  void add_lengths(PartBuilder& part) const;

  std::vector<RunLevel> levels_;
  int64_t left_;
  ByteWindow* data_;
  std::unique_ptr<ByteWindow> owned_;
  Measured next_;
  std::optional<StreamError> failed_;  // the lengths of the next element are bad
};

// The array's elements.
std::unique_ptr<ElementRun> run_of(Value array);

// Of a bool that is neither 0 nor 1, or `size`: all are.
size_t first_bad_bool(const std::byte* bytes, size_t size);
inline constexpr const char* kBadBool = "a byte of type bool is neither 0 nor 1";
inline constexpr const char* kTooManyRows = "there are too many rows without elements";
[[noreturn]] void throw_too_large(int64_t bytes, int64_t limit);

}  // namespace planish::runtime
