// Values as text and in the binary format, in and out.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/memory_limit.h"
#include "runtime/value.h"

namespace planish::runtime {

// What a program asks for: the element type, and whether each dimension may vary ("[][?]i32").
struct ValueShape {
  Prim prim = Prim::I32;
  std::vector<bool> varying;   // one entry for each dimension
  std::vector<int64_t> fixed;  // the size that a dimension must have, or -1; empty: none is fixed
};
// "[]i32", "[][?]f64", "[3]i32"
std::string shape_text(const ValueShape& shape);

struct ValueError {
  std::string message;  // what was found and what was expected
  size_t line = 0;      // from 1; 0: binary data
  size_t column = 0;    // from 1; in binary data the offset in bytes
};

// Reads one value after the other from a byte sequence in which text and binary values may be
// mixed. White space and `--` comments are skipped between them.
class ValueReader {
 public:
  explicit ValueReader(std::string_view data) : data_(data), budget_(&unlimited_) {}
  // Throws LimitReached where what is read takes more than the budget has, which outlives the
  // reader.
  ValueReader(std::string_view data, MemoryBudget& budget) : data_(data), budget_(&budget) {}
  ValueReader(const ValueReader&) = delete;
  ValueReader& operator=(const ValueReader&) = delete;

  // A value of the given shape. A number without suffix becomes what is asked for.
  std::optional<Value> read(const ValueShape& shape);
  // A value of any type: numbers without suffix are i32 or f64, arrays with rows of different
  // lengths irregular.
  std::optional<Value> read_any();
  // Nothing but space is left.
  bool at_end();
  // After read() gave nothing.
  const ValueError& error() const { return error_; }
  // "line 3, column 5"
  std::string position() const;

 private:
  // Null: any shape.
  std::optional<Value> read_next(const ValueShape* shape);
  // Writes the line and column of a place in text to the error.
  void find_position(size_t at);

  std::string_view data_;
  MemoryBudget unlimited_;
  MemoryBudget* budget_;
  size_t at_ = 0;
  // Lines are those of the text: what binary values contain does not count.
  size_t text_begin_ = 0;    // behind the last binary value
  size_t lines_before_ = 0;  // ends of lines in the text before that
  ValueError error_;
};

// The contents of a file (`-`: of stdin), unpacked if it is in gzip format. Nothing, with a
// message, if it cannot be read. Throws LimitReached where it is more than the budget has; what it
// gives stays taken.
std::optional<std::string> read_data_file(const std::string& path, std::string& error);
std::optional<std::string> read_data_file(const std::string& path, MemoryBudget& budget,
                                          std::string& error);
std::optional<std::string> unpack_if_gzip(std::string bytes, std::string& error);

// One line of text that reads back to the same value: all numbers have their suffix, empty arrays
// are `empty(…)`.
std::string to_text(const Value& value);
void append_text(std::string& out, const Value& value);
// One of its elements, by the order of the data.
void append_element(std::string& out, const Value& value, size_t index);
// The binary format: version 2, or for irregular values one of our own.
std::string to_binary(const Value& value);

// How far a finite float may be from the one that is expected.
struct Tolerance {
  double of_largest = 0;  // times the largest finite number expected of the whole array, at least 1
  double ulps = 0;        // units in the last place of the element that is expected
  double ulps_of_largest = 0;  // of the finite number expected whose magnitude is the largest
};
// The rule of Futhark's tests, which users' tests are written for. It is wide: any number below
// 0.002 passes for zero.
inline constexpr Tolerance kFutharkTolerance{.of_largest = 0.002};

// Where two values first differ, in words with the index ("element [3][1]: expected 4i32, got
// 5i32"), or nothing if they are equal. NaN equals NaN, and -0 equals 0. A dimension that varies
// but has the same length everywhere equals a fixed one.
std::optional<std::string> difference(const Value& expected, const Value& actual,
                                      const Tolerance& tolerance);

}  // namespace planish::runtime
