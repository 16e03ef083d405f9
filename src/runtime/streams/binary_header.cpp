#include "runtime/streams/binary_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>

#include "runtime/value_binary.h"
#include "runtime/value_number.h"

namespace planish::runtime {
namespace {

// `b`, version, number of dimensions, four characters of the type.
constexpr size_t kFixedPart = 7;
constexpr size_t kSize = sizeof(int64_t);
constexpr const char* kCutOff = "the offsets of a binary value are cut off";
constexpr const char* kTooLarge = "the sizes of a binary value are too large";

int64_t number_at(std::string_view bytes) {
  int64_t number = 0;
  std::memcpy(&number, bytes.data(), sizeof number);
  return number;
}

// Offsets of so many rows, which may come from a pipe.
std::vector<int64_t> read_lengths(ByteWindow& window, int64_t rows, int64_t limit) {
  std::vector<int64_t> lengths;
  Patience forever;
  int64_t before = 0;
  for (int64_t i = 0; i <= rows; i++) {
    const auto taken = static_cast<int64_t>(lengths.size() * kSize);
    if (limit >= 0 && taken > limit) throw_too_large(taken, limit);
    if (window.fill_to(kSize, forever) != Got::Bytes) throw StreamError(kCutOff);
    const int64_t offset = number_at(window.bytes());
    window.use(kSize);
    if (i == 0 ? offset != 0 : offset < before)
      throw StreamError(
          "the offsets of a binary value begin with 0, and none is less than the one before");
    if (i > 0) lengths.push_back(offset - before);
    before = offset;
  }
  return lengths;
}

// The offsets of so many rows are behind the window, which goes on behind them. `last` becomes the last
// one.
std::unique_ptr<Lengths> open_lengths(ByteWindow& window, int64_t rows, int64_t limit,
                                      int64_t& last) {
  int64_t bytes = 0;
  int64_t end = 0;
  if (__builtin_mul_overflow(rows + 1, int64_t{kSize}, &bytes) ||
      __builtin_add_overflow(window.position(), bytes, &end))
    throw StreamError(kTooLarge);
  std::unique_ptr<ByteWindow> offsets = window.another_at(window.position());
  if (offsets == nullptr) {
    std::vector<int64_t> lengths = read_lengths(window, rows, limit);
    last = 0;
    for (int64_t length : lengths) last += length;
    return std::make_unique<Lengths>(std::move(lengths));
  }
  const std::unique_ptr<ByteWindow> at_last = window.another_at(end - int64_t{kSize});
  Patience forever;
  if (at_last->fill_to(kSize, forever) != Got::Bytes) throw StreamError(kCutOff);
  last = number_at(at_last->bytes());
  if (last < 0) throw StreamError(kTooLarge);
  window.seek(end);
  return std::make_unique<Lengths>(std::move(offsets), last);
}

}  // namespace

std::string BinaryHeader::type_text() const {
  std::string text;
  for (int64_t size : sizes)
    text += is_irregular && size == kVaryingSize ? "[?]" : fmt::format("[{}]", size);
  return text.append(prim_name(prim));
}

Got read_binary_header(ByteWindow& window, BinaryHeader& header, Patience& patience) {
  const Got got = window.fill_to(kFixedPart, patience);
  if (got == Got::End) throw StreamError("the header of a binary value is cut off");
  if (got == Got::NothingYet) return got;
  const char version = window.bytes()[1];
  header.is_irregular = version == kIrregularVersion;
  if (version != kBinaryVersion && !header.is_irregular)
    throw StreamError(fmt::format("version {} of the binary format is not supported, only {}",
                                  static_cast<unsigned char>(version), int{kBinaryVersion}));
  const size_t rank = static_cast<unsigned char>(window.bytes()[2]);
  const std::string_view name = window.bytes().substr(3, 4);
  const std::optional<Prim> prim =
      value_prim(name.substr(std::min(name.find_first_not_of(' '), name.size())));
  if (!prim) throw StreamError("bytes 3 to 6 of a binary value are not the name of a type");
  header.prim = *prim;
  header.bytes = kFixedPart + kSize * rank;
  const Got sizes = window.fill_to(header.bytes, patience);
  if (sizes == Got::End) throw StreamError("the sizes of a binary value are cut off");
  if (sizes == Got::NothingYet) return sizes;
  header.sizes.clear();
  for (size_t i = 0; i < rank; i++) {
    const int64_t size = number_at(window.bytes().substr(kFixedPart + kSize * i));
    if (size < 0 && !(header.is_irregular && size == kVaryingSize)) throw StreamError(kTooLarge);
    header.sizes.push_back(size);
  }
  return Got::Bytes;
}

BinaryArray open_binary_array(ByteWindow& window, const BinaryHeader& header, int64_t limit) {
  window.use(header.bytes);
  BinaryArray array;
  int64_t arrays = 1;
  for (size_t i = 0; i < header.sizes.size(); i++) {
    RunLevel level;
    level.size = header.sizes[i];
    if (header.is_irregular && level.size == kVaryingSize) {
      level.size = 0;
      level.lengths = open_lengths(window, arrays, limit, arrays);
    } else if (__builtin_mul_overflow(arrays, level.size, &arrays)) {
      throw StreamError(kTooLarge);
    }
    if (i == 0)
      array.count = arrays;
    else
      array.levels.push_back(std::move(level));
  }
  array.scalars = arrays;
  return array;
}

}  // namespace planish::runtime
