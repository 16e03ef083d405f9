#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "runtime/value_half.h"
#include "runtime/value_io.h"

namespace planish::runtime {
namespace {

size_t array_count(const Value& value, size_t level) {
  size_t arrays = 1;
  for (size_t i = 0; i < level; i++) {
    const ValueDim& dim = value.dims[i];
    if (dim.varying) {
      arrays = 0;
      for (int64_t length : dim.lengths) arrays += static_cast<size_t>(length);
    } else {
      arrays *= static_cast<size_t>(dim.size);
    }
  }
  return arrays;
}

int64_t length_of(const ValueDim& dim, size_t array) {
  return dim.varying ? dim.lengths[array] : dim.size;
}

// The indices of the n-th array of a level, or of the n-th element: "[3][1]".
std::string index_text(const Value& value, size_t level, size_t n) {
  std::string text;
  while (level-- > 0) {
    const ValueDim& dim = value.dims[level];
    size_t row = 0;
    if (dim.varying) {
      while (n >= static_cast<size_t>(dim.lengths[row]))
        n -= static_cast<size_t>(dim.lengths[row++]);
    } else {
      row = n / static_cast<size_t>(dim.size);
      n %= static_cast<size_t>(dim.size);
    }
    text.insert(0, fmt::format("[{}]", n));
    n = row;
  }
  return text;
}

// A dimension of an irregular array may vary and yet have one length, so lengths are compared, not
// kinds.
std::optional<std::string> shape_difference(const Value& expected, const Value& actual) {
  std::string types =
      fmt::format("expected a value of type {}, got {}", type_text(expected), type_text(actual));
  if (expected.prim != actual.prim || expected.dims.size() != actual.dims.size()) return types;
  for (size_t level = 0; level < expected.dims.size(); level++) {
    const ValueDim& want = expected.dims[level];
    const ValueDim& got = actual.dims[level];
    if (want == got) continue;
    if (!want.varying && !got.varying) return types;
    // All levels above are equal, so there are as many arrays in both.
    size_t arrays = array_count(expected, level);
    for (size_t i = 0; i < arrays; i++) {
      if (length_of(want, i) == length_of(got, i)) continue;
      return fmt::format("array {}: expected length {}, got {}", index_text(expected, level, i),
                         length_of(want, i), length_of(got, i));
    }
  }
  return std::nullopt;
}

template <class T>
T load(const Value& value, size_t index) {
  T result;
  std::memcpy(&result, value.data.data() + index * sizeof result, sizeof result);
  return result;
}

double float_at(const Value& value, size_t index) {
  if (value.prim == Prim::F16) return half_to_double(load<uint16_t>(value, index));
  if (value.prim == Prim::F32) return load<float>(value, index);
  return load<double>(value, index);
}

// The number of bits of a significand, and the least exponent of a normal number (its significand
// at least 1).
struct FloatFormat {
  int digits;
  int least_exponent;
};

FloatFormat float_format(Prim prim) {
  if (prim == Prim::F16) return {11, -14};
  if (prim == Prim::F32) return {24, -126};
  return {53, -1022};
}

// From a finite number to the next one.
double unit_in_last_place(double number, const FloatFormat& format) {
  int exponent = format.least_exponent;
  if (number != 0) exponent = std::max(exponent, std::ilogb(number));
  return std::ldexp(1.0, exponent - format.digits + 1);
}

// The first element that is too far off, or the number of elements.
size_t first_float_difference(const Value& expected, const Value& actual,
                              const Tolerance& tolerance) {
  double largest = 1;
  double magnitude = 0;
  for (size_t i = 0; i < expected.count(); i++) {
    double want = float_at(expected, i);
    if (!std::isfinite(want)) continue;
    largest = std::max(largest, want);
    magnitude = std::max(magnitude, std::fabs(want));
  }
  const FloatFormat format = float_format(expected.prim);
  const double of_all = std::max(tolerance.of_largest * largest,
                                 tolerance.ulps_of_largest * unit_in_last_place(magnitude, format));
  for (size_t i = 0; i < expected.count(); i++) {
    double want = float_at(expected, i);
    double got = float_at(actual, i);
    if (want == got || (std::isnan(want) && std::isnan(got))) continue;
    if (!std::isfinite(want) || !std::isfinite(got)) return i;
    double slack = std::max(of_all, tolerance.ulps * unit_in_last_place(want, format));
    if (std::fabs(want - got) > slack) return i;
  }
  return expected.count();
}

std::string scalar_text(const Value& value, size_t index) {
  auto size = static_cast<ptrdiff_t>(byte_size(value.prim));
  auto begin = value.data.begin() + static_cast<ptrdiff_t>(index) * size;
  return to_text(Value{value.prim, {}, {begin, begin + size}});
}

}  // namespace

std::optional<std::string> difference(const Value& expected, const Value& actual,
                                      const Tolerance& tolerance) {
  if (auto shapes = shape_difference(expected, actual)) return shapes;
  if (expected.data == actual.data) return std::nullopt;
  size_t index = 0;
  if (is_float(expected.prim)) {
    index = first_float_difference(expected, actual, tolerance);
    if (index == expected.count()) return std::nullopt;
  } else {
    auto places = std::ranges::mismatch(expected.data, actual.data);
    index = static_cast<size_t>(places.in1 - expected.data.begin()) /
            static_cast<size_t>(byte_size(expected.prim));
  }
  std::string words =
      fmt::format("expected {}, got {}", scalar_text(expected, index), scalar_text(actual, index));
  if (expected.dims.empty()) return words;
  return fmt::format("element {}: {}", index_text(expected, expected.dims.size(), index), words);
}

}  // namespace planish::runtime
