// Runs passes over a program. Nothing else calls them.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/pass.h"

namespace planish {

enum class Verify : uint8_t {
  Never,
  EveryPass,  // the program is verified before the first pass and after each
};

struct PipelineOptions {
  Target target = cpu_target();
  Verify verify = Verify::Never;
  Decisions* decisions = nullptr;  // where passes say what they decided; null: nobody asks
  std::vector<Pass> dump_after;
  std::vector<Pass> disabled;
  std::optional<Pass> stop_after;  // nothing runs after its first run
  // Takes the program after a pass of dump_after has run.
  std::function<void(const Pass& pass, const ir::Program& program)> dump;
  // Where the program is saved that made a pass fail.
  std::string bug_folder = ".";
};

struct PassTime {
  std::string_view pass;  // or another stage of the compiler
  double seconds = 0;
  size_t statements = 0;  // of the program after a pass, all levels together; 0 after other stages
};

// Does a stage that is no pass, and adds how long it took. `times` may be null.
template <class Work>
decltype(auto) timed(std::vector<PassTime>* times, std::string_view stage, Work&& work) {
  struct Timer {
    std::vector<PassTime>* times;
    std::string_view stage;
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
    ~Timer() {
      std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
      if (times != nullptr) times->push_back({stage, taken.count()});
    }
  } timer{times, stage};
  return std::forward<Work>(work)();
}

// A pass threw an exception or broke a rule of the IR.
struct PassFailure {
  std::string_view pass;  // empty: the program broke a rule before the first pass
  std::string message;    // several lines
  std::string
      saved_to;  // the file with the program from just before the pass; empty: it could not be written
};

struct PipelineResult {
  ir::Program program;  // after the last pass that succeeded
  std::vector<PassTime> times;
  std::optional<PassFailure> failure;
};

// Needs a large stack (support/large_stack.h).
PipelineResult run_pipeline(const ir::Program& program, std::span<const Pass> pipeline,
                            const PipelineOptions& options = {});

// "compiler bug in the pass `cse`: …", for people, in several lines.
std::string failure_text(const PassFailure& failure);
// A table, the stages in the order in which they ran.
std::string times_text(std::span<const PassTime> times);

}  // namespace planish
