#include "driver/bench/bench_loop.h"

#include <chrono>

#include "driver/bench/bench_statistics.h"

namespace planish {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t kLongestName = 50;

int64_t byte_count(const std::vector<runtime::Value>& values) {
  int64_t bytes = 0;
  for (const runtime::Value& value : values) bytes += static_cast<int64_t>(value.data.size());
  return bytes;
}

bool enough(const BenchOptions& options, const RunningTimes& times, Clock::duration spent) {
  if (options.runs > 0) return times.runs() >= options.runs;
  if (times.runs() < options.least_runs) return false;
  return times.relative_error() <= options.precision || times.runs() >= options.most_runs ||
         std::chrono::duration<double>(spent).count() >= options.seconds;
}

// Times as they come.
class Measured final : public runtime::Repeats {
 public:
  Measured(const BenchOptions& options, const std::atomic<bool>& interrupt, BenchObserver& observer,
           BenchResult& result)
      : options_(options), interrupt_(interrupt), observer_(observer), result_(result) {}

  bool wants_more() const {
    return !interrupt_ && !enough(options_, times_, Clock::now() - start_);
  }
  bool again(double seconds) override {
    times_.add(seconds);
    result_.seconds.push_back(seconds);
    observer_.progress(result_, times_.relative_error());
    return wants_more();
  }

 private:
  const BenchOptions& options_;
  const std::atomic<bool>& interrupt_;
  BenchObserver& observer_;
  BenchResult& result_;
  const Clock::time_point start_ = Clock::now();
  RunningTimes times_;
};

}  // namespace

void BenchLoop::measure(Executable& executable, const ir::Function& entry,
                        const std::vector<runtime::Value>& inputs, const Check& check,
                        BenchResult& result) {
  result.input_bytes = byte_count(inputs);
  executable.reset_peak_memory();
  const runtime::Outcome first = executable.run(entry, inputs, run_options_());
  result.moved = executable.moved();
  // Fast code for wrong results is worth nothing.
  result.error = first.failure ? failure_text(*first.failure) : check(first);
  if (result.error.empty()) repeat(executable, entry, inputs, result);
  result.processes = {result.seconds.size()};
  result.peak_bytes = executable.peak_memory();
}

void BenchLoop::repeat(Executable& executable, const ir::Function& entry,
                       const std::vector<runtime::Value>& inputs, BenchResult& result) {
  Measured measured(options_, interrupt_, observer_, result);
  while (measured.wants_more()) {
    runtime::RunOptions options = run_options_();
    options.repeats = &measured;
    const size_t before = result.seconds.size();
    const runtime::Outcome outcome = executable.run(entry, inputs, options);
    if (outcome.failure) {
      result.error = failure_text(*outcome.failure);
      return;
    }
    if (result.seconds.size() == before) measured.again(outcome.seconds);
  }
}

std::string shortened_dataset(std::string_view text) {
  std::string out;
  for (char c : text) {
    bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!space) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  while (out.ends_with(' ')) out.pop_back();
  if (out.size() <= kLongestName) return out;
  return out.substr(0, kLongestName) + "...";
}

}  // namespace planish
