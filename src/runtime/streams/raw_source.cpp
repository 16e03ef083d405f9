#include "runtime/streams/raw_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>

#include "runtime/streams/element_run.h"

namespace planish::runtime {

static_assert(std::endian::native == std::endian::little);

namespace {

// A component of each element. Scalars, whose size the compiler knows, are moved by an instruction.
template <class Size>
void gather(const std::byte* from, size_t stride, std::byte* to, Size size, int64_t count) {
  for (int64_t i = 0; i < count; i++, from += stride, to += size) std::memcpy(to, from, size);
}

void gather_component(const std::byte* from, size_t stride, std::byte* to, size_t size,
                      int64_t count) {
  switch (size) {
    case 1: return gather(from, stride, to, std::integral_constant<size_t, 1>(), count);
    case 2: return gather(from, stride, to, std::integral_constant<size_t, 2>(), count);
    case 4: return gather(from, stride, to, std::integral_constant<size_t, 4>(), count);
    case 8: return gather(from, stride, to, std::integral_constant<size_t, 8>(), count);
    default: return gather(from, stride, to, size, count);
  }
}

// Pairs of numbers, a vector of each at a time.
template <class Number>
void take_pairs_apart(const std::byte* from, std::byte* first, std::byte* second, int64_t count) {
  typedef Number Vector __attribute__((vector_size(16)));
  constexpr int64_t kNumbers = sizeof(Vector) / sizeof(Number);
  int64_t i = 0;
  for (; i + kNumbers <= count; i += kNumbers) {
    Vector low;
    Vector high;
    std::memcpy(&low, from, sizeof low);
    std::memcpy(&high, from + sizeof low, sizeof high);
    from += 2 * sizeof(Vector);
    Vector firsts;
    Vector seconds;
    if constexpr (kNumbers == 4) {
      firsts = __builtin_shufflevector(low, high, 0, 2, 4, 6);
      seconds = __builtin_shufflevector(low, high, 1, 3, 5, 7);
    } else {
      firsts = __builtin_shufflevector(low, high, 0, 2);
      seconds = __builtin_shufflevector(low, high, 1, 3);
    }
    std::memcpy(first + i * sizeof(Number), &firsts, sizeof firsts);
    std::memcpy(second + i * sizeof(Number), &seconds, sizeof seconds);
  }
  for (; i < count; i++, from += 2 * sizeof(Number)) {
    std::memcpy(first + i * sizeof(Number), from, sizeof(Number));
    std::memcpy(second + i * sizeof(Number), from + sizeof(Number), sizeof(Number));
  }
}

}  // namespace

void check_raw(const ElementShape& element) {
  for (const ValueShape& part : element.parts) {
    if (std::ranges::find(part.varying, true) != part.varying.end())
      throw StreamError(fmt::format("raw elements have a fixed size, and these are of type {}",
                                    shape_text(part)));
  }
}

RawSource::RawSource(std::shared_ptr<ByteWindow> window, const ElementShape& element,
                     const SourceOptions& options)
    : ChunkSource(std::move(window), element, options) {
  check_raw(element);
  for (const PartBuilder& part : parts()) {
    const int64_t bytes = part.element_bytes();
    if (bytes < 0 || __builtin_add_overflow(element_bytes_, bytes, &element_bytes_))
      throw StreamError(
          fmt::format("the sizes of raw elements have to be known, and these are of "
                      "type {}",
                      shape_text(part.shape())));
  }
  if (element_bytes_ == 0) throw StreamError("raw elements of no bytes cannot be told apart");
}

void RawSource::fill() {
  const int64_t limit = options().limit;
  if (limit >= 0 && element_bytes_ > limit) throw_too_large(element_bytes_, limit);
  const bool is_single = parts().size() == 1;
  ByteVector& to = is_single ? parts().front().data() : mixed_;
  mixed_.clear();
  const int64_t fit = std::max<int64_t>(options().chunk_bytes / element_bytes_, 1);
  const int64_t begin = window().position();
  const ReadResult result =
      window().read_items(to, element_bytes_, std::min(wanted(), fit), patience());
  if (result.got == Got::End) {
    const size_t rest = window().bytes().size();
    if (rest > 0)
      throw StreamError(
          fmt::format("the data ends after {} of its {} bytes", rest, element_bytes_));
    return end();
  }
  int64_t count = result.count;
  if (!is_single) take_apart(count);
  check_bools(count);
  add(count);
  if (count < result.count) {
    set_error_position(begin + count * element_bytes_);
    throw StreamError(kBadBool);
  }
  if (window().size() >= 0 && window().position() == window().size()) end();
}

void RawSource::take_apart(int64_t count) {
  for (PartBuilder& part : parts())
    part.data().resize(static_cast<size_t>(part.element_bytes() * count));
  if (const size_t size = pair_size()) {
    std::byte* first = parts().front().data().data();
    std::byte* second = parts().back().data().data();
    return size == 4 ? take_pairs_apart<uint32_t>(mixed_.data(), first, second, count)
                     : take_pairs_apart<uint64_t>(mixed_.data(), first, second, count);
  }
  size_t offset = 0;
  for (PartBuilder& part : parts()) {
    const auto size = static_cast<size_t>(part.element_bytes());
    gather_component(mixed_.data() + offset, static_cast<size_t>(element_bytes_),
                     part.data().data(), size, count);
    offset += size;
  }
}

// Of numbers, if elements are pairs of them; 0: they are not.
size_t RawSource::pair_size() const {
  if (component_count() != 2) return 0;
  const int64_t size = element_bytes_ / 2;
  const bool are_equal = std::ranges::all_of(
      parts(), [&](const PartBuilder& part) { return part.element_bytes() == size; });
  return are_equal && (size == 4 || size == 8) ? static_cast<size_t>(size) : 0;
}

void RawSource::check_bools(int64_t& count) {
  const int64_t before = count;
  for (const PartBuilder& part : parts()) {
    const auto& data = const_cast<PartBuilder&>(part).data();
    if (part.shape().prim != Prim::Bool || data.empty()) continue;
    const size_t good = first_bad_bool(data.data(), data.size());
    if (good < data.size())
      count = std::min(count, static_cast<int64_t>(good) / part.element_bytes());
  }
  if (count == before) return;
  for (PartBuilder& part : parts())
    part.data().resize(static_cast<size_t>(count * part.element_bytes()));
}

}  // namespace planish::runtime
