// Quickhull: the points outside of a line are copied to a list, and the farthest of them splits it.
// The first levels are tasks.
#include "harness.h"

namespace {

struct Point {
  int64_t x, y;
  bool operator<(const Point& other) const { return x < other.x || (x == other.x && y < other.y); }
};

int64_t area(Point a, Point b, Point c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

std::vector<Point> outside(Point a, Point b, const std::vector<Point>& points) {
  std::vector<Point> found;
  for (Point p : points) {
    if (area(a, b, p) > 0) found.push_back(p);
  }
  return found;
}

void add_corners(Point a, Point b, const std::vector<Point>& points, std::vector<Point>& corners) {
  if (points.empty()) {
    corners.push_back(a);
    return;
  }
  Point top = points.front();
  int64_t most = area(a, b, top);
  for (Point p : points) {
    int64_t here = area(a, b, p);
    if (here > most) top = p, most = here;
  }
  std::vector<Point> right;
#pragma omp task shared(right, points) if (points.size() > 10000)
  {
    add_corners(top, b, outside(top, b, points), right);
  }
  add_corners(a, top, outside(a, top, points), corners);
#pragma omp taskwait
  corners.insert(corners.end(), right.begin(), right.end());
}

std::vector<Point> hull(const std::vector<Point>& points) {
  auto [left, right] = std::minmax_element(points.begin(), points.end());
  Point a = *left, b = *right;
  std::vector<Point> upper, lower;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(lower)
    {
      add_corners(b, a, outside(b, a, points), lower);
    }
    add_corners(a, b, outside(a, b, points), upper);
  }
  upper.insert(upper.end(), lower.begin(), lower.end());
  return upper;
}

}  // namespace

int main(int argc, char** argv) {
  bench::Harness harness("quickhull", argc, argv);
  int64_t n = harness.size(1 << 22), kept = 0;
  auto random_xs = bench::random_integers(n, 1 << 30, 1),
       random_ys = bench::random_integers(n, 1 << 30, 2);
  bench::Buffer<int64_t> xs(n), ys(n), out_xs(n), out_ys(n);
  std::vector<Point> points(static_cast<size_t>(n));
  for (int64_t i = 0; i < n; i++) {
    xs[i] = random_xs[i];
    ys[i] = random_ys[i];
    points[static_cast<size_t>(i)] = {xs[i], ys[i]};
  }
  auto rival = [&] {
    std::vector<Point> found = hull(points);
    kept = static_cast<int64_t>(found.size());
    for (size_t i = 0; i < found.size(); i++) {
      out_xs[static_cast<int64_t>(i)] = found[i].x;
      out_ys[static_cast<int64_t>(i)] = found[i].y;
    }
  };
  auto result_xs = bench::array(out_xs.data(), n), result_ys = bench::array(out_ys.data(), n);
  result_xs.kept = result_ys.kept = &kept;
  harness.compare("2^22 points in a square", rival, std::tuple(result_xs, result_ys),
                  std::tuple(bench::array(xs.data(), n), bench::array(ys.data(), n)), 0,
                  {.bytes = 16.0 * static_cast<double>(n)});
  return harness.status();
}
