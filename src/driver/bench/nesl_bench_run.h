// Times functions of NESL programs on the data sets of their comments:
//
//   % bench: quicksort({rand(1000000) : i in [0:100000]}) %
//   % bench: count([T, F]) => 1 %
//
// The argument is evaluated once, and the function is timed with its value.
#pragma once

#include "driver/bench/bench_run.h"

namespace planish {

// As dataset_count and run_benchmarks, for programs in NESL.
std::optional<size_t> nesl_dataset_count(const std::string& path, const BenchOptions& options);
void run_nesl_benchmarks(Session& session, const std::string& path, const BenchOptions& options,
                         const std::atomic<bool>& interrupt, BenchObserver& observer);

}  // namespace planish
