// planish tune: finds the thresholds with which a program is fastest on the data sets of its test
// blocks.

#include <fmt/format.h>

#include <filesystem>

#include "backend_options.h"
#include "command.h"
#include "driver/tune/tune_run.h"
#include "interrupt.h"
#include "nesl_commands.h"
#include "operands.h"
#include "output.h"
#include "pass_options.h"
#include "tune_report.h"

namespace planish::tools {
namespace {

constexpr std::string_view kTuneBackends[] = {"cpu", "cuda", "gpu-emulator"};

constexpr OptionSpec kTuneOptions[] = {
    {Option::Entry, "-e,--entry", "NAME", "only data sets of this entry point"},
    {Option::Exclude, "--exclude", "TAG", "leave out what has this tag; may be repeated"},
    {Option::Seconds, "--seconds", "N", "how long to try settings of a program (60)"},
    {Option::Output, "-o,--output", "FILE",
     "write there what was found (the program's path with .tuning added)"},
    {Option::DryRun, "-n,--dry-run", "", "write nothing"},
    {Option::JsonFile, "--json", "FILE", "write thresholds and all times to a file"},
    {Option::Backend, "--backend", "NAME",
     "what runs the program: machine code (cpu, the default), an NVIDIA GPU (cuda), or a GPU that "
     "is emulated, for tests (gpu-emulator)",
     kTuneBackends},
    kDeviceOption,
    kThreadsOption,
    kMemoryLimitOption,
    kParamOption,
    kTuningOption,
    kLinkOption,
    kLinkLibraryOption,
    kPkgConfigOption,
    kRequireForeignOption,
    kFastMathOption,
    kColorOption,
};

// What was set before: by the file, thresholds apart, which are looked for anew, and by --param.
struct Before {
  runtime::TuningValues file;
  runtime::TuningValues start;
};

std::optional<Before> settings_before(const BackendOptions& backend, const std::string& path,
                                      std::string_view target) {
  Before before;
  if (!backend.add_tuning_file(path, before.file)) return std::nullopt;
  const std::string prefix = fmt::format("{}.", target);
  before.start = before.file;
  std::erase_if(before.start, [&](const auto& one) { return one.first.starts_with(prefix); });
  for (const auto& [name, value] : backend.params()) before.start.insert_or_assign(name, value);
  return before;
}

// Writes what was found, if it is not there already. The name of the file; empty: nothing was
// written. Nothing, after a message: it cannot be.
std::optional<std::string> write_found(const Arguments& arguments, const std::string& path,
                                       const Before& before, const TuneOutcome& outcome,
                                       std::string_view target) {
  if (arguments.has(Option::DryRun)) return "";
  const std::string text = tuning_text(before.file, outcome.found, target);
  const std::string file(arguments.value(Option::Output, path + ".tuning"));
  runtime::TuningValues there;
  std::error_code ignored;
  if (std::filesystem::exists(file, ignored)) (void)runtime::add_tuning_file(there, file);
  if (text == tuning_text(there, {}, "")) return "";
  if (!write_file(file, text)) return std::nullopt;
  return file;
}

ExitStatus tune_one(const Arguments& arguments, const std::string& path, TuneOptions options,
                    const BackendOptions& backend, const std::atomic<bool>& interrupt,
                    TuneReport& report) {
  const std::string target(
      backend.backend().target(options.compile.pipeline.target, options.compile.code).name);
  const std::optional<Before> before = settings_before(backend, path, target);
  if (!before) return kUsage;
  options.compile.load.tuning = before->start;
  for (const auto& [name, value] : backend.params()) options.required.push_back(name);
  Session session;
  const TuneOutcome outcome =
      tune_program(session, path, options, interrupt,
                   [&](const TuneProgress& progress) { report.progress(path, progress); });
  report.clear_progress();
  if (interrupt) end_by_interrupt();
  if (!outcome.error.empty()) {
    write_stderr(fmt::format("planish: {} is not tuned\n{}", path, outcome.error));
    return kFailure;
  }
  const std::optional<std::string> file = write_found(arguments, path, *before, outcome, target);
  if (!file) return kUsage;
  report.add(path, before->start, outcome, *file);
  return kSuccess;
}

ExitStatus run_tune(const Arguments& arguments) {
  for (const std::string& path : arguments.operands) {
    if (is_nesl(arguments, path)) {
      usage_error(fmt::format("{} is in NESL, and `planish tune` takes no such programs", path));
      return kUsage;
    }
    std::error_code ignored;
    if (std::filesystem::is_regular_file(path, ignored)) continue;
    usage_error(fmt::format("there is no file {}", path));
    return kUsage;
  }
  if (arguments.has(Option::Output) && arguments.operands.size() > 1) {
    usage_error("--output is for one program");
    return kUsage;
  }
  std::optional<BackendOptions> backend = BackendOptions::from(arguments);
  std::optional<PipelineOptions> pipeline = pipeline_options(arguments);
  TuneOptions options;
  const std::optional<double> seconds =
      positive_number(arguments, Option::Seconds, options.seconds);
  if (!backend || !pipeline || !seconds) return kUsage;
  options.seconds = *seconds;
  options.compile.pipeline = std::move(*pipeline);
  options.datasets = {arguments.values(Option::Exclude),
                      std::string(arguments.value(Option::Entry))};
  options.color = color_for(arguments, 2);
  backend->set(options.compile);
  InterruptScope interrupt;
  TuneReport report(color_for(arguments, 1));
  ExitStatus status = kSuccess;
  for (const std::string& path : arguments.operands) {
    status =
        std::max(status, tune_one(arguments, path, options, *backend, interrupt.flag(), report));
  }
  if (arguments.has(Option::JsonFile) &&
      !write_file(std::string(arguments.value(Option::JsonFile)), report.json()))
    return kUsage;
  return status;
}

}  // namespace

const Command kTuneCommand{
    .name = "tune",
    .summary = "Find the thresholds with which a program is fastest on its data",
    .operand = Operand::Files,
    .examples =
        "  planish tune prog.fut                   writes prog.fut.tuning if something is gained\n"
        "  planish tune --backend=cuda prog.fut    for a GPU; both can be in one file\n"
        "  planish tune --seconds=600 prog.fut     more time for large data\n"
        "  planish tune -n prog.fut                only says what would be gained\n"
        "  planish bench prog.fut                  takes the file beside the program, as do run\n"
        "                                          and test\n"
        "\n"
        "Exit status: 0 done, 1 a data set failed or a result is wrong, 2 wrong usage.\n",
    .options = kTuneOptions,
    .run = run_tune,
};

}  // namespace planish::tools
