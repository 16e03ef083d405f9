// The options that say what runs a program, and how.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "command.h"
#include "driver/build/linked_code.h"
#include "driver/run/code_cache.h"
#include "driver/run/execute.h"
#include "driver/workspace/workspace.h"

namespace planish::tools {

inline constexpr OptionSpec kThreadsOption{Option::Threads, "--threads", "N",
                                           "compiled code runs on N threads (all cores)"};
inline constexpr OptionSpec kFastMathOption{
    Option::FastMath, "--fast-math", "",
    "compiled code may reorder operations on floats and expects no NaN or infinity"};
inline constexpr OptionSpec kNoCacheOption{Option::NoCache, "--no-cache", "",
                                           "compile the program even if that was done before"};

inline constexpr OptionSpec kParamOption{Option::Param, "--param", "NAME=N",
                                         "set a tuning parameter, one that #[param(NAME)] names"};
inline constexpr OptionSpec kTuningOption{
    Option::Tuning, "--tuning", "FILE",
    "set what lines NAME=N of a file say (the program's path with .tuning added, if there is one)"};

inline constexpr OptionSpec kLinkOption{
    Option::Link, "--link", "FILE",
    "call functions of this .c, .o, .a, .so or .bc where #[foreign(cpu, NAME)] names them"};
inline constexpr OptionSpec kLinkLibraryOption{Option::LinkLibrary, "--link-lib", "NAME",
                                               "the same for a library, as -lNAME of a linker"};
inline constexpr OptionSpec kPkgConfigOption{Option::PkgConfig, "--pkg-config", "NAME",
                                             "the same for a package that pkg-config knows"};
inline constexpr OptionSpec kRequireForeignOption{
    Option::RequireForeign, "--require-foreign", "",
    "refuse a program with a foreign function that is not linked"};

// What the options above name, made into one; null: they name nothing. Throws BuildError.
std::shared_ptr<LinkedCode> linked_code(const Arguments& arguments);

class BackendOptions {
 public:
  // Nothing, after a message, when a value is wrong.
  static std::optional<BackendOptions> from(const Arguments& arguments);

  // Sets what they say. They have to live for as long as the options are used.
  void set(CompileOptions& options) const;
  // Adds the values of the tuning parameters of one program. False, after a message, when a file of
  // them is not what it should be.
  bool add_tuning(const std::string& program_path, runtime::TuningValues& values) const;
  // What --tuning says, or the file beside the program; false as above.
  bool add_tuning_file(const std::string& program_path, runtime::TuningValues& values) const;
  // What --param says.
  const runtime::TuningValues& params() const { return params_; }
  // Whether the program has all parameters that --param names; says which it does not have.
  bool has_params(const ir::Program& program) const;
  // What inputs may take while they are read: a limit of a device is not about them.
  runtime::MemoryBudget input_budget() const;
  const Backend& backend() const { return *backend_; }
  const LoadOptions& load_options() const { return load_; }
  EvaluationBackend for_evaluation() const { return {backend_, load_, code_}; }
  const CodeCache* cache() const { return cache_ ? &*cache_ : nullptr; }

 private:
  const Backend* backend_ = &cpu_backend();
  codegen::Options code_;
  LoadOptions load_;
  std::shared_ptr<const LinkedCode> linked_;
  bool require_foreign_ = false;
  std::optional<CodeCache> cache_;
  runtime::TuningValues params_;
  std::string tuning_file_;
};

}  // namespace planish::tools
