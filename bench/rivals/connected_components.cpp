// Union-find: of two roots the one with the greater number is hung onto the other, paths are halved
// on the way. With several threads, an atomic exchange decides who may hang a root.
#include <omp.h>

#include "harness.h"
#include "rows.h"

static int64_t load(const int64_t* at) { return __atomic_load_n(at, __ATOMIC_RELAXED); }

static int64_t root(int64_t* parents, int64_t v) {
  for (int64_t up = load(parents + v); up != v; up = load(parents + v)) {
    int64_t next = load(parents + up);
    if (next != up)
      __atomic_compare_exchange_n(parents + v, &up, next, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    v = next;
  }
  return v;
}

static void join(int64_t* parents, int64_t u, int64_t v) {
  while (true) {
    u = root(parents, u);
    v = root(parents, v);
    if (u == v) return;
    if (u < v) std::swap(u, v);
    int64_t expected = u;
    if (__atomic_compare_exchange_n(parents + u, &expected, v, false, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED))
      return;
  }
}

int main(int argc, char** argv) {
  bench::Harness harness("connected_components", argc, argv);
  int64_t n = harness.size(1 << 20), m = 2 * n;
  std::vector<int64_t> degrees(static_cast<size_t>(n));
  for (int64_t i = 0; i < n; i++) degrees[static_cast<size_t>(i)] = (i % 4) + (i % 2);
  bench::Rows graph(std::move(degrees));
  m = graph.elements();
  auto random = bench::random_integers(m, static_cast<int32_t>(n));
  bench::Buffer<int64_t> neighbours(m), out(n);
  for (int64_t j = 0; j < m; j++) neighbours[j] = random[j];
  auto rival = [&] {
    int64_t* parents = out.data();
#pragma omp parallel
    {
#pragma omp for
      for (int64_t v = 0; v < n; v++) parents[v] = v;
#pragma omp for schedule(dynamic, 4096)
      for (int64_t v = 0; v < n; v++) {
        for (int64_t j = graph.offsets[static_cast<size_t>(v)];
             j < graph.offsets[static_cast<size_t>(v) + 1]; j++)
          join(parents, v, neighbours[j]);
      }
#pragma omp for
      for (int64_t v = 0; v < n; v++)
        __atomic_store_n(parents + v, root(parents, v), __ATOMIC_RELAXED);
    }
  };
  harness.compare(
      "2^20 vertices, 2^21 edges", rival, std::tuple(bench::array(out.data(), n)),
      std::tuple(bench::array(graph.lengths.data(), n), bench::array(neighbours.data(), m)), 0,
      {.bytes = 8.0 * static_cast<double>(m + n)});
  return harness.status();
}
