// Barnes and Hut's algorithm: a tree of squares, through which each body goes on its own.
#include <cmath>

#include "harness.h"

namespace {

constexpr double kTheta = 0.5;

struct Body {
  double x, y, mass;
};

struct Node {
  Body centre;
  double width;
  bool single;
  int32_t children[4];  // -1: empty
};

class Tree {
 public:
  explicit Tree(std::vector<Body> bodies) : bodies_(std::move(bodies)) {
    add(0, bodies_.size(), 0, 0, 2);
  }

  std::pair<double, double> force(const Body& body) const { return force(body, 0); }

 private:
  int32_t add(size_t from, size_t to, double x, double y, double width) {
    if (from == to) return -1;
    const auto number = static_cast<int32_t>(nodes_.size());
    nodes_.push_back({bodies_[from], width, to - from == 1, {-1, -1, -1, -1}});
    if (to - from == 1) return number;
    Body sum{};
    for (size_t i = from; i < to; i++) {
      sum.x += bodies_[i].x * bodies_[i].mass;
      sum.y += bodies_[i].y * bodies_[i].mass;
      sum.mass += bodies_[i].mass;
    }
    nodes_[static_cast<size_t>(number)].centre = {sum.x / sum.mass, sum.y / sum.mass, sum.mass};
    const auto begin = bodies_.begin();
    auto at = [&](size_t i) { return begin + static_cast<ptrdiff_t>(i); };
    auto split = [&](size_t a, size_t b, auto below) {
      return static_cast<size_t>(std::partition(at(a), at(b), below) - begin);
    };
    const size_t middle = split(from, to, [&](const Body& b) { return b.x < x; });
    const size_t lower = split(from, middle, [&](const Body& b) { return b.y < y; });
    const size_t upper = split(middle, to, [&](const Body& b) { return b.y < y; });
    const double quarter = width / 4;
    const size_t ends[] = {from, lower, middle, upper, to};
    for (size_t k = 0; k < 4; k++) {
      const int32_t child = add(ends[k], ends[k + 1], k < 2 ? x - quarter : x + quarter,
                                k % 2 == 0 ? y - quarter : y + quarter, width / 2);
      nodes_[static_cast<size_t>(number)].children[k] = child;
    }
    return number;
  }

  std::pair<double, double> force(const Body& body, int32_t number) const {
    const Node& node = nodes_[static_cast<size_t>(number)];
    const double dx = node.centre.x - body.x, dy = node.centre.y - body.y;
    const double square = dx * dx + dy * dy, distance = std::sqrt(square);
    if (node.single || node.width < kTheta * distance) {
      if (square == 0) return {0, 0};
      const double scale = node.centre.mass / (square * distance);
      return {dx * scale, dy * scale};
    }
    std::pair<double, double> sum{0, 0};
    for (int32_t child : node.children) {
      if (child < 0) continue;
      const auto [x, y] = force(body, child);
      sum.first += x;
      sum.second += y;
    }
    return sum;
  }

  std::vector<Body> bodies_;
  std::vector<Node> nodes_;
};

}  // namespace

int main(int argc, char** argv) {
  bench::Harness harness("barnes_hut", argc, argv);
  const int64_t n = harness.size(20000);
  const auto places = bench::random_floats(2 * n, -1, 1, 1),
             weights = bench::random_floats(n, 1, 2, 2);
  bench::Buffer<double> xs(n), ys(n), masses(n), out_xs(n), out_ys(n);
  std::vector<Body> bodies;
  for (int64_t i = 0; i < n; i++) {
    xs[i] = places[2 * i];
    ys[i] = places[2 * i + 1];
    masses[i] = weights[i];
    bodies.push_back({xs[i], ys[i], masses[i]});
  }
  auto rival = [&] {
    const Tree tree(bodies);
#pragma omp parallel for schedule(dynamic, 64)
    for (int64_t i = 0; i < n; i++) {
      std::tie(out_xs[i], out_ys[i]) = tree.force(bodies[static_cast<size_t>(i)]);
    }
  };
  harness.compare("20000 bodies", rival,
                  std::tuple(bench::array(out_xs.data(), n), bench::array(out_ys.data(), n)),
                  std::tuple(bench::array(xs.data(), n), bench::array(ys.data(), n),
                             bench::array(masses.data(), n)));
  return harness.status();
}
