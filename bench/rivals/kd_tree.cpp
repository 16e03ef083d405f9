// A k-d tree in an array: std::nth_element puts the middle of a part in its place. The first levels
// are tasks, and queries are shared among threads.
#include "harness.h"

namespace {

using Point = std::array<double, 2>;

void build(Point* points, int64_t n, size_t axis) {
  if (n <= 1) return;
  int64_t middle = n / 2;
  std::nth_element(points, points + middle, points + n,
                   [axis](const Point& p, const Point& q) { return p[axis] < q[axis]; });
#pragma omp task if (n > 4096)
  build(points, middle, 1 - axis);
  build(points + middle + 1, n - middle - 1, 1 - axis);
#pragma omp taskwait
}

double search(const Point* tree, const Point& query, size_t axis, double best, int64_t low,
              int64_t high) {
  if (low >= high) return best;
  int64_t middle = (low + high) / 2;
  const Point& p = tree[middle];
  double dx = query[0] - p[0], dy = query[1] - p[1], gap = query[axis] - p[axis];
  best = std::min(best, dx * dx + dy * dy);
  if (gap < 0) {
    best = search(tree, query, 1 - axis, best, low, middle);
    return gap * gap < best ? search(tree, query, 1 - axis, best, middle + 1, high) : best;
  }
  best = search(tree, query, 1 - axis, best, middle + 1, high);
  return gap * gap < best ? search(tree, query, 1 - axis, best, low, middle) : best;
}

bench::Buffer<double> random_doubles(int64_t n, uint32_t seed) {
  auto numbers = bench::random_integers(n, 1 << 30, seed);
  bench::Buffer<double> out(n);
  for (int64_t i = 0; i < n; i++) out[i] = static_cast<double>(numbers[i]) / (1 << 30);
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  bench::Harness harness("kd_tree", argc, argv);
  int64_t n = harness.size(1 << 18);
  auto xs = random_doubles(n, 1), ys = random_doubles(n, 2), query_xs = random_doubles(n, 3),
       query_ys = random_doubles(n, 4);
  bench::Buffer<double> out(n);
  std::vector<Point> tree(static_cast<size_t>(n));
  auto rival = [&] {
    for (int64_t i = 0; i < n; i++) tree[static_cast<size_t>(i)] = {xs[i], ys[i]};
#pragma omp parallel
    {
#pragma omp single
      build(tree.data(), n, 0);
#pragma omp for schedule(dynamic, 256)
      for (int64_t i = 0; i < n; i++)
        out[i] = search(tree.data(), {query_xs[i], query_ys[i]}, 0,
                        std::numeric_limits<double>::infinity(), 0, n);
    }
  };
  harness.compare("2^18 points and queries", rival, std::tuple(bench::array(out.data(), n)),
                  std::tuple(bench::array(xs.data(), n), bench::array(ys.data(), n),
                             bench::array(query_xs.data(), n), bench::array(query_ys.data(), n)),
                  1e-12);
  return harness.status();
}
