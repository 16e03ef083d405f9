// Breadth-first search, level by level. With one thread, a queue; with several, each collects what
// it reaches first, which an atomic exchange decides, and appends it to the next level.
#include <omp.h>

#include "harness.h"
#include "rows.h"

static void search_with_queue(const bench::Rows& graph, const int32_t* neighbours, int64_t source,
                              std::vector<int32_t>& queue, int32_t* found) {
  std::fill(found, found + graph.count(), -1);
  found[source] = 0;
  queue.clear();
  queue.push_back(static_cast<int32_t>(source));
  for (size_t head = 0; head < queue.size(); head++) {
    auto v = static_cast<size_t>(queue[head]);
    for (int64_t j = graph.offsets[v]; j < graph.offsets[v + 1]; j++) {
      int32_t w = neighbours[j];
      if (found[w] >= 0) continue;
      found[w] = found[v] + 1;
      queue.push_back(w);
    }
  }
}

static void search_in_parallel(const bench::Rows& graph, const int32_t* neighbours, int64_t source,
                               int32_t* found) {
  std::fill(found, found + graph.count(), -1);
  found[source] = 0;
  std::vector<int32_t> level = {static_cast<int32_t>(source)}, next;
  for (int32_t steps = 1; !level.empty(); steps++) {
    next.clear();
#pragma omp parallel
    {
      std::vector<int32_t> mine;
#pragma omp for schedule(dynamic, 64) nowait
      for (size_t i = 0; i < level.size(); i++) {
        auto v = static_cast<size_t>(level[i]);
        for (int64_t j = graph.offsets[v]; j < graph.offsets[v + 1]; j++) {
          int32_t w = neighbours[j], none = -1;
          if (__atomic_load_n(found + w, __ATOMIC_RELAXED) >= 0) continue;
          if (__atomic_compare_exchange_n(found + w, &none, steps, false, __ATOMIC_RELAXED,
                                          __ATOMIC_RELAXED))
            mine.push_back(w);
        }
      }
#pragma omp critical
      next.insert(next.end(), mine.begin(), mine.end());
    }
    level.swap(next);
  }
}

int main(int argc, char** argv) {
  bench::Harness harness("breadth_first_search", argc, argv);
  int64_t m = harness.size(1 << 23);
  bench::Rows graph = bench::power_law_rows(m, 3);
  int64_t n = graph.count();
  auto neighbours = bench::random_integers(m, static_cast<int32_t>(n));
  int64_t source =
      std::max_element(graph.lengths.begin(), graph.lengths.end()) - graph.lengths.begin();
  bench::Buffer<int32_t> found(n);
  std::vector<int32_t> queue;
  auto rival = [&] {
    if (omp_get_max_threads() == 1) {
      search_with_queue(graph, neighbours.data(), source, queue, found.data());
    } else {
      search_in_parallel(graph, neighbours.data(), source, found.data());
    }
  };
  harness.compare(
      "2^23 edges, power law", rival, std::tuple(bench::array(found.data(), n)),
      std::tuple(bench::array(graph.lengths.data(), n), bench::array(neighbours.data(), m), source),
      0, {.bytes = 8.0 * static_cast<double>(m)});
  return harness.status();
}
