// planish bench: times programs on the data sets of their test blocks.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "backend_options.h"
#include "bench_processes.h"
#include "bench_report.h"
#include "command.h"
#include "help.h"
#include "interrupt.h"
#include "operands.h"
#include "output.h"
#include "pass_options.h"

namespace planish::tools {
namespace {

constexpr OptionSpec kBenchOptions[] = {
    {Option::Entry, "-e,--entry", "NAME", "only data sets of this entry point"},
    {Option::Exclude, "--exclude", "TAG", "leave out what has this tag; may be repeated"},
    {Option::Processes, "--processes", "N", "share the runs among N processes, in turns (5)"},
    {Option::Runs, "-r,--runs", "N", "so many runs (as many as the precision asks for)"},
    {Option::LeastRuns, "--least-runs", "N", "at least so many, where --runs is not given (10)"},
    {Option::Precision, "--precision", "PERCENT", "how exact means are to be (1)"},
    {Option::Seconds, "--seconds", "N", "how long to try that for a data set (5)"},
    {Option::JsonFile, "--json", "FILE", "write all times to a file, as futhark bench does"},
    {Option::Compare, "--compare", "FILE",
     "compare with times that --json wrote, or in turns with another version of the program "
     "(.fut, .nesl) or of planish"},
    kBackendOption,
    kDeviceOption,
    kRacesOption,
    kThreadsOption,
    kMemoryLimitOption,
    kParamOption,
    kTuningOption,
    kLinkOption,
    kLinkLibraryOption,
    kPkgConfigOption,
    kRequireForeignOption,
    kFastMathOption,
    kDisableOption,
    kDisablePassOption,
    kTimePassesOption,
    kColorOption,
};

std::optional<BenchOptions> bench_options(const Arguments& arguments) {
  BenchOptions options;
  auto runs = whole_number(arguments, Option::Runs, 1);
  auto least_runs = whole_number(arguments, Option::LeastRuns, options.least_runs);
  auto precision = positive_number(arguments, Option::Precision, 1);
  auto seconds = positive_number(arguments, Option::Seconds, options.seconds);
  std::optional<PipelineOptions> pipeline = pipeline_options(arguments);
  if (!runs || !least_runs || !precision || !seconds || !pipeline) return std::nullopt;
  options.compile.pipeline = std::move(*pipeline);
  options.datasets.exclude = arguments.values(Option::Exclude);
  options.datasets.entry = arguments.value(Option::Entry);
  options.color = color_for(arguments, STDERR_FILENO);
  if (arguments.has(Option::Runs)) options.runs = *runs;
  options.least_runs = *least_runs;
  options.precision = *precision / 100.0;
  options.seconds = *seconds;
  return options;
}

// ---- Several processes

// The words that give a process the same options, those apart that are about all of them together.
std::vector<std::string> shared_words(const Arguments& arguments) {
  std::vector<std::string> words;
  for (const OptionSpec& spec : kBenchOptions) {
    switch (spec.option) {
      case Option::Processes:
      case Option::Runs:
      case Option::LeastRuns:
      case Option::Precision:
      case Option::Seconds:
      case Option::JsonFile:
      case Option::Compare:
      case Option::TimePasses:
      case Option::Color: continue;
      default: break;
    }
    for (const std::string& value : arguments.values(spec.option)) {
      std::string word(long_flag(spec));
      if (!spec.value.empty()) word += "=" + value;
      words.push_back(std::move(word));
    }
  }
  words.push_back(color_for(arguments, STDERR_FILENO) == Color::Always ? "--color=always"
                                                                       : "--color=never");
  return words;
}

// Each of them makes its share of the runs.
std::vector<std::vector<std::string>> words_of_processes(const Arguments& arguments,
                                                         const BenchOptions& options,
                                                         unsigned count) {
  std::vector<std::vector<std::string>> all(count, shared_words(arguments));
  for (unsigned i = 0; i < count; i++) {
    std::vector<std::string>& words = all[i];
    if (options.runs > 0) {
      words.push_back(fmt::format("--runs={}", options.runs / count + (i < options.runs % count)));
    } else {
      words.push_back(
          fmt::format("--least-runs={}", std::max(2u, (options.least_runs + count - 1) / count)));
      // The mean of all is as much more exact.
      words.push_back(fmt::format("--precision={}", 100 * options.precision * std::sqrt(count)));
      words.push_back(fmt::format("--seconds={}", options.seconds / count));
    }
  }
  if (arguments.has(Option::TimePasses)) all.front().push_back("--time-passes");
  return all;
}

// ---- What it is compared with

struct Reference {
  std::optional<BenchTimes> times;
  std::optional<BenchRival> rival;
};

// Nothing, after a message, when there is nothing to compare with.
std::optional<Reference> reference(const Arguments& arguments, size_t programs) {
  Reference found;
  if (!arguments.has(Option::Compare)) return found;
  std::string path(arguments.value(Option::Compare));
  std::error_code ignored;
  const bool is_file = std::filesystem::is_regular_file(path, ignored);
  if (is_file && (path.ends_with(".fut") || path.ends_with(".nesl"))) {
    if (programs != 1) {
      usage_error(fmt::format("{} can be compared with one program only", path));
      return std::nullopt;
    }
    found.rival = BenchRival{"", std::move(path)};
    return found;
  }
  if (is_file && ::access(path.c_str(), X_OK) == 0) {
    found.rival = BenchRival{std::filesystem::absolute(path).string(), ""};
    return found;
  }
  std::string error;
  found.times = BenchTimes::read(path, error);
  if (found.times) return found;
  usage_error(error);
  return std::nullopt;
}

// In this process. False: a file of tuning parameters is wrong.
bool measure_here(const ProgramOperand& program, BenchOptions options,
                  const BackendOptions& backend, const Arguments& arguments,
                  const std::atomic<bool>& interrupt, BenchReport& report) {
  Session session;
  std::vector<PassTime> times;
  options.compile.times = &times;
  backend.set(options.compile);
  if (!backend.add_tuning(program.path, options.compile.load.tuning)) return false;
  if (program.from == ProgramOperand::From::Folder)
    options.without_datasets = WithoutDatasets::Ignore;
  run_benchmarks(session, program.path, options, interrupt, report);
  if (arguments.has(Option::TimePasses)) write_stderr(times_text(times));
  return true;
}

ExitStatus run_bench(const Arguments& arguments) {
  std::optional<std::vector<ProgramOperand>> wanted = program_operands(arguments);
  std::optional<BenchOptions> options = bench_options(arguments);
  std::optional<BackendOptions> backend = BackendOptions::from(arguments);
  std::optional<unsigned> count = whole_number(arguments, Option::Processes, 5);
  if (!wanted || !options || !backend || !count) return kUsage;
  std::optional<Reference> before = reference(arguments, wanted->size());
  if (!before) return kUsage;
  if (options->runs > 0) count = std::min(*count, options->runs);
  const BenchTimes* times = before->times ? &*before->times : nullptr;
  BenchReport report(arguments.has(Option::Compare) ? Comparing::Yes : Comparing::No,
                     color_for(arguments, STDOUT_FILENO));
  InterruptScope interrupt;
  const BenchProcesses processes{*count, words_of_processes(arguments, *options, *count),
                                 before->rival, interrupt.flag()};
  for (const ProgramOperand& program : *wanted) {
    if (interrupt.flag()) break;
    report.begin_program(program.path, times);
    if (*count == 1 && !before->rival) {
      if (!measure_here(program, *options, *backend, arguments, interrupt.flag(), report))
        return kUsage;
    } else if (program.from == ProgramOperand::From::Operand ||
               dataset_count(program.path, *options) != 0u) {
      runtime::TuningValues checked;
      if (!backend->add_tuning(program.path, checked)) return kUsage;
      processes.measure(program.path, report, times);
    }
    report.end_program();
  }
  report.finish();
  if (arguments.has(Option::JsonFile) &&
      !write_file(std::string(arguments.value(Option::JsonFile)), report.json()))
    return kUsage;
  if (interrupt.flag()) end_by_interrupt();
  return report.all_measured() ? kSuccess : kFailure;
}

}  // namespace

const Command kBenchCommand{
    .name = "bench",
    .summary = "Time programs on the data sets of their test blocks",
    .operand = Operand::FilesOrFolders,
    .examples =
        "  planish bench prog.fut                        a table of times\n"
        "  planish bench --json before.json bench/       all programs of a folder; keep the times\n"
        "  planish bench --compare before.json bench/    and later see what became faster\n"
        "  planish bench --compare old.fut new.fut       two versions of a program, in turns\n"
        "\n"
        "Exit status: 0 all were measured, 1 something failed, 2 wrong usage.\n",
    .options = kBenchOptions,
    .run = run_bench,
};

}  // namespace planish::tools
