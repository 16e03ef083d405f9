// Measures programs in several processes, one after the other, so that what a process happens to be
// like does not look like a difference: Note [Processes] in driver/bench/bench_statistics.h. Each
// is a `planish bench --processes=1`.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "bench_report.h"

namespace planish::tools {

// What a program is measured beside, in turns.
struct BenchRival {
  std::string binary;   // another compiler; "": this one
  std::string program;  // another version of the program; "": the same
};

struct BenchProcesses {
  unsigned count = 1;
  // For each process, the options that say how it measures.
  std::vector<std::vector<std::string>> options;
  std::optional<BenchRival> rival;
  const std::atomic<bool>& interrupt;

  // Measures a program and adds it to the report. Messages of the first process are shown.
  void measure(const std::string& path, BenchReport& report, const BenchTimes* before) const;
};

// The path of this compiler.
std::string own_binary();

}  // namespace planish::tools
