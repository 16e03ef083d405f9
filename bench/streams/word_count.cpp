// word_count FILE: lines, words, bytes, and the bytes of the longest line.
#include "blocks.h"

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

// Of text behind another character.
int64_t words_in(const char* text, size_t size) {
  constexpr size_t kLanes = 64;
  constexpr size_t kRounds = 255;  // until a lane is full
  int64_t words = 0;
  size_t i = 0;
  while (i + kLanes <= size) {
    uint8_t lanes[kLanes] = {};
    for (size_t round = 0; round < kRounds && i + kLanes <= size; round++, i += kLanes) {
#pragma omp simd
      for (size_t k = 0; k < kLanes; k++)
        lanes[k] = static_cast<uint8_t>(
            lanes[k] + static_cast<uint8_t>(is_blank(text[i + k - 1]) & !is_blank(text[i + k])));
    }
    for (const uint8_t lane : lanes) words += lane;
  }
  for (; i < size; i++) words += is_blank(text[i - 1]) && !is_blank(text[i]);
  return words;
}

}  // namespace

int main(int, char** argv) {
  streams::Blocks blocks(argv[1], streams::kBlock);
  int64_t lines = 0;
  int64_t words = 0;
  int64_t bytes = 0;
  int64_t longest = 0;
  const int threads = omp_get_max_threads();
  // The last line of a block, without what ends it, goes on in the next one.
  std::span<const char> rest;
  const char line_feed = '\n';
  for (bool is_first = true;; is_first = false) {
    if (is_first) rest = {&line_feed, 1};  // something before the first line
    const std::span<const char> block = blocks.next(rest);
    if (block.empty()) break;
    const size_t size =
        static_cast<const char*>(::memrchr(block.data(), '\n', block.size())) - block.data();
    // Text behind a line feed, up to the last one.
    const char* text = block.data() + 1;
#pragma omp parallel for reduction(+ : lines, words) reduction(max : longest)
    for (int t = 0; t < threads; t++) {
      const size_t begin = size * static_cast<size_t>(t) / static_cast<size_t>(threads);
      const size_t end = size * static_cast<size_t>(t + 1) / static_cast<size_t>(threads);
      words += words_in(text + begin, end - begin);
      // Of lines that end here.
      const char* at = text + begin;
      const auto* line = static_cast<const char*>(::memrchr(block.data(), '\n', begin + 1));
      while (at < text + end) {
        const auto* next =
            static_cast<const char*>(std::memchr(at, '\n', static_cast<size_t>(text + end - at)));
        if (next == nullptr) break;
        lines++;
        longest = std::max<int64_t>(longest, next - line - 1);
        line = next;
        at = next + 1;
      }
    }
    bytes += static_cast<int64_t>(size);
    rest = block.subspan(size);
  }
  // A last line that no line feed ends.
  if (rest.size() > 1) {
    lines++;
    words += words_in(rest.data() + 1, rest.size() - 1);
    bytes += static_cast<int64_t>(rest.size());
    longest = std::max<int64_t>(longest, static_cast<int64_t>(rest.size()) - 1);
  }
  std::printf("%ld\n%ld\n%ld\n%ld\n", lines, words, bytes, longest);
}
