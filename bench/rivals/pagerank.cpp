// PageRank on the links turned round, which are found by counting: each page collects the shares of
// those that link to it.
#include "harness.h"
#include "rows.h"

int main(int argc, char** argv) {
  bench::Harness harness("pagerank", argc, argv);
  int64_t m = harness.size(1 << 22);
  bench::Rows graph = bench::power_law_rows(m, 3);
  int64_t n = graph.count();
  auto random = bench::random_integers(m, static_cast<int32_t>(n));
  bench::Buffer<int64_t> links(m), froms(m), starts(n + 1);
  for (int64_t j = 0; j < m; j++) links[j] = random[j];
  bench::Buffer<double> ranks(n), shares(n);
  constexpr int kSteps = 10;
  constexpr double kDamping = 0.85;
  const int64_t *degrees = graph.lengths.data(), *offsets = graph.offsets.data();
  auto rival = [&] {
    std::fill(starts.data(), starts.data() + n + 1, 0);
    for (int64_t j = 0; j < m; j++) starts[links[j]]++;
    int64_t sum = 0;
    for (int64_t v = 0; v <= n; v++) sum += std::exchange(starts[v], sum);
    for (int64_t v = 0; v < n; v++) {
      for (int64_t j = offsets[v]; j < offsets[v + 1]; j++) froms[starts[links[j]]++] = v;
    }
    for (int64_t v = n; v > 0; v--) starts[v] = starts[v - 1];  // filling moved each to the next
    starts[0] = 0;
    std::fill(ranks.data(), ranks.data() + n, 1 / static_cast<double>(n));
    for (int step = 0; step < kSteps; step++) {
      double lost = 0;
#pragma omp parallel for reduction(+ : lost)
      for (int64_t v = 0; v < n; v++) {
        shares[v] = ranks[v] / static_cast<double>(degrees[v]);
        if (degrees[v] == 0) lost += ranks[v];
      }
      double base = (1 - kDamping + kDamping * lost) / static_cast<double>(n);
#pragma omp parallel for schedule(dynamic, 1024)
      for (int64_t v = 0; v < n; v++) {
        double given = 0;
        for (int64_t j = starts[v]; j < starts[v + 1]; j++) given += shares[froms[j]];
        ranks[v] = base + kDamping * given;
      }
    }
  };
  harness.compare("2^22 links, power law, 10 steps", rival,
                  std::tuple(bench::array(ranks.data(), n)),
                  std::tuple(bench::array(graph.lengths.data(), n), bench::array(links.data(), m),
                             int32_t{kSteps}),
                  1e-9, {.bytes = kSteps * 16.0 * static_cast<double>(m)});
  return harness.status();
}
