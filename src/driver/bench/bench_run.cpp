#include "driver/bench/bench_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "driver/bench/bench_loop.h"
#include "driver/bench/nesl_bench_run.h"
#include "driver/session/errors_text.h"
#include "driver/test/test_spec.h"
#include "driver/test/test_values.h"

namespace planish {
namespace {

class BenchRun {
 public:
  BenchRun(Session& session, const std::string& path, const BenchOptions& options,
           const std::atomic<bool>& interrupt, BenchObserver& observer)
      : session_(session),
        path_(path),
        options_(options),
        interrupt_(interrupt),
        observer_(observer),
        values_(path),
        loop_(options, interrupt, observer, [this] { return run_options(); }) {}

  void run() {
    const SourceFile* file = session_.load(path_);
    if (file == nullptr) return observer_.failed(errors());
    TestSpecError wrong;
    std::optional<TestSpec> spec = parse_test_spec(file->text, wrong);
    if (!spec) {
      return observer_.failed(
          fmt::format("{}:{}:{}: {}\n", path_, wrong.line, wrong.column, wrong.message));
    }
    std::vector<Dataset> datasets = select_datasets(*spec, options_.datasets);
    if (!loop_.has_any(datasets) || !compile_entries(*file, datasets)) return;
    loop_.measure_all(
        datasets,
        [](const Dataset& dataset) {
          BenchResult result;
          result.entry = dataset.entry;
          result.dataset = dataset.name;
          result.line = dataset.test->line;
          return result;
        },
        [this](const Dataset& dataset, BenchResult& result) { measure(dataset, result); });
  }

 private:
  std::string errors() { return errors_text(session_, options_.color); }

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

  void measure(const Dataset& dataset, BenchResult& result) {
    const ir::Function& entry = *executable_->entry(dataset.entry);
    auto inputs =
        values_.inputs(*executable_, entry, dataset.test->input, run_options(), result.error);
    if (!inputs) {
      result.error = "input: " + result.error;
      return;
    }
    loop_.measure(
        *executable_, entry, *inputs,
        [&](const runtime::Outcome& outcome) {
          return what_is_wrong(entry, *dataset.test, outcome);
        },
        result);
  }

  runtime::RunOptions run_options() {
    trace_.clear();
    return {.interrupt = &interrupt_, .trace = &trace_};
  }

  std::string what_is_wrong(const ir::Function& entry, const TestCase& test,
                            const runtime::Outcome& outcome) {
    if (test.expectation != TestExpectation::Values) return "";
    std::string error;
    auto expected = values_.outputs(*executable_, entry, test.output, error);
    if (!expected) return "output: " + error;
    for (size_t i = 0; i < expected->size(); i++) {
      auto why =
          runtime::difference((*expected)[i], outcome.results[i], runtime::kFutharkTolerance);
      if (why) return fmt::format("the result is wrong\nvalue {}: {}", i + 1, *why);
    }
    return "";
  }

  Session& session_;
  const std::string& path_;
  const BenchOptions& options_;
  const std::atomic<bool>& interrupt_;
  BenchObserver& observer_;
  TestValues values_;
  BenchLoop loop_;
  std::unique_ptr<Executable> executable_;
  std::string trace_;  // what `trace` shows would disturb the table
};

}  // namespace

std::optional<size_t> dataset_count(const std::string& path, const BenchOptions& options) {
  if (language_of(path) == Language::Nesl) return nesl_dataset_count(path, options);
  Session session;
  const SourceFile* file = session.load(path);
  TestSpecError wrong;
  std::optional<TestSpec> spec;
  if (file != nullptr) spec = parse_test_spec(file->text, wrong);
  if (!spec) return std::nullopt;
  return select_datasets(*spec, options.datasets).size();
}

void run_benchmarks(Session& session, const std::string& path, const BenchOptions& options,
                    const std::atomic<bool>& interrupt, BenchObserver& observer) {
  if (language_of(path) == Language::Nesl)
    return run_nesl_benchmarks(session, path, options, interrupt, observer);
  BenchRun(session, path, options, interrupt, observer).run();
}

}  // namespace planish
