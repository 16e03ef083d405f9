// Union-find with path halving, one edge after the other.
#include <numeric>

#include "harness.h"

namespace {

int64_t root_of(std::vector<int64_t>& parents, int64_t node) {
  while (parents[static_cast<size_t>(node)] != node) {
    int64_t& up = parents[static_cast<size_t>(node)];
    up = parents[static_cast<size_t>(up)];
    node = up;
  }
  return node;
}

int64_t edges_of_forest(int64_t nodes, const bench::Buffer<int64_t>& from,
                        const bench::Buffer<int64_t>& to, int64_t edges) {
  std::vector<int64_t> parents(static_cast<size_t>(nodes));
  std::iota(parents.begin(), parents.end(), int64_t{0});
  int64_t chosen = 0;
  for (int64_t i = 0; i < edges; i++) {
    const int64_t a = root_of(parents, from[i]), b = root_of(parents, to[i]);
    if (a == b) continue;
    parents[static_cast<size_t>(std::max(a, b))] = std::min(a, b);
    chosen++;
  }
  return chosen;
}

}  // namespace

int main(int argc, char** argv) {
  bench::Harness harness("spanning_forest", argc, argv);
  const int64_t nodes = harness.size(1 << 20), edges = 2 * nodes;
  const auto random = bench::random_integers(2 * edges, static_cast<int32_t>(nodes), 1);
  bench::Buffer<int64_t> from(edges), to(edges);
  for (int64_t i = 0; i < edges; i++) {
    from[i] = random[2 * i];
    to[i] = random[2 * i + 1];
  }
  int64_t chosen = 0;
  auto rival = [&] { chosen = edges_of_forest(nodes, from, to, edges); };
  harness.compare(
      "2^20 nodes, 2^21 edges", rival, std::tuple(&chosen),
      std::tuple(nodes, bench::array(from.data(), edges), bench::array(to.data(), edges)), 0,
      {.bytes = 16.0 * static_cast<double>(edges)});
  return harness.status();
}
