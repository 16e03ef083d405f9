// Goes through the data sets of a program, and runs an entry point until its time is known well
// enough.
#pragma once

#include <functional>
#include <vector>

#include "driver/bench/bench_run.h"

namespace planish {

class BenchLoop {
 public:
  // `run_options` gives those of the next run.
  using Options = std::function<runtime::RunOptions()>;

  BenchLoop(const BenchOptions& options, const std::atomic<bool>& interrupt,
            BenchObserver& observer, Options run_options)
      : options_(options),
        interrupt_(interrupt),
        observer_(observer),
        run_options_(std::move(run_options)) {}

  // Whether there are any; complains as the options ask.
  template <class Dataset>
  bool has_any(const std::vector<Dataset>& datasets) {
    if (datasets.empty() && options_.without_datasets == WithoutDatasets::Fail)
      observer_.failed("it has no data sets to be measured\n");
    return !datasets.empty();
  }
  // Tells the observer of each data set and of what came of it, until the user interrupts. `name`
  // makes the result of a data set, and `measure` fills it.
  template <class Dataset, class Name, class Measure>
  void measure_all(const std::vector<Dataset>& datasets, Name name, Measure measure) {
    for (const Dataset& dataset : datasets) {
      if (interrupt_) return;
      BenchResult result = name(dataset);
      observer_.begin(result);
      measure(dataset, result);
      if (interrupt_) result.error = "interrupted\n";
      observer_.end(result);
    }
  }

  // `check` says what is wrong with the results of the first run, which warms up; empty: nothing.
  using Check = std::function<std::string(const runtime::Outcome& outcome)>;
  void measure(Executable& executable, const ir::Function& entry,
               const std::vector<runtime::Value>& inputs, const Check& check, BenchResult& result);

 private:
  void repeat(Executable& executable, const ir::Function& entry,
              const std::vector<runtime::Value>& inputs, BenchResult& result);

  const BenchOptions& options_;
  const std::atomic<bool>& interrupt_;
  BenchObserver& observer_;
  const Options run_options_;
};

// A name for a data set of this text: one line, not too long.
std::string shortened_dataset(std::string_view text);

}  // namespace planish
