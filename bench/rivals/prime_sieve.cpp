// The sieve of Eratosthenes in blocks that fit into the cache; threads take blocks as they come,
// and their primes are put one after the other at the end.
#include "harness.h"

namespace {

constexpr int64_t kBlock = 1 << 17;

std::vector<int64_t> small_primes(int64_t limit) {
  std::vector<char> composite(static_cast<size_t>(limit + 1), 0);
  std::vector<int64_t> primes;
  for (int64_t p = 2; p <= limit; p++) {
    if (composite[static_cast<size_t>(p)]) continue;
    primes.push_back(p);
    for (int64_t k = p * p; k <= limit; k += p) composite[static_cast<size_t>(k)] = 1;
  }
  return primes;
}

std::vector<int64_t> sieve_block(int64_t low, int64_t high, const std::vector<int64_t>& small) {
  std::vector<char> composite(static_cast<size_t>(high - low), 0);
  for (int64_t p : small) {
    int64_t first = std::max(p * p, (low + p - 1) / p * p);
    for (int64_t k = first; k < high; k += p) composite[static_cast<size_t>(k - low)] = 1;
  }
  std::vector<int64_t> primes;
  for (int64_t k = std::max<int64_t>(low, 2); k < high; k++) {
    if (!composite[static_cast<size_t>(k - low)]) primes.push_back(k);
  }
  return primes;
}

}  // namespace

int main(int argc, char** argv) {
  bench::Harness harness("prime_sieve", argc, argv);
  int64_t n = harness.size(10'000'000), kept = 0;
  bench::Buffer<int64_t> out(n / 2);
  auto rival = [&] {
    auto small = small_primes(static_cast<int64_t>(std::sqrt(static_cast<double>(n))));
    std::vector<std::vector<int64_t>> blocks(static_cast<size_t>((n + kBlock - 1) / kBlock));
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t b = 0; b < blocks.size(); b++) {
      int64_t low = static_cast<int64_t>(b) * kBlock;
      blocks[b] = sieve_block(low, std::min(n, low + kBlock), small);
    }
    kept = 0;
    for (const auto& primes : blocks) {
      std::copy(primes.begin(), primes.end(), out.data() + kept);
      kept += static_cast<int64_t>(primes.size());
    }
  };
  auto result = bench::array(out.data(), out.count());
  result.kept = &kept;
  harness.compare("below 10^7", rival, std::tuple(result), std::tuple(n), 0,
                  {.bytes = static_cast<double>(n)});
  return harness.status();
}
