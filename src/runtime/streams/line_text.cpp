#include "runtime/streams/line_text.h"

#include <emmintrin.h>

#include <bit>
#include <cstring>

namespace planish::runtime {
namespace {

constexpr size_t kTextBlock = 64;
constexpr size_t kTextVector = sizeof(__m128i);
static_assert(kTextBlock <= kLineSlack);
// From here on a call costs little beside copying.
constexpr size_t kLongLine = 256;

// A bit for each byte of a block: it ends a line.
uint64_t ends_in_block(const char* block) {
  const __m128i end = _mm_set1_epi8('\n');
  uint64_t bits = 0;
  for (size_t i = 0; i < kTextBlock / kTextVector; i++) {
    const __m128i bytes =
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(block + i * kTextVector));
    const int equal = _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, end));
    bits |= uint64_t{static_cast<uint32_t>(equal)} << (i * kTextVector);
  }
  return bits;
}

}  // namespace

size_t add_line_lengths(std::string_view text, size_t searched, const LineBounds& bounds,
                        std::vector<int64_t>& lengths) {
  size_t begin = 0;
  int64_t left = bounds.lines;
  int64_t room = bounds.bytes;
  // False: no more lines follow.
  const auto add = [&](size_t end) {
    const auto length = static_cast<int64_t>(end - begin);
    if (length > bounds.longest) return false;
    lengths.push_back(length);
    begin = end + 1;
    room -= length + static_cast<int64_t>(sizeof(int64_t));
    return --left > 0 && room > 0;
  };
  if (left <= 0 || room <= 0) return 0;
  size_t at = searched;
  for (; at + kTextBlock <= text.size(); at += kTextBlock) {
    for (uint64_t ends = ends_in_block(text.data() + at); ends != 0; ends &= ends - 1) {
      if (!add(at + static_cast<size_t>(std::countr_zero(ends)))) return begin;
    }
  }
  for (; at < text.size(); at++) {
    if (text[at] == '\n' && !add(at)) break;
  }
  return begin;
}

void copy_lines(std::string_view text, std::span<const int64_t> lengths, std::byte* to) {
  const char* from = text.data();
  const char* end = from + text.size();
  for (const int64_t signed_length : lengths) {
    const auto length = static_cast<size_t>(signed_length);
    // Whole blocks, of which the last one takes what is behind the line along.
    if (length > kLongLine || static_cast<size_t>(end - from) < length + kTextBlock) {
      std::memcpy(to, from, length);
    } else {
      size_t i = 0;
      do {
        char block[kTextBlock];
        std::memcpy(block, from + i, kTextBlock);
        std::memcpy(to + i, block, kTextBlock);
        i += kTextBlock;
      } while (i < length);
    }
    from += length + 1;
    to += length;
  }
}

}  // namespace planish::runtime
