// Every place of the text is compared with a word, character by character. Threads take words as
// they come.
#include "harness.h"
#include "rows.h"

int main(int argc, char** argv) {
  bench::Harness harness("string_search", argc, argv);
  int64_t n = harness.size(1 << 22);
  constexpr int64_t kWords = 64;
  std::vector<int64_t> lengths(kWords);
  for (size_t i = 0; i < kWords; i++) lengths[i] = 2 + static_cast<int64_t>(i % 8);
  bench::Rows words(std::move(lengths));
  int64_t m = words.elements(), kept = 0;
  auto letters = [](int64_t count, uint32_t seed) {
    auto numbers = bench::random_integers(count, 4, seed);
    bench::Buffer<uint8_t> text(count);
    for (int64_t i = 0; i < count; i++) text[i] = static_cast<uint8_t>('a' + numbers[i]);
    return text;
  };
  auto text = letters(n, 1), characters = letters(m, 2);
  std::vector<std::vector<int64_t>> found(kWords);
  bench::Buffer<int64_t> counts(kWords), out(kWords * n / 4);
  auto rival = [&] {
#pragma omp parallel
    {
#pragma omp for schedule(dynamic, 1)
      for (size_t w = 0; w < kWords; w++) {
        const uint8_t* word = characters.data() + words.offsets[w];
        int64_t length = words.lengths[w];
        found[w].clear();
        for (int64_t place = 0; place + length <= n; place++) {
          int64_t i = 0;
          while (i < length && text[place + i] == word[i]) i++;
          if (i == length) found[w].push_back(place);
        }
      }
#pragma omp single
      {
        kept = 0;
        for (size_t w = 0; w < kWords; w++) {
          counts[static_cast<int64_t>(w)] = static_cast<int64_t>(found[w].size());
          std::copy(found[w].begin(), found[w].end(), out.data() + kept);
          kept += counts[static_cast<int64_t>(w)];
        }
      }
    }
  };
  auto places = bench::array(out.data(), out.count());
  places.kept = &kept;
  harness.compare("64 words in 2^22 characters", rival,
                  std::tuple(bench::array(counts.data(), kWords), places),
                  std::tuple(bench::array(text.data(), n), bench::array(characters.data(), m),
                             bench::array(words.lengths.data(), kWords)),
                  0, {.bytes = static_cast<double>(kWords * n)});
  return harness.status();
}
