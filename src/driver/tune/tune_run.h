// Finds thresholds for a program by running it on the data sets of its test blocks.
//
// Note [Tuning]
// The program is compiled once, with all thresholds as tuning parameters. ThresholdSearch says which
// settings are to be run. Every result is compared: with what the test expects, or with what the
// program gives without settings. What was found is then run in turns with what was there before, and
// is kept only if some data set is faster for certain (bench_statistics.h) and the mean is.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "diag/render.h"
#include "driver/bench/bench_statistics.h"
#include "driver/bench/datasets.h"
#include "driver/run/execute.h"
#include "driver/session/session.h"
#include "driver/tune/threshold_search.h"

namespace planish {

struct TuneOptions {
  CompileOptions compile;  // with what is set before: parameters, and thresholds to begin with
  std::vector<std::string> required;  // names that the program has to have
  DatasetChoice datasets;
  Color color = Color::Never;  // of messages
  double seconds = 60;         // for all runs, about
  // For tests: how long a run of the data set took, by what it compared with the settings. None: the
  // time that it took.
  std::function<double(const std::string& dataset, const ComparedThresholds& compared,
                       const runtime::TuningValues& settings)>
      clock = nullptr;
};

struct TunedDataset {
  std::string entry;
  std::string name;
  // Of runs without and with what was found, in turns; both are empty if nothing was.
  std::vector<double> before = {};
  std::vector<double> after = {};
  TimeComparison comparison = {1, TimeVerdict::Same};
};

struct TuneOutcome {
  std::string error;              // may have several lines; the rest counts if it is empty
  runtime::TuningValues found;    // thresholds that are better than what was there; may be empty
  ComparedThresholds thresholds;  // all that were compared with anything
  std::vector<TunedDataset> datasets;
  size_t runs = 0;           // of a data set with settings
  bool is_complete = false;  // there was time for all
};

struct TuneProgress {
  const std::string& dataset;
  size_t runs = 0;
  double seconds = 0;
};

// The interrupt ends it early, with an error. The session may have checked the prelude, but no program
// yet.
TuneOutcome tune_program(Session& session, const std::string& path, const TuneOptions& options,
                         const std::atomic<bool>& interrupt,
                         const std::function<void(const TuneProgress&)>& progress);

// What tuning files hold of a program: what `kept` says, thresholds of the target apart, and `found`.
// A line for each.
std::string tuning_text(const runtime::TuningValues& kept, const runtime::TuningValues& found,
                        std::string_view target);

}  // namespace planish
