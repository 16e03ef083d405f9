// md5 FILE A B C D: the number of the line whose MD5 hash is that, or -1. Sixteen short words at a time.
#include <array>
#include <vector>

#include "blocks.h"

namespace {

constexpr std::array<uint32_t, 64> kSines = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};
constexpr std::array<std::array<int, 4>, 4> kTurns = {
    {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}}};
constexpr std::array<uint32_t, 4> kStart = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};

template <size_t kLanes>
using Lanes = uint32_t[kLanes];

template <size_t kLanes>
void rounds(Lanes<kLanes> (&state)[4], const Lanes<kLanes> (&m)[16]) {
#pragma omp simd
  for (size_t k = 0; k < kLanes; k++) {
    uint32_t a = state[0][k];
    uint32_t b = state[1][k];
    uint32_t c = state[2][k];
    uint32_t d = state[3][k];
#pragma GCC unroll 64
    for (size_t i = 0; i < 64; i++) {
      uint32_t f = 0;
      size_t g = 0;
      switch (i / 16) {
        case 0: f = d ^ (b & (c ^ d)), g = i; break;
        case 1: f = c ^ (d & (b ^ c)), g = (5 * i + 1) % 16; break;
        case 2: f = b ^ c ^ d, g = (3 * i + 5) % 16; break;
        default: f = c ^ (b | ~d), g = 7 * i % 16; break;
      }
      const uint32_t x = a + f + kSines[i] + m[g][k];
      const int by = kTurns[i / 16][i % 4];
      a = d;
      d = c;
      c = b;
      b += x << by | x >> (32 - by);
    }
    state[0][k] += a;
    state[1][k] += b;
    state[2][k] += c;
    state[3][k] += d;
  }
}

// Any word, block by block.
std::array<uint32_t, 4> hash(const char* word, size_t size) {
  const size_t blocks = (size + 72) / 64;
  std::vector<char> bytes(blocks * 64);
  std::memcpy(bytes.data(), word, size);
  bytes[size] = static_cast<char>(0x80);
  const uint64_t bits = size * 8;
  std::memcpy(bytes.data() + bytes.size() - 8, &bits, 8);
  uint32_t state[4][1] = {{kStart[0]}, {kStart[1]}, {kStart[2]}, {kStart[3]}};
  uint32_t m[16][1];
  for (size_t b = 0; b < blocks; b++) {
    std::memcpy(m, bytes.data() + 64 * b, 64);
    rounds(state, m);
  }
  return {state[0][0], state[1][0], state[2][0], state[3][0]};
}

class Search {
 public:
  explicit Search(const std::array<uint32_t, 4>& wanted) : wanted_(wanted) {}

  void add(const char* word, size_t size) {
    const int64_t number = lines_++;
    if (size > 55) {
      if (found_ < 0 && hash(word, size) == wanted_) found_ = number;
      return;
    }
    uint32_t m[16] = {};
    std::memcpy(m, word, size);
    reinterpret_cast<char*>(m)[size] = static_cast<char>(0x80);
    m[14] = static_cast<uint32_t>(size * 8);
    for (size_t i = 0; i < 16; i++) m_[i][count_] = m[i];
    numbers_[count_++] = number;
    if (count_ == kLanes) finish();
  }
  void finish() {
    uint32_t state[4][kLanes];
    for (size_t i = 0; i < 4; i++) std::fill_n(state[i], kLanes, kStart[i]);
    rounds(state, m_);
    for (size_t k = 0; k < count_; k++) {
      bool same = true;
      for (size_t i = 0; i < 4; i++) same &= state[i][k] == wanted_[i];
      if (same && (found_ < 0 || numbers_[k] < found_)) found_ = numbers_[k];
    }
    count_ = 0;
  }
  int64_t lines() const { return lines_; }
  int64_t found() const { return found_; }

 private:
  static constexpr size_t kLanes = 16;
  std::array<uint32_t, 4> wanted_;
  int64_t lines_ = 0;
  int64_t found_ = -1;
  uint32_t m_[16][kLanes] = {};
  int64_t numbers_[kLanes] = {};
  size_t count_ = 0;
};

}  // namespace

int main(int, char** argv) {
  streams::Blocks blocks(argv[1], streams::kBlock);
  std::array<uint32_t, 4> wanted{};
  for (size_t i = 0; i < 4; i++)
    wanted[i] = static_cast<uint32_t>(std::strtoul(argv[2 + i], nullptr, 10));
  const auto threads = static_cast<size_t>(omp_get_max_threads());
  int64_t before = 0;
  int64_t found = -1;
  std::span<const char> rest;
  while (found < 0) {
    const std::span<const char> block = blocks.next(rest);
    const bool is_last = block.empty();
    const std::span<const char> text = is_last ? rest : block;
    const auto* last = static_cast<const char*>(::memrchr(text.data(), '\n', text.size()));
    const size_t size = is_last           ? text.size()
                        : last == nullptr ? 0
                                          : static_cast<size_t>(last + 1 - text.data());
    std::vector<Search> parts(threads, Search(wanted));
    // Parts begin behind a line feed.
    const auto begin = [&](size_t t) {
      if (t == 0) return size_t{0};
      const size_t about = size * t / threads;
      const auto* end =
          static_cast<const char*>(std::memchr(text.data() + about, '\n', size - about));
      return end == nullptr ? size : static_cast<size_t>(end + 1 - text.data());
    };
#pragma omp parallel for
    for (size_t t = 0; t < threads; t++) {
      const char* at = text.data() + begin(t);
      const char* end = text.data() + begin(t + 1);
      while (at < end) {
        const auto* feed =
            static_cast<const char*>(std::memchr(at, '\n', static_cast<size_t>(end - at)));
        if (feed == nullptr) feed = end;
        parts[t].add(at, static_cast<size_t>(feed - at));
        at = feed + 1;
      }
      parts[t].finish();
    }
    for (const Search& part : parts) {
      if (found < 0 && part.found() >= 0) found = before + part.found();
      before += part.lines();
    }
    if (is_last) break;
    rest = block.subspan(size);
  }
  std::printf("%ld\n", found);
}
