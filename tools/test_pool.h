// Runs the tests of many programs at the same time, each program in a process of its own. A case
// that crashes or hangs fails alone: those after it run in a new process.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "driver/test/test_run.h"

namespace planish::tools {

struct TestProgram {
  std::string path;
  TestOptions options;
};

struct ProgramResults {
  size_t program = 0;  // its index
  std::vector<TestResult> results;
  std::vector<std::pair<std::string, double>> stages;  // of compiling, with their seconds
  double seconds = 0;
};

struct TestPoolOptions {
  unsigned jobs = 1;
  unsigned time_limit = 10;  // seconds, for each case and for compiling a program
};

// The same in this process, one program after the other and without limits of time: for debuggers
// and tools that watch one process. A crash ends all.
void run_tests_in_process(const std::vector<TestProgram>& programs,
                          const std::function<void(ProgramResults)>& done);

// Calls `done` for each program as it ends, in any order.
void run_test_pool(const std::vector<TestProgram>& programs, const TestPoolOptions& options,
                   const std::function<void(ProgramResults)>& done);

}  // namespace planish::tools
