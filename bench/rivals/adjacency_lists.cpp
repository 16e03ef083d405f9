// Breadth-first search with a queue. Where the list of a node begins has to be found from the lengths first, as in the program.
#include <numeric>

#include "harness.h"
#include "rows.h"

static void search(const bench::Rows& graph, const int64_t* neighbours, int64_t* distances,
                   std::vector<int64_t>& offsets, std::vector<int64_t>& queue) {
  offsets.resize(graph.lengths.size() + 1);
  std::partial_sum(graph.lengths.begin(), graph.lengths.end(), offsets.begin() + 1);
  std::fill_n(distances, graph.count(), int64_t{-1});
  queue.assign(1, 0);
  distances[0] = 0;
  for (size_t next = 0; next < queue.size(); next++) {
    const int64_t node = queue[next];
    for (int64_t j = offsets[static_cast<size_t>(node)]; j < offsets[static_cast<size_t>(node) + 1];
         j++) {
      if (distances[neighbours[j]] >= 0) continue;
      distances[neighbours[j]] = distances[node] + 1;
      queue.push_back(neighbours[j]);
    }
  }
}

int main(int argc, char** argv) {
  bench::Harness harness("adjacency_lists", argc, argv);
  std::pair<const char*, bench::Rows> sets[] = {
      {"2^18 nodes with 8 edges", bench::equal_rows(harness.size(1 << 21, 8), 8)},
      {"2^21 edges, power law", bench::power_law_rows(harness.size(1 << 21), 1)}};
  for (auto& [name, graph] : sets) {
    const int64_t edges = graph.elements(), nodes = graph.count();
    const auto random = bench::random_integers(edges, static_cast<int32_t>(nodes), 1);
    bench::Buffer<int64_t> neighbours(edges), distances(nodes);
    for (int64_t i = 0; i < edges; i++) neighbours[i] = random[i];
    std::vector<int64_t> offsets, queue;
    auto rival = [&] { search(graph, neighbours.data(), distances.data(), offsets, queue); };
    harness.compare(name, rival, std::tuple(bench::array(distances.data(), nodes)),
                    std::tuple(bench::array(graph.lengths.data(), nodes),
                               bench::array(neighbours.data(), edges)),
                    0, {.bytes = 16.0 * static_cast<double>(edges)});
  }
  return harness.status();
}
