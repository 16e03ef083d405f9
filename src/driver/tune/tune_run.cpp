#include "driver/tune/tune_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "analysis/tuning.h"
#include "driver/session/errors_text.h"
#include "driver/test/test_spec.h"
#include "driver/test/test_values.h"
#include "driver/tune/watchdog.h"

namespace planish {
namespace {

using Clock = std::chrono::steady_clock;
constexpr double kForever = std::numeric_limits<double>::infinity();

// Of the time, for the search; the rest is for comparing what was found with what was there.
constexpr double kSearchShare = 0.7;
// Of runs with the same settings: enough for a median.
constexpr size_t kFewestRuns = 3;
constexpr double kTrialSeconds = 0.2;
constexpr size_t kFewestRounds = 3;
constexpr size_t kMostTuningRounds = 10;
constexpr double kRoundSeconds = 0.05;
// Less is not worth waiting for before a run is given up.
constexpr double kLeastPatience = 0.1;

double median(std::vector<double> times) {
  std::ranges::sort(times);
  const size_t half = times.size() / 2;
  return times.size() % 2 == 1 ? times[half] : (times[half - 1] + times[half]) / 2;
}

class ComparisonLog : public runtime::ThresholdWatch {
 public:
  void compared(std::string_view name, int64_t fallback, int64_t value) override {
    auto found = all_.find(name);
    if (found == all_.end()) found = all_.emplace(std::string(name), ComparedThreshold{}).first;
    found->second.fallback = fallback;
    found->second.values.insert(value);
  }
  ComparedThresholds take() { return std::exchange(all_, {}); }

 private:
  ComparedThresholds all_;
};

// A data set with its inputs, and what it has to give.
struct TuneCase {
  const Dataset* dataset = nullptr;
  const ir::Function* entry = nullptr;
  std::vector<runtime::Value> inputs;
  std::vector<runtime::Value> expected;
  bool has_expected = false;
  bool has_run = false;  // with any settings: it is not the data that is too large
};

// Something is wrong that ends the tuning of a program.
struct TuneError {
  std::string message;
};

class TuneRun : public TuneSubject {
 public:
  TuneRun(Session& session, const std::string& path, const TuneOptions& options,
          const std::atomic<bool>& interrupt,
          const std::function<void(const TuneProgress&)>& progress)
      : session_(session),
        path_(path),
        options_(options),
        interrupt_(interrupt),
        progress_(progress),
        values_(path) {}

  TuneOutcome tune() {
    TuneOutcome outcome;
    try {
      load();
      start_ = Clock::now();
      const runtime::TuningValues& start = options_.compile.load.tuning;
      ThresholdSearch::Found found = ThresholdSearch(*this).run(start);
      outcome.thresholds = std::move(found.thresholds);
      outcome.is_complete = found.is_complete;
      for (const TuneCase& one : cases_)
        outcome.datasets.push_back({one.dataset->entry, one.dataset->name});
      for (const auto& [name, value] : found.settings) {
        const auto before = start.find(name);
        if (before == start.end() || before->second != value) outcome.found.emplace(name, value);
      }
      if (!outcome.found.empty()) confirm(start, found.settings, outcome);
    } catch (const TuneError& error) {
      outcome.error = error.message;
    }
    outcome.runs = runs_;
    return outcome;
  }

  size_t datasets() const override { return cases_.size(); }

  std::optional<TuneTrial> run(size_t number, const runtime::TuningValues& settings,
                               double worth) override {
    TuneCase& one = cases_[number];
    const bool is_first = std::isinf(worth);
    if (!is_first && seconds_spent() >= kSearchShare * options_.seconds) return std::nullopt;
    show_progress(one);
    runs_++;
    executable_->set_tuning(settings);
    executable_->watch_thresholds(&log_);
    const double patience = std::max(worth, kLeastPatience);
    const std::optional<double> first = timed_run(one, settings, patience);
    executable_->watch_thresholds(nullptr);
    TuneTrial trial{kForever, log_.take()};
    if (!first) return trial;
    if (options_.clock) {
      trial.seconds = options_.clock(one.dataset->name, trial.compared, settings);
      return trial;
    }
    std::vector<double> times;
    const Clock::time_point start = Clock::now();
    while (times.size() < kFewestRuns || since(start) < kTrialSeconds) {
      const std::optional<double> seconds = timed_run(one, settings, patience);
      if (!seconds) return trial;
      times.push_back(*seconds);
      // One of these is as good as many.
      if (*seconds > kTrialSeconds && (times.size() > 1 || *seconds > worth)) break;
    }
    trial.seconds = median(times);
    return trial;
  }

