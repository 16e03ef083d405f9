#include "driver/bench/bench_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>

#include "diag/render.h"
#include "driver/bench/bench_statistics.h"
#include "driver/test/test_spec.h"
#include "driver/test/test_values.h"

namespace planish {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t kLongestName = 50;

int64_t byte_count(const std::vector<runtime::Value>& values) {
  int64_t bytes = 0;
  for (const runtime::Value& value : values) bytes += static_cast<int64_t>(value.data.size());
  return bytes;
}

std::string shortened(std::string_view text) {
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

// As futhark bench calls them, so that measurements of both can be compared.
std::string dataset_name(const TestCase& test, size_t number) {
  if (!test.name.empty()) return test.name;
  std::string text = shortened(test.input.text);
  return test.input.kind == TestSourceKind::Literal ? fmt::format("#{} (\"{}\")", number, text)
                                                    : text;
}

struct Dataset {
  const TestCase* test = nullptr;
  std::string entry;
  std::string name;
};

bool excluded(const std::vector<std::string>& tags, const BenchOptions& options) {
  return std::ranges::any_of(tags, [&](const std::string& tag) {
    return tag == "nobench" || tag == "disable" ||
           std::ranges::find(options.exclude, tag) != options.exclude.end();
  });
}

std::vector<Dataset> select_datasets(const TestSpec& spec, const BenchOptions& options) {
  std::vector<Dataset> datasets;
  if (excluded(spec.tags, options)) return datasets;
  std::map<std::string, size_t> numbers;
  for (const TestCase& test : spec.cases) {
    for (const std::string& entry : test.entries) {
      size_t number = numbers[entry]++;
      if (test.expectation == TestExpectation::Failure || excluded(test.tags, options)) continue;
      if (!options.entry.empty() && options.entry != entry) continue;
      datasets.push_back({&test, entry, dataset_name(test, number)});
    }
  }
  return datasets;
}

class BenchRun {
 public:
  BenchRun(Session& session, const std::string& path, const BenchOptions& options,
           const std::atomic<bool>& interrupt, BenchObserver& observer)
      : session_(session),
        path_(path),
        options_(options),
        interrupt_(interrupt),
        observer_(observer),
        values_(path) {}

  void run() {
    const SourceFile* file = session_.load(path_);
    if (file == nullptr) return observer_.failed(errors());
    TestSpecError wrong;
    std::optional<TestSpec> spec = parse_test_spec(file->text, wrong);
    if (!spec) {
      return observer_.failed(
          fmt::format("{}:{}:{}: {}\n", path_, wrong.line, wrong.column, wrong.message));
    }
    std::vector<Dataset> datasets = select_datasets(*spec, options_);
    if (datasets.empty()) {
      if (options_.without_datasets == WithoutDatasets::Fail)
        observer_.failed("it has no data sets to be measured\n");
      return;
    }
    if (!compile_entries(*file, datasets)) return;
    for (const Dataset& dataset : datasets) {
      if (interrupt_) return;
      measure(dataset);
    }
  }

 private:
  std::string errors() {
    std::string out;
    for (const Diagnostic* diagnostic :
         display_order(session_.diags().all(), session_.sources(), Warnings::Hide))
      out += render_text(*diagnostic, session_.sources(), {.color = options_.color});
    return out;
  }

  bool compile_entries(const SourceFile& file, const std::vector<Dataset>& datasets) {
    CheckedProgram program = session_.check(file);
    if (session_.diags().has_errors()) {
      observer_.failed(errors());
      return false;
    }
    std::vector<std::string_view> existing = entry_names(session_.context(), program);
    CompileOptions compile_options = options_.compile;
    for (const Dataset& dataset : datasets) {
      if (std::ranges::find(existing, dataset.entry) == existing.end()) {
        observer_.failed(fmt::format("there is no entry point `{}`\n", dataset.entry));
        return false;
      }
      std::vector<std::string_view>& wanted = compile_options.entries;
      if (std::ranges::find(wanted, dataset.entry) == wanted.end()) wanted.push_back(dataset.entry);
    }
    executable_ = compile(session_, program, compile_options);
    if (executable_ == nullptr) observer_.failed(errors());
    return executable_ != nullptr;
  }

  void measure(const Dataset& dataset) {
    const ir::Function& entry = *executable_->entry(dataset.entry);
    BenchResult result;
    result.entry = dataset.entry;
    result.dataset = dataset.name;
    result.line = dataset.test->line;
    observer_.begin(result);
    auto inputs =
        values_.inputs(*executable_, entry, dataset.test->input, run_options(), result.error);
    if (!inputs) {
      result.error = "input: " + result.error;
    } else {
      result.input_bytes = byte_count(*inputs);
      executable_->reset_peak_memory();
      warm_up(entry, *dataset.test, *inputs, result);
      if (result.error.empty()) repeat(entry, *inputs, result);
      result.processes = {result.seconds.size()};
      result.peak_bytes = executable_->peak_memory();
    }
    if (interrupt_) result.error = "interrupted\n";
    observer_.end(result);
  }

  runtime::RunOptions run_options() {
    trace_.clear();
    return {.interrupt = &interrupt_, .trace = &trace_};
  }

  // Fast code for wrong results is worth nothing.
  void warm_up(const ir::Function& entry, const TestCase& test,
               const std::vector<runtime::Value>& inputs, BenchResult& result) {
    runtime::Outcome outcome = executable_->run(entry, inputs, run_options());
    if (outcome.failure) {
      result.error = failure_text(*outcome.failure);
      return;
    }
    if (test.expectation != TestExpectation::Values) return;
    auto expected = values_.outputs(*executable_, entry, test.output, result.error);
    if (!expected) {
      result.error = "output: " + result.error;
      return;
    }
    for (size_t i = 0; i < expected->size(); i++) {
      auto why =
          runtime::difference((*expected)[i], outcome.results[i], runtime::kFutharkTolerance);
      if (!why) continue;
      result.error = fmt::format("the result is wrong\nvalue {}: {}", i + 1, *why);
      return;
    }
  }

  void repeat(const ir::Function& entry, const std::vector<runtime::Value>& inputs,
              BenchResult& result) {
    Clock::time_point start = Clock::now();
    RunningTimes times;
    while (!interrupt_ && !enough(times, Clock::now() - start)) {
      runtime::Outcome outcome = executable_->run(entry, inputs, run_options());
      if (outcome.failure) {
        result.error = failure_text(*outcome.failure);
        return;
      }
      times.add(outcome.seconds);
      result.seconds.push_back(outcome.seconds);
      observer_.progress(result, times.relative_error());
    }
  }

  bool enough(const RunningTimes& times, Clock::duration spent) const {
    if (options_.runs > 0) return times.runs() >= options_.runs;
    if (times.runs() < options_.least_runs) return false;
    return times.relative_error() <= options_.precision || times.runs() >= options_.most_runs ||
           std::chrono::duration<double>(spent).count() >= options_.seconds;
  }

  Session& session_;
  const std::string& path_;
  const BenchOptions& options_;
  const std::atomic<bool>& interrupt_;
  BenchObserver& observer_;
  TestValues values_;
  std::unique_ptr<Executable> executable_;
  std::string trace_;  // what `trace` shows would disturb the table
};

}  // namespace

std::optional<size_t> dataset_count(const std::string& path, const BenchOptions& options) {
  Session session;
  const SourceFile* file = session.load(path);
  TestSpecError wrong;
  std::optional<TestSpec> spec;
  if (file != nullptr) spec = parse_test_spec(file->text, wrong);
  if (!spec) return std::nullopt;
  return select_datasets(*spec, options).size();
}

void run_benchmarks(Session& session, const std::string& path, const BenchOptions& options,
                    const std::atomic<bool>& interrupt, BenchObserver& observer) {
  BenchRun(session, path, options, interrupt, observer).run();
}

}  // namespace planish
