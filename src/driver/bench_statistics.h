// What repeated measurements say.
#pragma once

#include <cstddef>
#include <span>

namespace planish {

// Of some times, in the unit of the times. The true mean lies in [low, high] with a confidence of 95 %, by Student's
// distribution; of a single time nothing is known, and the interval is all of [0, infinity).
struct TimeSummary {
  size_t runs = 0;
  double mean = 0;
  double median = 0;
  double deviation = 0;  // standard deviation of single times
  double low = 0;
  double high = 0;

  // Half of the interval as a share of the mean.
  double relative_error() const { return mean > 0 ? (high - low) / 2 / mean : 0; }
};
TimeSummary summarise(std::span<const double> times);

// The relative error of a growing number of times, without looking at all of them again (Welford's method).
class RunningTimes {
 public:
  void add(double time);
  size_t runs() const { return runs_; }
  // As TimeSummary's; of less than two times it is infinite.
  double relative_error() const;

 private:
  size_t runs_ = 0;
  double mean_ = 0;
  double squares_ = 0;  // of the differences from the mean
};

// Two sets of times, compared by the test of Mann and Whitney, which single runs that were disturbed do not mislead.
struct TimeComparison {
  double speedup =
      1;  // median of the old ones over median of the new ones: above 1 it became faster
  bool significant = false;  // with a confidence of 95 % one is faster than the other
};
TimeComparison compare_times(std::span<const double> before, std::span<const double> after);

}  // namespace planish