 private:
  static double since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }
  double seconds_spent() const { return since(start_); }

  void show_progress(const TuneCase& one) const {
    if (progress_) progress_({one.dataset->name, runs_, seconds_spent()});
  }

  std::string errors() { return errors_text(session_, options_.color); }

  // ---- The program and its data

  void load() {
    const SourceFile* file = session_.load(path_);
    if (file == nullptr) throw TuneError{errors()};
    TestSpecError wrong;
    spec_ = parse_test_spec(file->text, wrong);
    if (!spec_)
      throw TuneError{
          fmt::format("{}:{}:{}: {}\n", path_, wrong.line, wrong.column, wrong.message)};
    datasets_ = select_datasets(*spec_, options_.datasets);
    if (datasets_.empty()) throw TuneError{"it has no data sets to be tuned on\n"};
    compile_entries(*file);
    for (const Dataset& dataset : datasets_) cases_.push_back(loaded(dataset));
  }

  void compile_entries(const SourceFile& file) {
    const CheckedProgram program = session_.check(file);
    if (session_.diags().has_errors()) throw TuneError{errors()};
    const std::vector<std::string_view> existing = entry_names(session_.context(), program);
    CompileOptions compile_options = options_.compile;
    compile_options.pipeline.target.flatten.tunable = true;
    for (const Dataset& dataset : datasets_) {
      if (std::ranges::find(existing, dataset.entry) == existing.end())
        throw TuneError{fmt::format("there is no entry point `{}`\n", dataset.entry)};
      std::vector<std::string_view>& wanted = compile_options.entries;
      if (std::ranges::find(wanted, dataset.entry) == wanted.end()) wanted.push_back(dataset.entry);
    }
    executable_ = compile(session_, program, compile_options);
    if (executable_ == nullptr) throw TuneError{errors()};
    const std::vector<std::string_view> names = tuning_names(executable_->program());
    for (const std::string& name : options_.required) {
      if (std::ranges::find(names, name) == names.end())
        throw TuneError{fmt::format("the program has no tuning parameter `{}`\n", name)};
    }
  }

  TuneCase loaded(const Dataset& dataset) {
    TuneCase made{&dataset, executable_->entry(dataset.entry), {}, {}, false, false};
    std::string error;
    auto inputs = values_.inputs(*executable_, *made.entry, dataset.test->input,
                                 {.interrupt = &interrupt_, .trace = &trace_}, error);
    if (!inputs) throw TuneError{fmt::format("{}: input: {}\n", dataset.name, error)};
    made.inputs = std::move(*inputs);
    if (dataset.test->expectation != TestExpectation::Values) return made;
    auto expected = values_.outputs(*executable_, *made.entry, dataset.test->output, error);
    if (!expected) throw TuneError{fmt::format("{}: output: {}\n", dataset.name, error)};
    made.expected = std::move(*expected);
    made.has_expected = true;
    return made;
  }

  // ---- Runs

  // How long it took. Nothing: longer than `patience`, or there was not enough memory for it.
  std::optional<double> timed_run(TuneCase& one, const runtime::TuningValues& settings,
                                  double patience) {
    trace_.clear();
    const Watchdog watchdog(patience, interrupt_);
    runtime::Outcome outcome =
        executable_->run(*one.entry, one.inputs, {.interrupt = &watchdog.flag(), .trace = &trace_});
    if (interrupt_) throw TuneError{"interrupted\n"};
    if (!outcome.failure) {
      verify(one, settings, std::move(outcome.results));
      return outcome.seconds;
    }
    if (outcome.failure->interrupted) return std::nullopt;
    // Another version may need more than this one.
    if (one.has_run && outcome.failure->message.starts_with("out of memory")) return std::nullopt;
    throw TuneError{
        fmt::format("{}{}: {}", one.dataset->name, with(settings), failure_text(*outcome.failure))};
  }

  void verify(TuneCase& one, const runtime::TuningValues& settings,
              std::vector<runtime::Value> results) {
    one.has_run = true;
    if (!one.has_expected) {
      one.expected = std::move(results);
      one.has_expected = true;
      return;
    }
    for (size_t i = 0; i < one.expected.size(); i++) {
      const auto why = runtime::difference(one.expected[i], results[i], runtime::kFutharkTolerance);
      if (why)
        throw TuneError{fmt::format("{}{}: the result is wrong\nvalue {}: {}\n", one.dataset->name,
                                    with(settings), i + 1, *why)};
    }
  }

