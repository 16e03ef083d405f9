// planish test: runs the tests that programs carry in their comments.

#include <fmt/format.h>

#include <algorithm>

#include "backend_options.h"
#include "command.h"
#include "operands.h"
#include "output.h"
#include "pass_options.h"
#include "runtime/native/processors.h"
#include "test_pool.h"
#include "test_report.h"

namespace planish::tools {
namespace {

// Makes one addition cost more than any task has to.
constexpr int64_t kFineCuts = 1'000'000;

constexpr OptionSpec kTestOptions[] = {
    {Option::Entry, "-e,--entry", "NAME", "only the cases of this entry point"},
    {Option::Exclude, "--exclude", "TAG", "skip what has this tag; may be repeated"},
    {Option::CompiledCases, "--compiled", "",
     "interpret cases marked `compiled`, too, which are slow"},
    {Option::Ulps, "--ulps", "N",
     "floats may differ by N units in the last place, not by 0.002 of the largest"},
    {Option::UlpsOfLargest, "--ulps-of-largest", "N",
     "the same, in units of the largest float of the array"},
    {Option::AnyErrorText, "--any-error-text", "", "expected errors may have any text"},
    {Option::Timeout, "--timeout", "SECONDS", "for one case (10); compiling has at least 60"},
    {Option::Jobs, "-j,--jobs", "N", "programs at the same time (one for each core)"},
    {Option::InProcess, "--in-process", "",
     "all in one process, without limits of time, for debuggers and compute-sanitizer"},
    {Option::Passes, "--passes", "LIST", "passes instead of the usual ones, such as cpu"},
    kDisableOption,
    kDisablePassOption,
    kNoInlineOption,
    kTargetOption,
    {Option::Verbose, "-v,--verbose", "", "list all cases, not only failures"},
    kJsonOption,
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
    {Option::Built, "--built", "", "test executables as `planish build` makes them"},
    {Option::Cached, "--cached", "",
     "keep machine code on disk, and use what is there, as `planish run` does"},
    {Option::FineCuts, "--fine-cuts", "", "compiled code makes tasks of even the smallest work"},
    {Option::FailAllocations, "--fail-allocations", "N",
     "run each case again with its first, second, … allocation failing: the first N, then ever "
     "fewer"},
    kTimePassesOption,
    kColorOption,
};

// What a user named is a test even if it has no test block.
std::optional<std::vector<TestProgram>> test_programs(const Arguments& arguments,
                                                      const TestOptions& options) {
  std::optional<std::vector<ProgramOperand>> operands = program_operands(arguments);
  if (!operands) return std::nullopt;
  std::vector<TestProgram> programs;
  for (ProgramOperand& operand : *operands) {
    programs.push_back({std::move(operand.path), options});
    if (operand.from == ProgramOperand::From::Folder)
      programs.back().options.without_tests = WithoutTests::Ignore;
  }
  return programs;
}

ExitStatus run_test(const Arguments& arguments) {
  auto time_limit = whole_number(arguments, Option::Timeout, 10);
  auto jobs = whole_number(arguments, Option::Jobs, native::usable_processors());
  std::optional<BackendOptions> backend = BackendOptions::from(arguments);
  auto ulps = whole_number(arguments, Option::Ulps, 0, Least::Zero);
  auto ulps_of_largest = whole_number(arguments, Option::UlpsOfLargest, 0, Least::Zero);
  auto fail_allocations = whole_number(arguments, Option::FailAllocations, 0, Least::Zero);
  if (!fail_allocations || !time_limit || !jobs || !backend || !ulps || !ulps_of_largest)
    return kUsage;
  TestOptions options;
  options.backend = &backend->backend();
  options.load = backend->load_options();
  options.built = arguments.has(Option::Built);
  if (options.built) options.backend = &cpu_backend();
  options.fail_allocations = *fail_allocations;
  if (arguments.has(Option::Cached)) options.cache = backend->cache();
  if (arguments.has(Option::FineCuts)) options.load.cost_factor = kFineCuts;
  options.exclude = arguments.values(Option::Exclude);
  options.entry = arguments.value(Option::Entry);
  if (arguments.has(Option::Ulps) || arguments.has(Option::UlpsOfLargest)) {
    options.tolerance = {.ulps = static_cast<double>(*ulps),
                         .ulps_of_largest = static_cast<double>(*ulps_of_largest)};
  }
  if (arguments.has(Option::AnyErrorText)) options.expected_text = ExpectedText::Any;
  if (arguments.has(Option::CompiledCases) || options.backend->makes_code())
    options.compiled = CompiledCases::Run;
  if (!add_passes(arguments, Option::Passes, options.passes) ||
      !add_disabled(arguments, options.disabled))
    return kUsage;
  options.inlining = inlining(arguments);
  options.target = target(arguments);
  std::optional<std::vector<TestProgram>> programs = test_programs(arguments, options);
  if (!programs) return kUsage;
  for (TestProgram& program : *programs) {
    if (!backend->add_tuning(program.path, program.options.load.tuning)) return kUsage;
  }
  TestReport report(
      *programs,
      {.listing = arguments.has(Option::Verbose) ? TestListing::All : TestListing::Failures,
       .format = arguments.has(Option::Json) ? TestFormat::Json : TestFormat::Text,
       .color = color_for(arguments, 1),
       .stage_times = arguments.has(Option::TimePasses) ? StageTimes::Show : StageTimes::Hide});
  const auto add = [&](ProgramResults results) { report.add(std::move(results)); };
  if (arguments.has(Option::InProcess)) {
    run_tests_in_process(*programs, add);
  } else {
    run_test_pool(*programs, {.jobs = *jobs, .time_limit = *time_limit}, add);
  }
  return report.finish() ? kSuccess : kFailure;
}

}  // namespace

const Command kTestCommand{
    .name = "test",
    .summary = "Run the tests that programs carry in their comments",
    .operand = Operand::FilesOrFolders,
    .examples =
        "  planish test prog.fut                 its `-- ==` blocks\n"
        "  planish test tests/ -v                all programs of a folder; every case is listed\n"
        "  planish test --exclude slow tests/    without what has the tag `slow`\n"
        "  planish test --json tests/            for other tools\n"
        "\n"
        "Exit status: 0 all passed, 1 something failed or there were no tests, 2 wrong usage.\n",
    .options = kTestOptions,
    .run = run_test,
};

}  // namespace planish::tools
