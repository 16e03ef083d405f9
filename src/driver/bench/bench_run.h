// Times the entry points of a program on the data sets of its test blocks.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "diag/render.h"
#include "driver/run/execute.h"
#include "driver/session/session.h"

namespace planish {

// A program without data sets: a mistake, or no benchmark.
enum class WithoutDatasets : uint8_t { Fail, Ignore };

struct BenchOptions {
  CompileOptions compile;
  std::vector<std::string> exclude;  // tags of programs and data sets that are left out
  std::string entry;                 // only data sets of this entry point; "": all
  WithoutDatasets without_datasets = WithoutDatasets::Fail;
  Color color = Color::Never;  // of messages
  unsigned runs = 0;           // so many; 0: as many as the precision asks for
  // Half of the 95 % interval, as a share of the mean, that is good enough.
  double precision = 0.01;
  unsigned least_runs = 10;  // where `runs` is 0, as are the next
  unsigned most_runs = 100'000;
  double seconds = 5;  // no more than the least number of runs takes longer
};

struct BenchResult {
  std::string entry;
  std::string dataset;  // "[1000]i32", "#0 (\"[1, 2]\")", or the name that its author gave
  uint32_t line = 0;    // of the program
  int64_t input_bytes = 0;
  std::optional<int64_t> peak_bytes;  // of the arrays of machine code, inputs apart
  MovedBytes moved;                   // for want of memory, in one run
  std::vector<size_t> processes;      // how many of the runs each process made
  std::vector<double> seconds;        // of each run that was not the first; empty: see `error`
  std::string error;                  // may have several lines
};

// Hears of data sets as they are measured.
class BenchObserver {
 public:
  virtual ~BenchObserver() = default;
  virtual void begin(const BenchResult& result) = 0;
  // After each run, with half of the 95 % interval so far, as a share of the mean.
  virtual void progress(const BenchResult& result, double relative_error) = 0;
  virtual void end(const BenchResult& result) = 0;
  // A program that cannot be measured at all.
  virtual void failed(const std::string& message) = 0;
};

// How many data sets of a program would be measured. Nothing if it cannot be read.
std::optional<size_t> dataset_count(const std::string& path, const BenchOptions& options);

// Measures a program: compiles it, and runs each data set once to warm up, when results are
// compared with what is expected, and then until its time is known well enough. Cases that expect
// failure, and what has a tag `nobench` or `disable`, are left out. Ends early when the flag is
// set. The session may have checked the prelude, but no program yet.
void run_benchmarks(Session& session, const std::string& path, const BenchOptions& options,
                    const std::atomic<bool>& interrupt, BenchObserver& observer);

}  // namespace planish
