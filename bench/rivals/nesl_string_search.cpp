// Each place is compared with the word until a character differs.
#include "harness.h"

int main(int argc, char** argv) {
  bench::Harness harness("nesl_string_search", argc, argv);
  const int64_t n = harness.size(1 << 22), m = 5;
  const auto random = bench::random_integers(n, 4);
  bench::Buffer<uint8_t> text(n), word(m);
  for (int64_t i = 0; i < n; i++) text[i] = static_cast<uint8_t>('a' + random[i]);
  for (int64_t i = 0; i < m; i++) word[i] = static_cast<uint8_t>('a' + i % 4);
  bench::Buffer<int64_t> out(n);
  int64_t kept = 0;
  auto rival = [&] {
    kept = 0;
    for (int64_t place = 0; place + m <= n; place++) {
      int64_t i = 0;
      while (i < m && text[place + i] == word[i]) i++;
      if (i == m) out[kept++] = place;
    }
  };
  auto places = bench::array(out.data(), out.count());
  places.kept = &kept;
  harness.compare("a word of 5 in 2^22 of 4 characters", rival, std::tuple(places),
                  std::tuple(bench::array(word.data(), m), bench::array(text.data(), n)), 0,
                  {.bytes = static_cast<double>(n)});
  return harness.status();
}
