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
  std::vector<std::byte>& to = is_single ? parts().front().data() : mixed_;
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
  size_t offset = 0;
  for (PartBuilder& part : parts()) {
    const auto size = static_cast<size_t>(part.element_bytes());
    part.data().resize(size * static_cast<size_t>(count));
    gather_component(mixed_.data() + offset, static_cast<size_t>(element_bytes_),
                     part.data().data(), size, count);
    offset += size;
  }
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
