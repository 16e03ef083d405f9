// Sequences whose elements are arrays in memory.
#pragma once

#include <vector>

#include "runtime/streams/stream.h"

namespace planish::runtime {

// The elements of arrays of equal lengths, one for each component.
class ArraySource : public Source {
 public:
  explicit ArraySource(std::vector<Value> arrays);

  Chunk next(int64_t wanted) override;
  bool rewind() override;

 private:
  // How far one array has been given: for each dimension how many of its rows, and the elements.
  struct Cursor {
    std::vector<int64_t> rows;
    int64_t elements = 0;
  };
  Value slice(const Value& array, int64_t count, Cursor& cursor) const;

  std::vector<Value> arrays_;
  std::vector<Cursor> cursors_;
  int64_t at_ = 0;
  int64_t count_ = 0;
};

// Puts elements into arrays, one for each component.
class ArraySink : public Sink {
 public:
  // The arrays outlive it. They are empty if there are no elements.
  ArraySink(const ElementShape& element, std::vector<Value>& arrays);

  void put(Chunk chunk) override;
  void finish() override {}

 private:
  std::vector<Value>& arrays_;
};

}  // namespace planish::runtime
