#include "support/md5.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace planish {
namespace {

using State = std::array<uint32_t, 4>;

void add_block(State& state, const char* block) {
  static constexpr int kShifts[4][4] = {
      {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
  std::array<uint32_t, 16> words{};
  for (size_t i = 0; i < 64; i++)
    words[i / 4] |= uint32_t{static_cast<unsigned char>(block[i])} << (i % 4 * 8);
  auto [a, b, c, d] = state;
  for (uint32_t i = 0; i < 64; i++) {
    uint32_t mixed = 0;
    uint32_t word = 0;
    switch (i / 16) {
      case 0:
        mixed = (b & c) | (~b & d);
        word = i;
        break;
      case 1:
        mixed = (d & b) | (~d & c);
        word = 5 * i + 1;
        break;
      case 2:
        mixed = b ^ c ^ d;
        word = 3 * i + 5;
        break;
      default:
        mixed = c ^ (b | ~d);
        word = 7 * i;
        break;
    }
    // The constants are those of the definition, which gives them by this formula.
    auto constant = static_cast<uint32_t>(std::floor(std::fabs(std::sin(i + 1.0)) * 4294967296.0));
    uint32_t sum = a + mixed + constant + words[word % 16];
    a = d;
    d = c;
    c = b;
    b += std::rotl(sum, kShifts[i / 16][i % 4]);
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
}

}  // namespace

std::string md5(std::string_view bytes) {
  std::string padded(bytes);
  padded += '\x80';
  while (padded.size() % 64 != 56) padded += '\0';
  for (int i = 0; i < 8; i++) padded += static_cast<char>((uint64_t{bytes.size()} * 8) >> (i * 8));
  State state{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  for (size_t at = 0; at < padded.size(); at += 64) add_block(state, padded.data() + at);
  std::string out;
  for (uint32_t word : state) {
    for (int i = 0; i < 8; i++) {
      // The low byte first, its high digit first.
      uint32_t digit = word >> ((i ^ 1) * 4) & 0xf;
      out += "0123456789abcdef"[digit];
    }
  }
  return out;
}

}  // namespace planish
