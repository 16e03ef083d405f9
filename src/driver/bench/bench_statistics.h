// What repeated measurements say.
//
// Note [Processes]
// A process has its own addresses, pages and neighbours, which make all of its runs a little faster
// or slower: runs of one process agree with each other better than with those of the next. So means
// and medians are those of processes, and what is unknown is how far these are apart. A thousand
// runs in one process say nothing of that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace planish {

// Times of runs, in any unit.
struct TimeSample {
  std::span<const double> times;
  // How many of them each process made, one after the other. Empty: all were made by one.
  std::span<const size_t> processes = {};
};

// The true mean lies in [low, high] with a confidence of 95 %, by Student's distribution: of the
// means of processes, if there are several, and otherwise of single runs. Of a single time nothing
// is known, and the interval is all of [0, infinity).
struct TimeSummary {
  size_t runs = 0;
  double mean = 0;
  double median = 0;  // of the medians of processes, if there are several
  double low = 0;
  double high = 0;

  // Half of the interval as a share of the mean.
  double relative_error() const { return mean > 0 ? (high - low) / 2 / mean : 0; }
};
TimeSummary summarise(const TimeSample& sample);

// The relative error of a growing number of times, without looking at all of them again (Welford's
// method).
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

enum class TimeVerdict : uint8_t {
  Faster,
  Slower,
  Same,     // no difference that is both certain and worth speaking of
  Unknown,  // one process on each side, or no times: nothing says how far processes are apart
};

// Differences below this share of the time are none: they come and go with the layout of memory.
inline constexpr double kLeastEffect = 0.02;

// Two samples, compared by the medians of their processes, which single runs that were disturbed do
// not change. One is faster if Student's test says so with a confidence of 99 % (many rows are
// compared at a time, and one in a hundred may be wrong), and by kLeastEffect at least.
struct TimeComparison {
  double speedup = 1;  // the ratio of the medians of the summaries: above 1 it became faster
  TimeVerdict verdict = TimeVerdict::Unknown;
};
TimeComparison compare_times(const TimeSample& before, const TimeSample& after);

}  // namespace planish
