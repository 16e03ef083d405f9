// planish test: runs the tests that programs carry in their comments.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <thread>

#include "command.h"
#include "output.h"
#include "test_pool.h"
#include "test_report.h"

namespace planish::tools {
namespace {

namespace fs = std::filesystem;

constexpr OptionSpec kOptions[] = {
    {Option::Entry, "-e,--entry", "NAME", "only the cases of this entry point"},
    {Option::Exclude, "--exclude", "TAG", "skip what has this tag; may be repeated"},
    {Option::CompiledCases, "--compiled", "", "run cases marked as too slow to be interpreted too"},
    {Option::AnyErrorText, "--any-error-text", "", "expected errors may have any text"},
    {Option::Timeout, "--timeout", "SECONDS", "for one case, and for compiling (10)"},
    {Option::Jobs, "-j,--jobs", "N", "programs at the same time (one for each core)"},
    {Option::Verbose, "-v,--verbose", "", "list all cases, not only failures"},
    kJsonOption,
    kBackendOption,
    kColorOption,
};

// A whole number of at least 1.
std::optional<unsigned> number(const Arguments& arguments, Option option, unsigned otherwise) {
  if (!arguments.has(option)) return otherwise;
  std::string_view text = arguments.value(option);
  unsigned value = 0;
  auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem == std::errc() && end == text.data() + text.size() && value > 0) return value;
  usage_error(fmt::format("`{}` is not a whole number above 0", text));
  return std::nullopt;
}

// The programs of a folder, in the order of their paths; nothing when it cannot be read.
std::optional<std::vector<std::string>> programs_below(const std::string& folder) {
  std::vector<std::string> found;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, error), end;
  while (!error && entry != end) {
    if (entry->path().extension() == ".fut" && entry->is_regular_file(error))
      found.push_back(entry->path().string());
    entry.increment(error);
  }
  if (error) {
    usage_error(fmt::format("cannot read {}: {}", folder, error.message()));
    return std::nullopt;
  }
  std::ranges::sort(found);
  return found;
}

// What a user named is a test even if it has no test block; what was found in a folder may be a library.
bool collect(const Arguments& arguments, const TestOptions& options,
             std::vector<TestProgram>& programs) {
  for (const std::string& path : arguments.operands) {
    std::error_code error;
    if (!fs::exists(path, error)) {
      usage_error(fmt::format("there is no file or folder {}", path));
      return false;
    }
    if (!fs::is_directory(path, error)) {
      programs.push_back({path, options});
      continue;
    }
    std::optional<std::vector<std::string>> found = programs_below(path);
    if (!found) return false;
    for (std::string& program : *found) {
      programs.push_back({std::move(program), options});
      programs.back().options.without_tests = WithoutTests::Ignore;
    }
  }
  return true;
}

ExitStatus run(const Arguments& arguments) {
  auto time_limit = number(arguments, Option::Timeout, 10);
  auto jobs = number(arguments, Option::Jobs, std::max(1u, std::thread::hardware_concurrency()));
  if (!time_limit || !jobs) return kUsage;
  TestOptions options;
  options.exclude = arguments.values(Option::Exclude);
  options.entry = arguments.value(Option::Entry);
  if (arguments.has(Option::AnyErrorText)) options.expected_text = ExpectedText::Any;
  if (arguments.has(Option::CompiledCases)) options.compiled = CompiledCases::Run;
  std::vector<TestProgram> programs;
  if (!collect(arguments, options, programs)) return kUsage;
  TestReport report(
      programs,
      {.listing = arguments.has(Option::Verbose) ? TestListing::All : TestListing::Failures,
       .format = arguments.has(Option::Json) ? TestFormat::Json : TestFormat::Text,
       .color = color_for(arguments, 1)});
  run_test_pool(programs, {.jobs = *jobs, .time_limit = *time_limit},
                [&](ProgramResults results) { report.add(std::move(results)); });
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
    .options = kOptions,
    .run = run,
};

}  // namespace planish::tools
