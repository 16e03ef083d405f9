// planish run: runs an entry point of a program on values from standard input.

#include <fmt/format.h>
#include <unistd.h>

#include "backend_options.h"
#include "command.h"
#include "driver/run/execute.h"
#include "interrupt.h"
#include "ir/entry_sequence.h"
#include "nesl_commands.h"
#include "output.h"
#include "pass_options.h"
#include "run_sequences.h"
#include "support/closest.h"

namespace planish::tools {
namespace {

constexpr OptionSpec kRunOptions[] = {
    {Option::Entry, "-e,--entry", "NAME", "the entry point to run (main)"},
    kBackendOption,
    kDeviceOption,
    kRacesOption,
    kThreadsOption,
    kMemoryLimitOption,
    kFastMathOption,
    kNoCacheOption,
    kParamOption,
    kTuningOption,
    kInOption,
    kOutOption,
    {Option::Quiet, "--quiet", "", "do not show on a terminal how far sequences have been read"},
    kLinkOption,
    kLinkLibraryOption,
    kPkgConfigOption,
    kRequireForeignOption,
    kBinaryOption,
    kPrettyOption,
    {Option::Memory, "--memory", "", "say how much memory the arrays of compiled code took"},
    kNoWarningsOption,
    kDumpAfterOption,
    kStopAfterOption,
    kDisableOption,
    kDisablePassOption,
    kNoInlineOption,
    kNeslOption,
    kSeedOption,
    kTimePassesOption,
    kColorOption,
};

void no_such_entry(std::string_view wanted, const std::string& path,
                   std::span<const std::string_view> names) {
  std::string hint;
  if (names.empty()) {
    hint = "an entry point is a definition that begins with `entry` in place of `def`";
  } else {
    hint = fmt::format("it has {}", fmt::join(names, ", "));
    if (auto best = closest(wanted, names); !best.empty())
      hint = fmt::format("did you mean `{}`? {}", best.front(), hint);
    if (wanted == "main") hint += "; choose one with --entry";
  }
  usage_error(fmt::format("{} has no entry point `{}`", path, wanted), hint);
}

// The text of the values. At a terminal somebody has to know what to type.
bool read_values(const ir::Entry& entry, const Arguments& arguments, runtime::MemoryBudget& budget,
                 std::string& bytes) {
  if (arguments.operands.front() == "-") {
    if (entry.params.empty()) return true;
    usage_error(fmt::format("standard input has the program, so there are no values for {}",
                            parameter_list(entry)),
                "give the program in a file");
    return false;
  }
  bool terminal = ::isatty(STDIN_FILENO) == 1;
  if (terminal && entry.params.empty()) return true;
  if (terminal) {
    write_stderr(fmt::format("values for {} (Ctrl-D ends them):\n", parameter_list(entry)));
  }
  std::string error;
  std::optional<std::string> read = runtime::read_data_file("-", budget, error);
  if (!read) {
    usage_error(fmt::format("<stdin>: {}", error));
    return false;
  }
  bytes = std::move(*read);
  return true;
}

ExitStatus execute(Executable& executable, const ir::Function& entry, const Arguments& arguments,
                   runtime::MemoryBudget budget) {
  if (!may_name_streams(*entry.entry, arguments)) return kUsage;
  if (ir::has_sequences(*entry.entry))
    return run_with_sequences(executable, entry, arguments, budget.limit());
  std::string bytes, error;
  std::optional<std::vector<runtime::Value>> inputs;
  try {
    if (!read_values(*entry.entry, arguments, budget, bytes)) return kUsage;
    inputs = read_inputs(executable, entry, bytes, budget, error);
  } catch (const runtime::LimitReached& reached) {
    write_stderr(failure_text(runtime::Failure{reached.what(), {}}));
    return kRunFailed;
  }
  if (!inputs) {
    usage_error(fmt::format("<stdin>: {}", error));
    return kUsage;
  }
  std::string().swap(bytes);
  InterruptScope interrupt;
  runtime::Outcome outcome =
      executable.run(entry, std::move(*inputs), {.interrupt = &interrupt.flag()});
  if (outcome.failure) {
    write_stderr(failure_text(*outcome.failure));
    if (outcome.failure->interrupted) end_by_interrupt();
    return kRunFailed;
  }
  write_stdout(
      results_text(*executable.program().storage, *entry.entry, outcome.results, arguments));
  std::optional<int64_t> peak = executable.peak_memory();
  if (arguments.has(Option::Memory) && peak)
    write_stderr(fmt::format("peak memory: {} bytes\n", *peak));
  if (const MovedBytes moved = executable.moved(); arguments.has(Option::Memory) && moved.is_any())
    write_stderr(fmt::format("moved to the host: {} bytes, and back: {} bytes\n", moved.to_host,
                             moved.to_device));
  return kSuccess;
}

// The interpreter does not count what its arrays take. A program that passes stopped early on is
// interpreted, too.
bool can_count_memory(const BackendOptions& backend, const PipelineOptions& pipeline) {
  if (backend.backend().makes_code() && !pipeline.stop_after) return true;
  usage_error(
      "--memory is about compiled code, and this would be interpreted",
      fmt::format("leave out {}", pipeline.stop_after ? "--stop-after" : "--backend=interp"));
  return false;
}

void show_warnings(const Executable& compiled, const Arguments& arguments) {
  if (arguments.has(Option::NoWarnings)) return;
  const bool colored = color_for(arguments, STDERR_FILENO) == Color::Always;
  write_stderr(colored ? compiled.warnings().colored : compiled.warnings().plain);
}

ExitStatus run_run(const Arguments& arguments) {
  const std::string& path = arguments.operands.front();
  if (is_nesl(arguments, path)) return run_nesl(arguments);
  std::string wanted(arguments.value(Option::Entry, "main"));
  Session session;
  const SourceFile* file = load_operand(session, path);
  if (file == nullptr) return report(session, arguments);
  std::optional<PipelineOptions> pipeline = pipeline_options(arguments);
  std::optional<BackendOptions> backend = BackendOptions::from(arguments);
  if (!pipeline || !backend) return kUsage;
  if (arguments.has(Option::Memory) && !can_count_memory(*backend, *pipeline)) return kUsage;
  std::vector<PassTime> times;
  CompileOptions options{.entries = {wanted},
                         .inlining = inlining(arguments),
                         .pipeline = std::move(*pipeline),
                         .times = &times};
  backend->set(options);
  if (!backend->add_tuning(path, options.load.tuning)) return kUsage;
  const std::shared_ptr<void> prepared = prepare(options);
  std::unique_ptr<Executable> executable = find_compiled(*file, options);
  if (executable != nullptr) {
    show_warnings(*executable, arguments);
  } else {
    CheckedProgram program = session.check(*file);
    if (session.diags().has_errors()) return report(session, arguments);
    std::vector<std::string_view> names = entry_names(session.context(), program);
    if (std::find(names.begin(), names.end(), wanted) == names.end()) {
      no_such_entry(wanted, path, names);
      return kUsage;
    }
    executable = compile(session, program, options);
    ExitStatus status = report(session, arguments);
    if (executable == nullptr) return status;
  }
  if (!backend->has_params(executable->program())) return kUsage;
  if (arguments.has(Option::TimePasses)) write_stderr(times_text(times));
  return execute(*executable, *executable->entry(wanted), arguments, backend->input_budget());
}

}  // namespace

const Command kRunCommand{
    .name = "run",
    .summary = "Run an entry point on values from standard input",
    .operand = Operand::File,
    .examples =
        "  echo '[1, 2, 3]' | planish run sum.fut       runs main; each result is a line\n"
        "  planish run --entry mean stats.fut <data     another entry point\n"
        "  planish run -b prog.fut <in.gz >out.bin      binary and packed values are read too\n"
        "  planish run - <prog.fut                      a program that needs no values\n"
        "\n"
        "Exit status: 0 done, 1 rejected, 2 wrong usage or wrong values, 3 failed while running.\n",
    .options = kRunOptions,
    .run = run_run,
};

}  // namespace planish::tools
