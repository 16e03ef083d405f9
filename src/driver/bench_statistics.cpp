#include "driver/bench_statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace planish {
namespace {

// How many standard deviations a normally distributed value may be off, with a confidence of 95 %.
constexpr double kNormal95 = 1.959964;

// How many standard errors a mean of `freedom` + 1 normally distributed values may be off, with a confidence of 95 %:
// Student's distribution as a series around the normal one. The first values are exact, where the series is not.
double student_95(double freedom) {
  constexpr double kFirst[] = {12.706, 4.303, 3.182, 2.776};
  if (freedom < 5) return kFirst[std::clamp(static_cast<int>(freedom), 1, 4) - 1];
  constexpr double z = kNormal95, z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
  double first = (z3 + z) / 4, second = (5 * z5 + 16 * z3 + 3 * z) / 96;
  double third = (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / 384;
  return z + (first + (second + third / freedom) / freedom) / freedom;
}

}  // namespace

TimeSummary summarise(std::span<const double> times) {
  TimeSummary summary;
  summary.runs = times.size();
  if (times.empty()) return summary;
  auto count = static_cast<double>(times.size());
  summary.mean = std::accumulate(times.begin(), times.end(), 0.0) / count;
  std::vector<double> sorted(times.begin(), times.end());
  std::ranges::sort(sorted);
  size_t middle = sorted.size() / 2;
  summary.median =
      sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  if (times.size() == 1) {
    summary.high = std::numeric_limits<double>::infinity();
    return summary;
  }
  double squares = 0;
  for (double time : times) squares += (time - summary.mean) * (time - summary.mean);
  summary.deviation = std::sqrt(squares / (count - 1));
  double half = student_95(count - 1) * summary.deviation / std::sqrt(count);
  summary.low = std::max(0.0, summary.mean - half);
  summary.high = summary.mean + half;
  return summary;
}

void RunningTimes::add(double time) {
  runs_++;
  double before = time - mean_;
  mean_ += before / static_cast<double>(runs_);
  squares_ += before * (time - mean_);
}

double RunningTimes::relative_error() const {
  if (runs_ < 2) return std::numeric_limits<double>::infinity();
  if (mean_ <= 0) return 0;
  auto count = static_cast<double>(runs_);
  double error = std::sqrt(squares_ / (count - 1) / count);
  return student_95(count - 1) * error / mean_;
}

TimeComparison compare_times(std::span<const double> before, std::span<const double> after) {
  TimeComparison comparison;
  TimeSummary old = summarise(before), now = summarise(after);
  if (old.median > 0 && now.median > 0) comparison.speedup = old.median / now.median;
  // All times in order. The sum of the ranks of the old ones would be half of all if nothing had changed.
  std::vector<std::pair<double, bool>> all;
  for (double time : before) all.emplace_back(time, true);
  for (double time : after) all.emplace_back(time, false);
  std::ranges::sort(all);
  double rank_sum = 0, ties = 0;
  for (size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    size_t old_ones = 0;
    while (end < all.size() && all[end].first == all[begin].first) old_ones += all[end++].second;
    // Equal times share the mean of their ranks.
    rank_sum += static_cast<double>(old_ones) * static_cast<double>(begin + end + 1) / 2;
    auto equal = static_cast<double>(end - begin);
    ties += equal * equal * equal - equal;
  }
  auto n = static_cast<double>(before.size()), m = static_cast<double>(after.size()), both = n + m;
  if (n == 0 || m == 0) return comparison;
  double expected = n * (both + 1) / 2;
  double variance = n * m / 12 * (both + 1 - ties / (both * (both - 1)));
  comparison.significant = std::fabs(rank_sum - expected) > kNormal95 * std::sqrt(variance);
  return comparison;
}

}  // namespace planish
