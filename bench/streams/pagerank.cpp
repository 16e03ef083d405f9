// pagerank FILE N STEPS OUT: ranks of N pages by links, pairs of i32, which are read again in every step.
#include <vector>

#include "blocks.h"

namespace {

struct Link {
  int32_t from;
  int32_t to;
};

// What all threads have added up, each in an array of its own.
template <class Number>
class Sums {
 public:
  explicit Sums(size_t n)
      : n_(n), parts_(static_cast<size_t>(omp_get_max_threads()), std::vector<Number>(n)) {}
  std::vector<Number>& own() { return parts_[static_cast<size_t>(omp_get_thread_num())]; }
  std::vector<Number>& total() {
    for (size_t t = 1; t < parts_.size(); t++) {
#pragma omp parallel for
      for (size_t i = 0; i < n_; i++) parts_[0][i] += parts_[t][i];
    }
    return parts_[0];
  }

 private:
  size_t n_;
  std::vector<std::vector<Number>> parts_;
};

}  // namespace

int main(int, char** argv) {
  constexpr double kDamping = 0.85;
  const auto n = static_cast<size_t>(std::atoll(argv[2]));
  const int steps = std::atoi(argv[3]);
  streams::Blocks blocks(argv[1], streams::kBlock);
  const auto pass = [&](auto&& visit) {
    for (;;) {
      const std::span<const Link> links = blocks.items<Link>();
      if (links.empty()) break;
#pragma omp parallel
      visit(links);
    }
    blocks.rewind();
  };
  Sums<int32_t> degree_sums(n);
  pass([&](std::span<const Link> links) {
    std::vector<int32_t>& degrees = degree_sums.own();
#pragma omp for
    for (size_t i = 0; i < links.size(); i++) degrees[static_cast<size_t>(links[i].from)]++;
  });
  const std::vector<int32_t>& degrees = degree_sums.total();
  std::vector<double> ranks(n, 1.0 / static_cast<double>(n));
  std::vector<double> along(n);
  for (int step = 0; step < steps; step++) {
    double to_all = 0;
#pragma omp parallel for reduction(+ : to_all)
    for (size_t i = 0; i < n; i++) {
      along[i] = ranks[i] / std::max(1, degrees[i]);
      if (degrees[i] == 0) to_all += ranks[i];
    }
    Sums<double> sums(n);
    pass([&](std::span<const Link> links) {
      std::vector<double>& received = sums.own();
#pragma omp for
      for (size_t i = 0; i < links.size(); i++)
        received[static_cast<size_t>(links[i].to)] += along[static_cast<size_t>(links[i].from)];
    });
    const std::vector<double>& received = sums.total();
    const auto pages = static_cast<double>(n);
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
      ranks[i] = (1 - kDamping) / pages + kDamping * (received[i] + to_all / pages);
  }
  streams::Output out(argv[4]);
  std::ranges::copy(ranks, out.room<double>(n).begin());
  out.write();
}
