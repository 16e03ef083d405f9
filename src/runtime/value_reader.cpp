#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

#include "runtime/value_binary.h"
#include "runtime/value_io.h"
#include "runtime/value_levels.h"
#include "runtime/value_number.h"
#include "runtime/value_text.h"

namespace planish::runtime {
namespace {

// Binary data is little endian, and elements are kept as the machine has them.
static_assert(std::endian::native == std::endian::little);

// `b`, version, number of dimensions, four characters of the type; then sizes and elements.
constexpr size_t kHeaderSize = 7;

TextResult wrong(size_t at, std::string message) { return {std::nullopt, at, std::move(message)}; }

bool has_bad_bool(const Value& value) {
  return value.prim == Prim::Bool &&
         std::ranges::any_of(value.data, [](std::byte b) { return b > std::byte{1}; });
}

// Makes a value what is asked for: checks its type and sizes, and lists the lengths of dimensions
// that vary.
std::string fit_to_shape(Value& value, const ValueShape& shape) {
  bool fits = value.prim == shape.prim && value.dims.size() == shape.varying.size();
  for (size_t i = 0; fits && i < value.dims.size(); i++) {
    const ValueDim& dim = value.dims[i];
    const int64_t size = i < shape.fixed.size() ? shape.fixed[i] : -1;
    fits = dim.varying ? shape.varying[i] : size < 0 || size == dim.size;
  }
  if (!fits)
    return fmt::format("expected a value of type {}, found binary data of type {}",
                       shape_text(shape), type_text(value));
  int64_t arrays = 1;
  for (size_t i = 0; i < value.dims.size(); i++) {
    ValueDim& dim = value.dims[i];
    if (dim.varying) {
      arrays = std::accumulate(dim.lengths.begin(), dim.lengths.end(), int64_t{0});
      continue;
    }
    const int64_t size = dim.size;
    if (shape.varying[i]) {
      Level level;
      level.varying = true;
      // Adding one dimension to a new level cannot fail.
      level.add(size, arrays, 0);
      std::string problem =
          level.finish(dim, static_cast<int64_t>(value.data.size()) + kMaxFreeRows);
      if (!problem.empty()) return problem;
    }
    arrays *= size;
  }
  return "";
}

// Takes the offsets of so many rows from the front. Gives what is wrong with them, or nothing.
std::string take_offsets(std::string_view& rest, int64_t rows, std::vector<int64_t>& lengths) {
  if (static_cast<uint64_t>(rows) >= rest.size() / sizeof(int64_t))
    return "the offsets of a binary value are cut off";
  std::vector<int64_t> offsets(static_cast<size_t>(rows) + 1);
  std::memcpy(offsets.data(), rest.data(), offsets.size() * sizeof(int64_t));
  if (offsets[0] != 0 || !std::ranges::is_sorted(offsets))
    return "the offsets of a binary value begin with 0, and none is less than the one before";
  for (size_t i = 0; i + 1 < offsets.size(); i++) lengths.push_back(offsets[i + 1] - offsets[i]);
  rest.remove_prefix(offsets.size() * sizeof(int64_t));
  return "";
}

TextResult read_binary(std::string_view data, size_t begin, const ValueShape* shape,
                       MemoryBudget& budget) {
  std::string_view rest = data.substr(begin);
  if (rest.size() < kHeaderSize)
    return wrong(data.size(), "the header of a binary value is cut off");
  const bool irregular = rest[1] == kIrregularVersion;
  if (rest[1] != kBinaryVersion && !irregular)
    return wrong(begin + 1, fmt::format("version {} of the binary format is not supported, only {}",
                                        static_cast<unsigned char>(rest[1]), int{kBinaryVersion}));
  auto rank = static_cast<unsigned char>(rest[2]);
  std::string_view name = rest.substr(3, 4);
  std::optional<Prim> prim =
      element_prim(name.substr(std::min(name.find_first_not_of(' '), name.size())));
  if (!prim) return wrong(begin + 3, "these four bytes are not the name of a type");
  rest.remove_prefix(kHeaderSize);
  if (rest.size() < size_t{8} * rank)
    return wrong(data.size(), "the sizes of a binary value are cut off");

  Value value;
  value.prim = *prim;
  int64_t count = 1;  // of arrays that the dimensions so far lead to, in the end of elements
  int64_t bytes = byte_size(*prim);
  std::string_view sizes = rest.substr(0, size_t{8} * rank);
  rest.remove_prefix(sizes.size());
  for (size_t i = 0; i < rank; i++) {
    int64_t size = 0;
    std::memcpy(&size, sizes.data() + 8 * i, sizeof size);
    ValueDim& dim = value.dims.emplace_back();
    dim.varying = irregular && size == kVaryingSize;
    if (dim.varying) {
      std::string problem = take_offsets(rest, count, dim.lengths);
      if (!problem.empty()) return wrong(data.size() - rest.size(), std::move(problem));
      count = std::accumulate(dim.lengths.begin(), dim.lengths.end(), int64_t{0});
    } else {
      dim.size = size;
      if (size < 0 || __builtin_mul_overflow(count, size, &count)) count = -1;
    }
    if (count < 0 || __builtin_mul_overflow(int64_t{byte_size(*prim)}, count, &bytes))
      return wrong(begin + kHeaderSize + 8 * i, "the sizes of this binary value are too large");
  }
  if (static_cast<uint64_t>(bytes) > rest.size())
    return wrong(data.size(),
                 fmt::format("a binary value of type {} has {} bytes, but only {} are left",
                             type_text(value), bytes, rest.size()));
  budget.take(static_cast<size_t>(bytes));
  value.data.resize(static_cast<size_t>(bytes));
  if (bytes > 0) std::memcpy(value.data.data(), rest.data(), value.data.size());
  if (value.prim == Prim::Unit) std::ranges::fill(value.data, std::byte{0});
  if (has_bad_bool(value)) return wrong(begin, "a byte of type bool is neither 0 nor 1");
  if (shape != nullptr) {
    std::string problem = fit_to_shape(value, *shape);
    if (!problem.empty()) return wrong(begin, std::move(problem));
  }
  size_t end = data.size() - rest.size() + value.data.size();
  return {std::move(value), end, {}};
}

}  // namespace

std::optional<Value> ValueReader::read(const ValueShape& shape) { return read_next(&shape); }
std::optional<Value> ValueReader::read_any() { return read_next(nullptr); }

std::optional<Value> ValueReader::read_next(const ValueShape* shape) {
  at_ = skip_space(data_, at_);
  // No value in text begins with this letter.
  bool binary = at_ < data_.size() && data_[at_] == 'b';
  TextResult result =
      binary ? read_binary(data_, at_, shape, *budget_) : read_text(data_, at_, shape, *budget_);
  if (!result.value) {
    error_ = {std::move(result.message), 0, result.at};
    if (!binary) find_position(result.at);
    return std::nullopt;
  }
  if (binary) {
    lines_before_ +=
        static_cast<size_t>(std::ranges::count(data_.substr(text_begin_, at_ - text_begin_), '\n'));
    text_begin_ = result.at;
  }
  at_ = result.at;
  return std::move(result.value);
}

void ValueReader::find_position(size_t at) {
  std::string_view before = data_.substr(text_begin_, at - text_begin_);
  error_.line = 1 + lines_before_ + static_cast<size_t>(std::ranges::count(before, '\n'));
  std::string_view line = before.substr(before.rfind('\n') + 1);
  auto begins_character = [](char c) { return (c & 0xC0) != 0x80; };
  error_.column = 1 + static_cast<size_t>(std::ranges::count_if(line, begins_character));
}

bool ValueReader::at_end() {
  at_ = skip_space(data_, at_);
  return at_ == data_.size();
}

std::string ValueReader::position() const {
  if (error_.line == 0) return fmt::format("byte {}", error_.column);
  return fmt::format("line {}, column {}", error_.line, error_.column);
}

}  // namespace planish::runtime
