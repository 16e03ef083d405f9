// What the tests of values share.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "runtime/value_io.h"

namespace planish::runtime {

// "[][?]i32" as a shape; a size stands for itself.
inline ValueShape shape_of(std::string_view text) {
  ValueShape shape;
  while (text.starts_with('[')) {
    size_t end = text.find(']');
    std::string size(text.substr(1, end - 1));
    shape.varying.push_back(size == "?");
    shape.fixed.push_back(size.empty() || size == "?" ? -1 : std::stoll(size));
    text.remove_prefix(end + 1);
  }
  for (int i = 0; i < kPrimCount; i++) {
    if (kPrimNames[i] == text) shape.prim = static_cast<Prim>(i);
  }
  EXPECT_EQ(prim_name(shape.prim), text);
  return shape;
}

// The only value in the data, as text, or the error with its place.
inline std::string read_as(std::string_view shape, std::string_view data) {
  ValueReader reader(data);
  std::optional<Value> value = shape == "any" ? reader.read_any() : reader.read(shape_of(shape));
  if (!value) return reader.position() + ": " + reader.error().message;
  if (!reader.at_end()) return "something follows " + to_text(*value);
  return to_text(*value);
}

// Equal in every bit, but for the bits of NaNs that text does not show.
inline bool same(const Value& a, const Value& b) {
  return a.prim == b.prim && a.dims == b.dims && a.data == b.data;
}

}  // namespace planish::runtime
