#include "bench_processes.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "driver/build/build_process.h"
#include "output.h"

namespace planish::tools {
namespace {

// Times of one program, from all processes that have measured it so far.
class Merged {
 public:
  void add(std::vector<BenchResult> results) {
    for (BenchResult& result : results) {
      BenchResult* known = find(result.entry, result.dataset);
      if (known == nullptr) {
        all_.push_back(std::move(result));
      } else {
        append(*known, result);
      }
    }
  }

  const std::vector<BenchResult>& all() const { return all_; }
  BenchResult* find(const std::string& entry, const std::string& dataset) {
    auto found = std::ranges::find_if(all_, [&](const BenchResult& result) {
      return result.entry == entry && result.dataset == dataset;
    });
    return found == all_.end() ? nullptr : &*found;
  }

 private:
  static void append(BenchResult& to, const BenchResult& more) {
    if (to.error.empty()) to.error = more.error;
    to.seconds.insert(to.seconds.end(), more.seconds.begin(), more.seconds.end());
    to.processes.insert(to.processes.end(), more.processes.begin(), more.processes.end());
    if (to.peak_bytes && more.peak_bytes)
      to.peak_bytes = std::max(*to.peak_bytes, *more.peak_bytes);
  }

  std::vector<BenchResult> all_;
};

// One side of a comparison.
struct Side {
  std::string binary;
  std::string path;
  Merged times;
  bool failed = false;
};

// Runs a process, adds its times, and gives what it had to say.
std::string measure_once(Side& side, const std::vector<std::string>& options,
                         const TemporaryFolder& folder) {
  const std::string file = folder.file("times.json");
  std::vector<std::string> command{side.binary, "bench", "--processes=1", "--json=" + file};
  command.insert(command.end(), options.begin(), options.end());
  command.insert(command.end(), {"--", side.path});
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
  const ProcessResult ended = run_process(command, "/dev/null");
  std::string error;
  std::optional<BenchTimes> times = BenchTimes::read(file, error);
  std::vector<BenchResult> results;
  if (times) results = times->of_program(side.path);
  side.failed = results.empty();
  side.times.add(std::move(results));
  if (!ended.found) return fmt::format("planish: cannot run {}: {}\n", side.binary, ended.output);
  if (!side.failed || !ended.output.empty()) return ended.output;
  return fmt::format("planish: {} is not measured: the process ended with status {}\n", side.path,
                     ended.status);
}

}  // namespace

std::string own_binary() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

void BenchProcesses::measure(const std::string& path, BenchReport& report,
                             const BenchTimes* before) const {
  TemporaryFolder folder;
  Side now{own_binary(), path, {}, false}, old = now;
  if (rival) {
    if (!rival->binary.empty()) old.binary = rival->binary;
    if (!rival->program.empty()) old.path = rival->program;
  }
  for (unsigned i = 0; i < count && !interrupt && !now.failed && !old.failed; i++) {
    report.show_progress(fmt::format("{}: process {} of {}", path, i + 1, count));
    // The one that is first in one round is second in the next.
    std::vector<Side*> sides{&now};
    if (rival) sides.insert(i % 2 == 0 ? sides.end() : sides.begin(), &old);
    for (Side* side : sides) {
      if (interrupt) return;
      const std::string messages = measure_once(*side, options[i], folder);
      if (interrupt || messages.empty() || (i > 0 && !side->failed)) continue;
      report.clear_progress();
      write_stderr(messages);
    }
  }
  if (interrupt) return;
  if (now.failed || old.failed) report.add_failure();
  for (const BenchResult& result : now.times.all()) {
    const BenchResult* beside = nullptr;
    if (rival) beside = old.times.find(result.entry, result.dataset);
    if (before != nullptr) beside = before->find(path, result.entry, result.dataset);
    report.add(result, beside);
  }
}

}  // namespace planish::tools
