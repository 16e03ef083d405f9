// planish bench: times programs on the data sets of their test blocks.

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "backend_options.h"
#include "bench_report.h"
#include "command.h"
#include "interrupt.h"
#include "operands.h"
#include "output.h"
#include "pass_options.h"

namespace planish::tools {
namespace {

constexpr OptionSpec kOptions[] = {
    {Option::Entry, "-e,--entry", "NAME", "only data sets of this entry point"},
    {Option::Exclude, "--exclude", "TAG", "leave out what has this tag; may be repeated"},
    {Option::Runs, "-r,--runs", "N", "so many runs (as many as the precision asks for)"},
    {Option::Precision, "--precision", "PERCENT",
     "how exact means are to be, at least 10 runs (1)"},
    {Option::Seconds, "--seconds", "N", "how long to try that for a data set (5)"},
    {Option::JsonFile, "--json", "FILE", "write all times to a file, as futhark bench does"},
    {Option::Compare, "--compare", "FILE", "compare with times that --json wrote"},
    kBackendOption,
    kThreadsOption,
    kParamOption,
    kTuningOption,
    kFastMathOption,
    kDisablePassOption,
    kTimePassesOption,
};

struct BenchProgram {
  std::string path;
  WithoutDatasets without_datasets = WithoutDatasets::Fail;
};

// The programs to measure, in order; nothing, after a message, when one cannot be found. What was found in a folder may
// be a library.
std::optional<std::vector<BenchProgram>> programs(const Arguments& arguments) {
  std::vector<BenchProgram> all;
  for (const std::string& path : arguments.operands) {
    std::error_code error;
    if (!std::filesystem::exists(path, error)) {
      usage_error(fmt::format("there is no file or folder {}", path));
      return std::nullopt;
    }
    if (!std::filesystem::is_directory(path, error)) {
      all.push_back({path});
      continue;
    }
    std::optional<std::vector<std::string>> found = programs_below(path);
    if (!found) return std::nullopt;
    for (std::string& program : *found)
      all.push_back({std::move(program), WithoutDatasets::Ignore});
  }
  return all;
}

std::optional<BenchOptions> bench_options(const Arguments& arguments) {
  BenchOptions options;
  auto runs = whole_number(arguments, Option::Runs, 1);
  auto precision = whole_number(arguments, Option::Precision, 1);
  auto seconds = whole_number(arguments, Option::Seconds, 5);
  std::optional<PipelineOptions> pipeline = pipeline_options(arguments);
  if (!runs || !precision || !seconds || !pipeline) return std::nullopt;
  options.compile.pipeline = std::move(*pipeline);
  options.exclude = arguments.values(Option::Exclude);
  options.entry = arguments.value(Option::Entry);
  if (arguments.has(Option::Runs)) options.runs = *runs;
  options.precision = *precision / 100.0;
  options.seconds = *seconds;
  return options;
}

bool write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (file.flush()) return true;
  usage_error(fmt::format("cannot write {}", path));
  return false;
}

ExitStatus run(const Arguments& arguments) {
  std::optional<std::vector<BenchProgram>> wanted = programs(arguments);
  std::optional<BenchOptions> options = bench_options(arguments);
  std::optional<BackendOptions> backend = BackendOptions::from(arguments);
  if (!wanted || !options || !backend) return kUsage;
  std::optional<BenchHistory> before;
  if (arguments.has(Option::Compare)) {
    std::string error;
    before = BenchHistory::read(std::string(arguments.value(Option::Compare)), error);
    if (!before) {
      usage_error(error);
      return kUsage;
    }
  }
  BenchReport report(before ? &*before : nullptr);
  InterruptScope interrupt;
  for (const BenchProgram& program : *wanted) {
    if (interrupt.flag()) break;
    Session session;
    std::vector<PassTime> times;
    options->compile.times = &times;
    backend->set(options->compile);
    if (!backend->add_tuning(program.path, options->compile.native.tuning)) return kUsage;
    options->without_datasets = program.without_datasets;
    report.begin_program(program.path);
    run_benchmarks(session, program.path, *options, interrupt.flag(), report);
    if (arguments.has(Option::TimePasses)) write_stderr(times_text(times));
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
        "\n"
        "Exit status: 0 all were measured, 1 something failed, 2 wrong usage.\n",
    .options = kOptions,
    .run = run,
};

}  // namespace planish::tools
