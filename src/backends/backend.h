// What runs programs. A backend turns a program that lowering gave into one that can be run, or
// into parts of an executable; drivers do not know which one they have. Another one is a folder
// beside this file and a line in backends.cpp.
//
//   const Backend& backend = *find_backend("cpu");
//   target   = backend.target(cpu_target(), options)        what passes decide by
//   program  = run_pipeline(core, backend.pipeline(), …)
//   code     = backend.compile(program, options)            to be kept, or linked
//   loaded   = backend.load(program, code, run_options)
//   outcome  = loaded->run(entry, values)
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/codegen.h"
#include "ir/program.h"
#include "pipeline/pass.h"
#include "runtime/memory_limit.h"
#include "runtime/outcome.h"
#include "runtime/tuning.h"
#include "runtime/value.h"
#include "target/foreign_code.h"

namespace planish {

// Where machine code is kept that the driver of a device makes, by names that say all that it depends
// on.
class DriverCode {
 public:
  virtual ~DriverCode() = default;
  virtual std::optional<std::string> read(std::string_view name) const = 0;
  virtual void write(std::string_view name, std::string_view code) const = 0;
};

// How loaded programs run.
struct LoadOptions {
  int32_t threads = 0;  // 0: all that this process may use
  // Of all that the program takes, inputs included; that of a device where it runs on one.
  runtime::MemoryLimit memory_limit = {};
  int64_t cost_factor = 1;            // as planish_config has it
  runtime::TuningValues tuning = {};  // names that the program does not have are ignored
  // For backends that run on devices: a part of the name of one, or "#" and its number; empty: the
  // first.
  std::string device = {};
  const ForeignCode* foreign = nullptr;     // what users linked; null: nothing
  const DriverCode* driver_code = nullptr;  // for as long as a program is loaded; null: nowhere
  // Whether a run that leaves memory behind, however it ended, fails with a compiler bug.
  bool verify = false;
};

// What was copied because a device had no room for all arrays, in bytes.
struct MovedBytes {
  int64_t to_host = 0;
  int64_t to_device = 0;

  bool is_any() const { return to_host > 0 || to_device > 0; }
};

// There is no device to run on, or none of the name asked for.
class NoDevice : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A program that is ready to run.
class LoadedProgram {
 public:
  virtual ~LoadedProgram() = default;

  // `inputs` are the values of the entry point's parameters, without sizes, of the right types.
  virtual runtime::Outcome run(const ir::Function& entry, std::vector<runtime::Value> inputs,
                               const runtime::RunOptions& options) = 0;
  // Whether sequences are given to it as arrays, because it reads and writes them itself.
  virtual bool reads_sequences() const { return false; }
  // How many bytes arrays took at most, those of callers apart, since the start or since this was
  // reset; nothing where they are not counted.
  virtual std::optional<int64_t> peak_memory() const { return std::nullopt; }
  virtual void reset_peak_memory() {}
  // Since then, too.
  virtual MovedBytes moved() const { return {}; }
  // For tests: the n-th allocation from now on fails; 0: none does. Gives what was left of the last
  // such number, which is not above 0 if an allocation has failed; nothing where this cannot be had.
  virtual std::optional<int64_t> fail_allocation(int64_t) { return std::nullopt; }
};

// What executables and libraries, and so clients of a static library, are linked with, beside the
// code of the program and what describes its entry points.
struct LinkInputs {
  std::string_view runtime;                     // "libplanish.a", beside the code generator
  std::span<const std::string_view> libraries;  // "-lm"
  // The backend of Futhark whose C API that of libraries is: "multicore", "cuda".
  std::string_view api;
  // The function of the runtime that opens the device (runtime/device/host.h); empty: the program
  // is for CPUs.
  std::string_view open_device = {};
};

class Backend {
 public:
  virtual ~Backend() = default;

  virtual std::string_view name() const = 0;  // as options spell it
  // From what lowering gives to what is compiled.
  virtual std::span<const Pass> pipeline() const = 0;
  // `wanted` with what is known of the machine that the options name.
  virtual Target target(const Target& wanted, const codegen::Options& options) const = 0;

  // Is machine code made, which can be kept, shown and linked? Otherwise the four below are not
  // called.
  virtual bool makes_code() const = 0;
  // All that code depends on, apart from the program and the target. Throws std::runtime_error, as
  // do the next two, when the code generator cannot be loaded.
  virtual std::string identity(const codegen::Options& options) const = 0;
  virtual std::string compile(const ir::Program& program, const codegen::Options& options,
                              codegen::Output output) const = 0;
  virtual LinkInputs link_inputs() const = 0;

  // `options` for the device that programs will run on, if there is one.
  virtual codegen::Options for_device(const codegen::Options& options, const LoadOptions&) const {
    return options;
  }
  // Begins what takes long before a program can be loaded, such as starting the driver of a device,
  // beside what the caller does meanwhile. It has ended when what this gives is gone. Null: there is
  // nothing to begin.
  virtual std::shared_ptr<void> prepare(const LoadOptions&) const { return nullptr; }
  // `code` is what compile gave as an object; empty where no code is made. Of the program only the
  // signatures of entry points count if there is code. The program outlives what is loaded. Throws
  // NoDevice.
  virtual std::unique_ptr<LoadedProgram> load(const ir::Program& program, std::string_view code,
                                              const LoadOptions& options) const = 0;
};

const Backend& interp_backend();
const Backend& cpu_backend();
const Backend& cuda_backend();
const Backend& gpu_emulator_backend();

std::span<const Backend* const> all_backends();
// Null: there is none of that name.
const Backend* find_backend(std::string_view name);

}  // namespace planish
