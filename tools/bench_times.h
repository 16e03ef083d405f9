// The times of `planish bench` in files, in the format of futhark bench.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "driver/bench/bench_run.h"
#include "driver/bench/bench_statistics.h"

namespace planish::tools {

// "prog.fut", or "prog.fut:entry" for entry points other than main.
std::string bench_key(const std::string& path, const std::string& entry);

// What was measured, as it is written.
nlohmann::ordered_json times_json(const BenchResult& result);

// Times that were written before, by program (and entry point) and data set, in their order.
class BenchTimes {
 public:
  // Reads a file that `planish bench` or futhark bench wrote; nothing, and why, when it is no such
  // file.
  static std::optional<BenchTimes> read(const std::string& path, std::string& error);

  // Those of a program. A data set that failed has its message.
  std::vector<BenchResult> of_program(const std::string& path) const;
  // Null when it was not measured.
  const BenchResult* find(const std::string& path, const std::string& entry,
                          const std::string& dataset) const;

 private:
  std::vector<std::pair<std::string, BenchResult>> all_;  // with their keys
};

}  // namespace planish::tools
