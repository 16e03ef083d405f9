// A subcommand of `planish` is a row of data and a function. From the data come the parsing of
// options, the help text, the suggestions for misspelt words and the completion scripts.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace planish::tools {

// The same for all commands; docs/commands.md has the table for users,
// tests/commands/exit_status.sh holds to it.
enum ExitStatus : int {
  kSuccess = 0,
  kFailure = 1,  // the program was rejected, a test failed, or what was asked for is not there
  kUsage =
      2,  // the program was not looked at, or not run: wrong usage, files that cannot be read or written, wrong values
  kRunFailed = 3,  // the program failed while it ran
  kBug = 70        // the compiler failed
};

enum class Option : uint8_t {
  Json,
  Color,
  NoWarnings,
  Check,
  NoLocations,
  NoComments,
  At,
  List,
  Entry,
  Backend,
  Binary,
  Exclude,
  CompiledCases,
  AnyErrorText,
  Timeout,
  Jobs,
  Verbose,
  ShowType,
  Expression,
  ScriptFile,
  Passes,
  DumpAfter,
  StopAfter,
  DisablePass,
  NoInline,
  Target,
  TimePasses,
  ListPasses,
  Run,
  Emit,
  Plan,
  Runs,
  Precision,
  Seconds,
  JsonFile,
  Compare,
  Threads,
  FastMath,
  NoCache,
  Output,
  Library,
  TargetCpu,
  SplitTuples,
  FineCuts,
  Ulps,
  UlpsOfLargest,
  Built,
  Memory,
  Param,
  Tuning,
  Cached,
  Pretty,
  Processes,
  LeastRuns,
  ManPage,
  Prefix,
  Html,
  Device,
  GpuArchitecture,
  InProcess,
  Nesl,
  Seed,
  Races,
  MemoryLimit,
  Quiet,
  FailAllocations,
  In,
  Out,
  Link,
  LinkLibrary,
  PkgConfig,
  RequireForeign,
  ForeignHeader,
  Disable,
  DryRun,
  Tunable,
  Count  // how many there are
};

struct OptionSpec {
  Option option;
  std::string_view flags;  // "--json" or "-w,--no-warnings"
  std::string_view value;  // a word for the value in the help text; empty: takes none
  std::string_view help;
  std::span<const std::string_view> choices = {};  // the only values allowed; empty: any
};

// What the words after the options are.
enum class Operand : uint8_t {
  None,
  File,
  Files,
  FilesOrInput,
  FilesOrFolders,
  OptionalFile,
  ExpressionAndFile,  // the file may be missing
  FileAndExpression,  // the expression may be missing
  OptionalErrorCode,
  Shell,
  OptionalCommand
};

class Arguments {
 public:
  bool has(Option option) const { return !values(option).empty(); }
  // Of an option that was given several times the last value counts, except where values() is asked
  // for.
  std::string_view value(Option option, std::string_view otherwise = {}) const {
    return has(option) ? std::string_view(values(option).back()) : otherwise;
  }
  const std::vector<std::string>& values(Option option) const {
    return values_[static_cast<size_t>(option)];
  }
  void set(Option option, std::vector<std::string> values) {
    values_[static_cast<size_t>(option)] = std::move(values);
  }

  std::vector<std::string> operands;

 private:
  std::array<std::vector<std::string>, static_cast<size_t>(Option::Count)> values_;
};

struct Command {
  std::string_view name;
  std::string_view summary;
  Operand operand = Operand::None;
  std::string_view examples;  // lines, shown below the options
  std::span<const OptionSpec> options;
  ExitStatus (*run)(const Arguments& arguments) = nullptr;
};

// One per file cmd_*.cpp.
extern const Command kRunCommand;
extern const Command kTestCommand;
extern const Command kBuildCommand;
extern const Command kBenchCommand;
extern const Command kTuneCommand;
extern const Command kEvalCommand;
extern const Command kReplCommand;
extern const Command kScriptCommand;
extern const Command kCheckCommand;
extern const Command kFmtCommand;
extern const Command kTypesCommand;
extern const Command kAstCommand;
extern const Command kTokensCommand;
extern const Command kDevCommand;
extern const Command kExplainCommand;
extern const Command kExplainErrorCommand;
extern const Command kDevicesCommand;
extern const Command kCompletionCommand;
extern const Command kHelpCommand;

// In the order of the help text.
std::span<const Command* const> all_commands();

// Options that several commands have.
inline constexpr std::string_view kColorChoices[] = {"auto", "always", "never"};
inline constexpr OptionSpec kJsonOption{Option::Json, "--json", "",
                                        "write JSON to standard output"};
inline constexpr OptionSpec kColorOption{Option::Color, "--color", "WHEN",
                                         "colour messages: auto, always or never", kColorChoices};
inline constexpr OptionSpec kNoWarningsOption{Option::NoWarnings, "-w,--no-warnings", "",
                                              "show errors only"};
inline constexpr std::string_view kBackendChoices[] = {"cpu", "cuda", "interp", "gpu-emulator"};
inline constexpr OptionSpec kBackendOption{
    Option::Backend, "--backend", "NAME",
    "what runs the program: machine code (cpu, the default), an NVIDIA GPU (cuda), the interpreter "
    "(interp), or a GPU that is emulated, for tests (gpu-emulator)",
    kBackendChoices};
inline constexpr OptionSpec kDeviceOption{Option::Device, "--device", "NAME",
                                          "the GPU that programs run on: a part of its name, or #N "
                                          "for the N-th (`planish devices` lists them)"};
inline constexpr OptionSpec kRacesOption{Option::Races, "--races", "",
                                         "gpu-emulator: fail if two threads access the same "
                                         "memory, one writes, and nothing orders them"};
inline constexpr OptionSpec kMemoryLimitOption{
    Option::MemoryLimit, "--memory-limit", "SIZE",
    "let the program take no more memory than that, inputs included (64M, 2G, 50%)"};
inline constexpr OptionSpec kBinaryOption{Option::Binary, "-b,--binary", "",
                                          "write results in the binary format"};
inline constexpr OptionSpec kPrettyOption{
    Option::Pretty, "--pretty", "WHEN",
    "write results for people, with labels and strings: auto (on a terminal), always or never",
    kColorChoices};
inline constexpr OptionSpec kNoLocationsOption{Option::NoLocations, "--no-locations", "",
                                               "leave out lines and columns"};

}  // namespace planish::tools
