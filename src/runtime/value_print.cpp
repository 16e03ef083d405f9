#include <charconv>
#include <cmath>
#include <cstring>

#include "runtime/value_binary.h"
#include "runtime/value_half.h"
#include "runtime/value_io.h"

namespace planish::runtime {
namespace {

template <class T>
T element(const Value& value, size_t index) {
  T result;
  std::memcpy(&result, value.data.data() + index * sizeof result, sizeof result);
  return result;
}

// The shortest text that reads back to the same number. Numbers of usual size are written without
// an exponent.
template <class Float>
void append_float(std::string& out, Float number, std::string_view name) {
  if (!std::isfinite(number)) {
    if (!std::isnan(number) && number < 0) out += '-';
    out.append(name).append(std::isnan(number) ? ".nan" : ".inf");
    return;
  }
  Float magnitude = std::fabs(number);
  bool usual = magnitude == 0 ||
               (magnitude >= static_cast<Float>(1e-5) && magnitude < static_cast<Float>(1e16));
  auto format = usual ? std::chars_format::fixed : std::chars_format::scientific;
  char buffer[64];
  char* end = std::to_chars(buffer, buffer + sizeof buffer, number, format).ptr;
  std::string_view text(buffer, end);
  out.append(text);
  if (text.find_first_of(".e") == std::string_view::npos) out += ".0";
  out.append(name);
}

// The number with the fewest digits that rounds to the half; an integer is kept as it is.
double shortest_double(uint16_t half) {
  double exact = half_to_double(half);
  if (!std::isfinite(exact) || exact == std::trunc(exact)) return exact;
  constexpr int kEnoughDigits = 5;
  double shorter = exact;
  for (int digits = 1; digits <= kEnoughDigits; digits++) {
    char buffer[32];
    char* end = std::to_chars(buffer, buffer + sizeof buffer, exact, std::chars_format::scientific,
                              digits - 1)
                    .ptr;
    std::from_chars(buffer, end, shorter);
    if (double_to_half(shorter) == half) break;
  }
  return shorter;
}

template <class Integer>
void append_integer(std::string& out, Integer number, std::string_view name) {
  char buffer[24];
  char* end = std::to_chars(buffer, buffer + sizeof buffer, number).ptr;
  out.append(buffer, end).append(name);
}

}  // namespace

void append_element(std::string& out, const Value& value, size_t i) {
  std::string_view name = prim_name(value.prim);
  switch (value.prim) {
    case Prim::I8: return append_integer(out, int{element<int8_t>(value, i)}, name);
    case Prim::I16: return append_integer(out, element<int16_t>(value, i), name);
    case Prim::I32: return append_integer(out, element<int32_t>(value, i), name);
    case Prim::I64: return append_integer(out, element<int64_t>(value, i), name);
    case Prim::U8: return append_integer(out, unsigned{element<uint8_t>(value, i)}, name);
    case Prim::U16: return append_integer(out, element<uint16_t>(value, i), name);
    case Prim::U32: return append_integer(out, element<uint32_t>(value, i), name);
    case Prim::U64: return append_integer(out, element<uint64_t>(value, i), name);
    case Prim::F16: return append_float(out, shortest_double(element<uint16_t>(value, i)), name);
    case Prim::F32: return append_float(out, element<float>(value, i), name);
    case Prim::F64: return append_float(out, element<double>(value, i), name);
    case Prim::Bool: out += element<uint8_t>(value, i) != 0 ? "true" : "false"; return;
    case Prim::Unit: out += "()"; return;
  }
}

namespace {

// Appends the arrays of a value, row by row.
class RowPrinter {
 public:
  RowPrinter(std::string& out, const Value& value)
      : out_(out), value_(value), next_array_(value.dims.size()) {}

  void print(size_t level) {
    if (level == value_.dims.size()) return append_element(out_, value_, next_element_++);
    const ValueDim& dim = value_.dims[level];
    int64_t length = dim.varying ? dim.lengths[next_array_[level]++] : dim.size;
    out_ += '[';
    for (int64_t i = 0; i < length; i++) {
      if (i > 0) out_ += ", ";
      print(level + 1);
    }
    out_ += ']';
  }

 private:
  std::string& out_;
  const Value& value_;
  std::vector<size_t> next_array_;  // of each level
  size_t next_element_ = 0;
};

// A varying dimension has the lengths of all arrays of its level: `empty([3][?: 0, 1, 0][0]i32)`.
void append_empty(std::string& out, const Value& value) {
  out += "empty(";
  for (const ValueDim& dim : value.dims) {
    out += '[';
    if (dim.varying) {
      out += '?';
      for (size_t i = 0; i < dim.lengths.size(); i++) {
        out.append(i == 0 ? ": " : ", ").append(std::to_string(dim.lengths[i]));
      }
    } else {
      out += std::to_string(dim.size);
    }
    out += ']';
  }
  out.append(prim_name(value.prim)).append(")");
}

}  // namespace

void append_text(std::string& out, const Value& value) {
  if (value.count() == 0) return append_empty(out, value);
  RowPrinter(out, value).print(0);
}

std::string to_text(const Value& value) {
  std::string out;
  append_text(out, value);
  return out;
}

std::string to_binary(const Value& value) {
  std::string out = "b";
  out += value.irregular() ? kIrregularVersion : kBinaryVersion;
  out += static_cast<char>(value.dims.size());
  std::string_view name = prim_name(value.prim);
  out.append(4 - name.size(), ' ').append(name);
  auto append = [&](int64_t number) {
    char bytes[sizeof number];
    std::memcpy(bytes, &number, sizeof bytes);
    out.append(bytes, sizeof bytes);
  };
  for (const ValueDim& dim : value.dims) append(dim.varying ? kVaryingSize : dim.size);
  for (const ValueDim& dim : value.dims) {
    if (!dim.varying) continue;
    int64_t offset = 0;
    append(offset);
    for (int64_t length : dim.lengths) append(offset += length);
  }
  return out.append(reinterpret_cast<const char*>(value.data.data()), value.data.size());
}

}  // namespace planish::runtime
