// Looks for better thresholds of a program: numbers that it compares with sizes of its data when it
// chooses between versions of its code.
//
// Note [Search]
// A threshold makes a difference only where it lies between two values that it is compared with, so
// there are as many settings to try as there are different values, and one more. Programs are
// deterministic: a run whose comparisons would all come out as those of an earlier run of the same
// data takes the same path, and need not be made. Each data set is thus run about once for each path
// through the versions that it can take.
//
// One threshold is tried after the other. Those that are compared only where another comes out
// otherwise belong to the version that is taken then, and are tried there before it is judged: two
// versions are compared at their best. When a threshold was changed, all are tried again, since they
// may depend on each other; what has been measured is known by then.
//
// What counts is the geometric mean over the data sets. Differences below kLeastGain are none, so that
// thresholds which make no difference stay what they were.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "runtime/tuning.h"

namespace planish {

// A threshold and the values that it was compared with: a comparison asks whether a value is at least
// the threshold.
struct ComparedThreshold {
  int64_t fallback = 0;  // what it is if it is not set
  std::set<int64_t> values;
};
using ComparedThresholds = std::map<std::string, ComparedThreshold, std::less<>>;

// What the runs of a data set with some settings showed.
struct TuneTrial {
  double seconds = 0;  // of a run; infinite: it was given up
  ComparedThresholds compared;
};

// What is tuned.
class TuneSubject {
 public:
  virtual ~TuneSubject() = default;
  virtual size_t datasets() const = 0;
  // Runs a data set. It may be given up when a run takes longer than `worth` seconds; what was
  // compared until then is told. Nothing: the search is to end.
  virtual std::optional<TuneTrial> run(size_t dataset, const runtime::TuningValues& settings,
                                       double worth) = 0;
};

class ThresholdSearch {
 public:
  // Differences of a data set below this share of its time are none.
  static constexpr double kLeastGain = 0.05;
  // A run that takes so many times as long as the best one known is given up.
  static constexpr double kHopeless = 4;

  explicit ThresholdSearch(TuneSubject& subject) : subject_(subject), trials_(subject.datasets()) {}

  struct Found {
    runtime::TuningValues settings;  // those of the start, and the thresholds that were changed
    ComparedThresholds thresholds;   // all that were seen
    bool is_complete = false;        // nothing ended the search
  };
  Found run(const runtime::TuningValues& start);

 private:
  using Settings = runtime::TuningValues;
  struct Known {
    Settings settings;
    TuneTrial trial;
  };
  // Of each data set, with some settings; nothing: the search has ended.
  using Times = std::vector<double>;
  std::optional<Times> measure(const Settings& settings);
  const TuneTrial* known(size_t dataset, const Settings& settings) const;
  const TuneTrial* trial(size_t dataset, const Settings& settings);
  // What is compared with these settings, which were measured.
  ComparedThresholds compared(const Settings& settings) const;
  // The settings with the best value for this threshold, and for those that belong to the versions
  // that it chooses.
  Settings tune(const std::string& name, Settings best, std::set<std::string>& tried);
  Settings best_version(const Settings& other, const ComparedThresholds& seen,
                        std::set<std::string> tried);

  TuneSubject& subject_;
  std::vector<std::vector<Known>> trials_;  // by data set
  bool has_ended_ = false;
};

// The values to try for a threshold, one for each way in which its comparisons can come out, from the
// lowest to the highest. Of very many values some are left out.
std::vector<int64_t> threshold_candidates(const std::set<int64_t>& compared);
// Is `after` better than `before`, both by data set?
bool is_better(const std::vector<double>& before, const std::vector<double>& after);

}  // namespace planish
