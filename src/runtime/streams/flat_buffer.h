// FlatBuffers, as far as Arrow's metadata needs them: tables, vectors and strings. What is read is
// checked at every step, so any bytes may be given.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace planish::runtime {

// A table in a buffer. Throws StreamError where the buffer is damaged.
class FlatTable {
 public:
  // The root of the buffer.
  explicit FlatTable(std::string_view buffer);

  // Fields have numbers. Those that are not there have the default.
  int64_t integer(size_t field, size_t width, int64_t otherwise = 0) const;
  bool has(size_t field) const { return find(field) != 0; }
  FlatTable table(size_t field) const;
  std::string_view text(size_t field) const;
  std::vector<FlatTable> tables(size_t field) const;
  // Numbers of structs that have `words` of them.
  std::vector<int64_t> words(size_t field, size_t words) const;

 private:
  FlatTable(std::string_view buffer, size_t at);
  template <class Number>
  Number number(size_t at) const;
  // Where the field is; 0: it is not there.
  size_t find(size_t field) const;
  // Where the thing is that the field refers to.
  size_t follow(size_t at) const;
  // How many elements a vector has, each so long.
  size_t count(size_t at, size_t width) const;

  std::string_view buffer_;
  size_t at_ = 0;
};

// Writes one buffer, front to back.
class FlatWriter {
 public:
  // Writes something, and gives the place of it.
  using Part = std::function<size_t(FlatWriter&)>;
  struct Field {
    size_t number = 0;
    size_t width = 0;   // in bytes; 4 for parts
    int64_t value = 0;  // if there is no part
    Part part;
  };

  // The buffer with this root.
  static std::string write(const Part& root);
  size_t table(const std::vector<Field>& fields);
  size_t text(std::string_view text);
  size_t tables(const std::vector<Part>& parts);
  size_t words(const std::vector<int64_t>& numbers, size_t words);

 private:
  void align(size_t to, size_t ahead = 0);
  template <class Number>
  void append(Number number);
  template <class Number>
  void put(size_t at, Number number);
  void refer(size_t from, size_t to);

  std::string out_;
};

inline FlatWriter::Field flat_number(size_t number, size_t width, int64_t value) {
  return {number, width, value, {}};
}
inline FlatWriter::Field flat_part(size_t number, FlatWriter::Part part) {
  return {number, 4, 0, std::move(part)};
}

}  // namespace planish::runtime
