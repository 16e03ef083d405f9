// The options that say what runs a program, and how.
#pragma once

#include <optional>

#include "command.h"
#include "driver/code_cache.h"
#include "driver/execute.h"

namespace planish::tools {

inline constexpr OptionSpec kThreadsOption{Option::Threads, "--threads", "N",
                                           "compiled code runs on N threads (all cores)"};
inline constexpr OptionSpec kFastMathOption{
    Option::FastMath, "--fast-math", "",
    "compiled code may reorder operations on floats and expects no NaN or infinity"};
inline constexpr OptionSpec kNoCacheOption{Option::NoCache, "--no-cache", "",
                                           "compile the program even if that was done before"};

class BackendOptions {
 public:
  // Nothing, after a message, when a value is wrong.
  static std::optional<BackendOptions> from(const Arguments& arguments);

  // Sets what they say. They have to live for as long as the options are used.
  void set(CompileOptions& options) const;
  Backend backend() const { return backend_; }
  const NativeOptions& native() const { return native_; }

 private:
  Backend backend_ = Backend::Cpu;
  codegen::Options code_;
  NativeOptions native_;
  std::optional<CodeCache> cache_;
};

}  // namespace planish::tools
