// Quickhull: the points to the left of a line are copied to a list, and the farthest of them splits it.
#include "harness.h"

namespace {

struct Point {
  double x, y;
};

double area(Point o, Point p, Point q) {
  return (p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x);
}

// The points of the hull from p on, without q.
void add_half(const std::vector<Point>& points, Point p, Point q, std::vector<Point>& hull) {
  std::vector<Point> left;
  Point farthest{};
  double most = 0;
  for (Point o : points) {
    const double here = area(o, p, q);
    if (here <= 0) continue;
    left.push_back(o);
    if (here > most) farthest = o, most = here;
  }
  if (left.empty()) {
    hull.push_back(p);
    return;
  }
  add_half(left, p, farthest, hull);
  add_half(left, farthest, q, hull);
}

}  // namespace

int main(int argc, char** argv) {
  bench::Harness harness("nesl_quickhull", argc, argv);
  const int64_t n = harness.size(1 << 20);
  const auto random_xs = bench::random_integers(n, 1 << 20, 1),
             random_ys = bench::random_integers(n, 1 << 20, 2);
  bench::Buffer<double> xs(n), ys(n), out_xs(n), out_ys(n);
  std::vector<Point> points(static_cast<size_t>(n)), hull;
  for (int64_t i = 0; i < n; i++) {
    xs[i] = random_xs[i];
    ys[i] = random_ys[i];
    points[static_cast<size_t>(i)] = {xs[i], ys[i]};
  }
  int64_t kept = 0;
  auto rival = [&] {
    const auto [left, right] = std::minmax_element(points.begin(), points.end(),
                                                   [](Point a, Point b) { return a.x < b.x; });
    // Of several at the right, the first, as max_index has it.
    Point rightmost = *right;
    for (Point p : points) {
      if (p.x == rightmost.x) {
        rightmost = p;
        break;
      }
    }
    hull.clear();
    add_half(points, *left, rightmost, hull);
    add_half(points, rightmost, *left, hull);
    kept = static_cast<int64_t>(hull.size());
    for (int64_t i = 0; i < kept; i++) {
      out_xs[i] = hull[static_cast<size_t>(i)].x;
      out_ys[i] = hull[static_cast<size_t>(i)].y;
    }
  };
  auto result_xs = bench::array(out_xs.data(), n), result_ys = bench::array(out_ys.data(), n);
  result_xs.kept = result_ys.kept = &kept;
  harness.compare("2^20 points in a square", rival, std::tuple(result_xs, result_ys),
                  std::tuple(bench::array(xs.data(), n), bench::array(ys.data(), n)), 0,
                  {.bytes = 16.0 * static_cast<double>(n)});
  return harness.status();
}
