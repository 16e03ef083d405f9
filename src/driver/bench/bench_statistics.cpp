#include "driver/bench/bench_statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace planish {
namespace {

// How many standard errors a mean of `freedom` + 1 normally distributed values may be off, at one
// confidence: Student's distribution as a series around the normal one. The first values are exact,
// where the series is not.
struct Confidence {
  double normal;
  std::array<double, 4> first;

  double student(double freedom) const {
    if (freedom < 5) return first[static_cast<size_t>(std::clamp(freedom, 1.0, 4.0)) - 1];
    const double z = normal, z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
    const double one = (z3 + z) / 4, two = (5 * z5 + 16 * z3 + 3 * z) / 96;
    const double three = (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / 384;
    return z + (one + (two + three / freedom) / freedom) / freedom;
  }
};
constexpr Confidence k95{1.959964, {12.706, 4.303, 3.182, 2.776}};
constexpr Confidence k99{2.575829, {63.657, 9.925, 5.841, 4.604}};

double mean_of(std::span<const double> values) {
  double sum = 0;
  for (double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

double squares_of(std::span<const double> values, double mean) {
  double squares = 0;
  for (double value : values) squares += (value - mean) * (value - mean);
  return squares;
}

double median_of(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  const size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

// One number for the times of each process.
template <class Of>
std::vector<double> of_processes(const TimeSample& sample, Of of) {
  std::vector<double> all;
  std::span<const double> rest = sample.times;
  for (size_t runs : sample.processes) {
    const size_t count = std::min(runs, rest.size());
    if (count > 0) all.push_back(of(rest.first(count)));
    rest = rest.subspan(count);
  }
  if (!rest.empty()) all.push_back(of(rest));
  return all;
}

}  // namespace

TimeSummary summarise(const TimeSample& sample) {
  TimeSummary summary;
  summary.runs = sample.times.size();
  if (sample.times.empty()) return summary;
  summary.median = median_of(of_processes(sample, median_of));
  std::vector<double> means = of_processes(sample, mean_of);
  if (means.size() == 1) means.assign(sample.times.begin(), sample.times.end());
  summary.mean = mean_of(means);
  if (means.size() == 1) {
    summary.high = std::numeric_limits<double>::infinity();
    return summary;
  }
  const auto count = static_cast<double>(means.size());
  const double error = std::sqrt(squares_of(means, summary.mean) / (count - 1) / count);
  const double half = k95.student(count - 1) * error;
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
  return k95.student(count - 1) * error / mean_;
}

TimeComparison compare_times(const TimeSample& before, const TimeSample& after) {
  TimeComparison comparison;
  // Of logarithms, because what changes times changes them by a factor.
  auto log_median = [](std::span<const double> times) {
    return std::log(std::max(median_of(times), std::numeric_limits<double>::min()));
  };
  const std::vector<double> old = of_processes(before, log_median);
  const std::vector<double> now = of_processes(after, log_median);
  if (old.empty() || now.empty()) return comparison;
  const double old_mean = mean_of(old), now_mean = mean_of(now);
  const double speedup = median_of(old) - median_of(now);  // its logarithm
  comparison.speedup = std::exp(speedup);
  const auto n = static_cast<double>(old.size()), m = static_cast<double>(now.size());
  const double freedom = n + m - 2;
  if (freedom < 1) return comparison;
  const double variance = (squares_of(old, old_mean) + squares_of(now, now_mean)) / freedom;
  const double error = std::sqrt(variance * (1 / n + 1 / m));
  const double difference = old_mean - now_mean;
  const bool certain = std::fabs(difference) > k99.student(freedom) * error;
  const bool large = std::fabs(speedup) >= std::log1p(kLeastEffect) && speedup * difference > 0;
  comparison.verdict = !certain || !large ? TimeVerdict::Same
                       : speedup > 0      ? TimeVerdict::Faster
                                          : TimeVerdict::Slower;
  return comparison;
}

}  // namespace planish
