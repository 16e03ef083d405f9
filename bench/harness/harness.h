// Times a compiled program beside a rival in C++ or CUDA, in one process and on the same data.
//
// A benchmark is one file of bench/rivals for the CPU, and may be another for GPUs (cuda.h): its main makes data, and calls Harness::compare for each
// set of them. The compiled program is a library with the C API of `planish build --library`, named
// on the command line; Futhark's libraries have the same API and can be timed in the same way.
// Results must agree before anything is timed. bench/run builds and starts all this, and makes a
// table of what is printed here: one line of JSON for each data set and number of threads.
#pragma once

#include <time.h>

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "memory.h"
#include "program.h"

namespace bench {

struct Options {
  std::vector<std::pair<std::string, std::string>> libraries;  // what to call them, and their paths
  std::vector<int> threads = {1};
  double seconds =
      1;  // to spend on each of the rival and the libraries, per data set and number of threads
  int least_runs = 5;  // however long they take
  clockid_t clock = CLOCK_MONOTONIC;
  double scale = 1;    // of the sizes of data
  std::string filter;  // only data sets whose names have this in them
};

struct Work {
  double bytes = 0;  // read and written at least by one run
  double flops = 0;
};

// What a program is compared with. A rival on a GPU leaves its results there; `fetch` brings them to
// where they are compared, and is not timed.
struct Rival {
  template <class Run>
  Rival(Run run) : run(std::move(run)) {}
  template <class Run, class Fetch>
  Rival(Run run, Fetch fetch) : run(std::move(run)), fetch(std::move(fetch)) {}

  std::function<void()> run;
  std::function<void()> fetch = [] {};
};

class Harness {
 public:
  // Takes --library NAME=PATH, --threads A,B, --seconds S, --clock wall|cpu, --scale F, --filter
  // TEXT.
  Harness(std::string benchmark, int argc, char** argv);

  // A size of data, smaller when --scale asks for it; a multiple of `multiple`.
  int64_t size(int64_t full, int64_t multiple = 1) const;

  // Checks and times. `results` and `arguments` are tuples of scalars, as pointers among the
  // results, and Arrays; the rival writes to what the results refer to. Results may differ by
  // `tolerance` of the largest element.
  template <class... Results, class... Arguments>
  void compare(const std::string& dataset, const Rival& rival,
               const std::tuple<Results...>& results, const std::tuple<Arguments...>& arguments,
               double tolerance = 1e-4, Work work = {}) {
    if (!wanted(dataset)) return;
    run(dataset, rival, work, [&](const Library& library, int threads) {
      return std::unique_ptr<Contender>(
          new Program<std::tuple<Results...>, std::tuple<Arguments...>>(library, threads, results,
                                                                        arguments, tolerance));
    });
  }

  // To be given back by main.
  int status() const { return status_; }

 private:
  using Maker = std::function<std::unique_ptr<Contender>(const Library&, int threads)>;

  bool wanted(const std::string& dataset) const;
  void run(const std::string& dataset, const Rival& rival, Work work, const Maker& make);

  std::string benchmark_;
  Options options_;
  std::vector<std::unique_ptr<Library>> libraries_;
  int status_ = 0;
};

}  // namespace bench