  static std::string with(const runtime::TuningValues& settings) {
    std::string text;
    for (const auto& [name, value] : settings)
      text += fmt::format("{}{}={}", text.empty() ? " with " : ", ", name, value);
    return text;
  }

  // ---- What was found, beside what was there

  void confirm(const runtime::TuningValues& before, const runtime::TuningValues& after,
               TuneOutcome& outcome) {
    std::vector<std::vector<size_t>> rounds(cases_.size());
    for (size_t round = 0; round < kMostTuningRounds; round++) {
      if (round >= kFewestRounds && (options_.clock || seconds_spent() >= options_.seconds)) break;
      for (size_t i = 0; i < cases_.size(); i++) {
        TunedDataset& dataset = outcome.datasets[i];
        show_progress(cases_[i]);
        const std::vector<double> first = round_of(cases_[i], before);
        const std::vector<double> second = round_of(cases_[i], after);
        // As many of each, so that one list says how many runs a round has.
        const size_t count = std::min(first.size(), second.size());
        dataset.before.insert(dataset.before.end(), first.begin(),
                              first.begin() + ptrdiff_t(count));
        dataset.after.insert(dataset.after.end(), second.begin(),
                             second.begin() + ptrdiff_t(count));
        rounds[i].push_back(count);
      }
    }
    double gain = 0;
    bool is_faster = false;
    for (size_t i = 0; i < cases_.size(); i++) {
      TunedDataset& dataset = outcome.datasets[i];
      dataset.comparison = compare_times({dataset.before, rounds[i]}, {dataset.after, rounds[i]});
      const TimeVerdict verdict = dataset.comparison.verdict;
      is_faster |= verdict == TimeVerdict::Faster;
      if (verdict == TimeVerdict::Faster || verdict == TimeVerdict::Slower)
        gain += std::log(dataset.comparison.speedup);
    }
    if (!is_faster || gain <= 0) outcome.found.clear();
  }

  std::vector<double> round_of(TuneCase& one, const runtime::TuningValues& settings) {
    executable_->set_tuning(settings);
    if (options_.clock) {
      executable_->watch_thresholds(&log_);
      timed_run(one, settings, kForever);
      executable_->watch_thresholds(nullptr);
      return {options_.clock(one.dataset->name, log_.take(), settings)};
    }
    std::vector<double> times;
    const std::optional<double> warming_up = timed_run(one, settings, kForever);
    if (warming_up && *warming_up > kTrialSeconds) return {*warming_up};  // and is long enough
    const Clock::time_point start = Clock::now();
    while (times.empty() || (since(start) < kRoundSeconds && times.size() < 1000)) {
      const std::optional<double> seconds = timed_run(one, settings, kForever);
      if (!seconds) break;
      times.push_back(*seconds);
    }
    return times;
  }

  Session& session_;
  const std::string& path_;
  const TuneOptions& options_;
  const std::atomic<bool>& interrupt_;
  const std::function<void(const TuneProgress&)>& progress_;
  TestValues values_;
  std::optional<TestSpec> spec_;
  std::vector<Dataset> datasets_;
  std::unique_ptr<Executable> executable_;
  std::vector<TuneCase> cases_;
  ComparisonLog log_;
  std::string trace_;  // what `trace` shows would disturb the report
  Clock::time_point start_ = Clock::now();
  size_t runs_ = 0;
};

}  // namespace

TuneOutcome tune_program(Session& session, const std::string& path, const TuneOptions& options,
                         const std::atomic<bool>& interrupt,
                         const std::function<void(const TuneProgress&)>& progress) {
  return TuneRun(session, path, options, interrupt, progress).tune();
}

std::string tuning_text(const runtime::TuningValues& kept, const runtime::TuningValues& found,
                        std::string_view target) {
  runtime::TuningValues all = found;
  const std::string prefix = fmt::format("{}.", target);
  for (const auto& [name, value] : kept) {
    if (!name.starts_with(prefix)) all.emplace(name, value);
  }
  std::string text;
  for (const auto& [name, value] : all) text += fmt::format("{}={}\n", name, value);
  return text;
}

}  // namespace planish
