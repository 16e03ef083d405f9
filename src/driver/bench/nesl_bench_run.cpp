#include "driver/bench/nesl_bench_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "driver/bench/bench_loop.h"
#include "driver/nesl/program.h"
#include "driver/session/errors_text.h"
#include "driver/test/nesl_test_spec.h"
#include "runtime/world.h"
#include "support/characters.h"

namespace planish {
namespace {

struct NeslDataset {
  NeslTest test;
  std::string function;
  std::string argument;
};

// `f(x)` and `f x`: a name, and what it is applied to.
NeslDataset dataset_of(NeslTest test) {
  const std::string_view text = test.expression;
  const auto is_part = [](char c) { return is_letter(c) || c == '_' || is_digit(c); };
  size_t end = 0;
  while (end < text.size() && is_part(text[end]) && !is_digit(text[0])) end++;
  std::string function(text.substr(0, end));
  std::string argument(trimmed(text.substr(end)));
  return {std::move(test), std::move(function), std::move(argument)};
}

std::vector<NeslDataset> datasets_in(std::string_view program, const BenchOptions& options) {
  std::vector<NeslDataset> found;
  for (NeslTest& test : parse_nesl_tests(program)) {
    if (test.kind != NeslTestKind::Bench) continue;
    NeslDataset made = dataset_of(std::move(test));
    if (options.datasets.entry.empty() || options.datasets.entry == made.function)
      found.push_back(std::move(made));
  }
  return found;
}

class NeslBenchRun {
 public:
  NeslBenchRun(Session& session, const std::string& path, const BenchOptions& options,
               const std::atomic<bool>& interrupt, BenchObserver& observer)
      : session_(session),
        path_(path),
        options_(options),
        interrupt_(interrupt),
        observer_(observer),
        program_(session),
        loop_(options, interrupt, observer, [this] { return run_options(); }) {}

  void run() {
    const SourceFile* file = session_.load(path_);
    if (file == nullptr) return observer_.failed(errors());
    program_.check(*file);
    if (session_.diags().has_errors()) return observer_.failed(errors());
    checked_ = session_.diags().size();
    const std::vector<NeslDataset> datasets = datasets_in(file->text, options_);
    if (!loop_.has_any(datasets)) return;
    loop_.measure_all(
        datasets,
        [](const NeslDataset& dataset) {
          BenchResult result;
          result.entry = dataset.function;
          result.dataset = shortened_dataset(dataset.argument);
          result.line = dataset.test.line;
          return result;
        },
        [this](const NeslDataset& dataset, BenchResult& result) {
          measure(dataset, result);
          session_.diags().truncate(checked_);
        });
  }

 private:
  std::string errors() { return errors_text(session_, options_.color); }

  // Standard input is empty, and what is printed would disturb the table.
  runtime::RunOptions run_options() { return {.interrupt = &interrupt_, .world = &world_}; }

  void measure(const NeslDataset& dataset, BenchResult& result) {
    const std::optional<NeslEntry> whole = checked(dataset, dataset.test.expression, result);
    if (!whole) return;
    const std::optional<NeslEntry> argument = checked(dataset, dataset.argument, result);
    if (!argument) return;
    const nesl::Checker& checker = program_.checker();
    const std::optional<NeslEntry> function =
        program_.function_at(fmt::format("{} : {} -> {}", dataset.function,
                                         checker.text(argument->type), checker.text(whole->type)),
                             result.error);
    if (!function) {
      result.error += "\n";
      return;
    }
    program_.choose({*argument, *function});
    CompileOptions compile_options = options_.compile;
    compile_options.cache = nullptr;  // which knows of the file only
    const std::unique_ptr<Executable> executable = compile(program_, compile_options);
    if (executable == nullptr) {
      result.error = errors();
      return;
    }
    const runtime::Outcome made =
        executable->run(*executable->entry(argument->name), {}, run_options());
    if (made.failure) {
      result.error = "input: " + failure_text(*made.failure);
      return;
    }
    loop_.measure(
        *executable, *executable->entry(function->name), made.results,
        [&](const runtime::Outcome& outcome) {
          return what_is_wrong(dataset.test, *function, outcome);
        },
        result);
  }

  // The expression of a text; nothing, and an error of the result, if it is none.
  std::optional<NeslEntry> checked(const NeslDataset& dataset, const std::string& text,
                                   BenchResult& result) {
    if (dataset.function.empty() || dataset.argument.empty()) {
      result.error = "only a function applied to something is measured: `% bench: f(x) %`\n";
      return std::nullopt;
    }
    const std::vector<NeslEntry> found =
        program_.add(fmt::format("{}:{}", path_, dataset.test.line), text + ";");
    if (!session_.diags().has_errors() && found.size() == 1) return found[0];
    result.error = session_.diags().has_errors() ? errors() : "this is no expression\n";
    return std::nullopt;
  }

  std::string what_is_wrong(const NeslTest& test, const NeslEntry& function,
                            const runtime::Outcome& outcome) {
    const std::string text = program_.value_text(function.type, outcome.results);
    if (test.expected.empty() || test.expected == text) return "";
    return fmt::format("the result is wrong\nexpected {}\n     got {}\n", test.expected, text);
  }

  Session& session_;
  const std::string& path_;
  const BenchOptions& options_;
  const std::atomic<bool>& interrupt_;
  BenchObserver& observer_;
  NeslProgram program_;
  runtime::World world_{[](std::string_view) {}, runtime::World::Input::Empty};
  BenchLoop loop_;
  size_t checked_ = 0;  // messages about the program itself
};

}  // namespace

std::optional<size_t> nesl_dataset_count(const std::string& path, const BenchOptions& options) {
  Session session;
  const SourceFile* file = session.load(path);
  if (file == nullptr) return std::nullopt;
  return datasets_in(file->text, options).size();
}

void run_nesl_benchmarks(Session& session, const std::string& path, const BenchOptions& options,
                         const std::atomic<bool>& interrupt, BenchObserver& observer) {
  NeslBenchRun(session, path, options, interrupt, observer).run();
}

}  // namespace planish
