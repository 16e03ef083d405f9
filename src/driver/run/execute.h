// Compiling a checked program and running its entry points, whatever the backend.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backends/backend.h"
#include "codegen/codegen.h"
#include "driver/run/code_cache.h"
#include "driver/run/compiled_programs.h"
#include "driver/session/front_end.h"
#include "driver/session/session.h"
#include "ir/program.h"
#include "lower/lower.h"
#include "pipeline/runner.h"
#include "runtime/input_reader.h"
#include "runtime/value.h"
#include "runtime/value_io.h"

namespace planish {

struct CompileOptions {
  const Backend* backend = &interp_backend();
  std::vector<std::string_view> entries;  // the entry points to compile; empty: all
  Inlining inlining = Inlining::Usual;
  PipelineOptions pipeline;
  std::vector<PassTime>* times = nullptr;  // where to add how long the stages took
  bool* has_streams = nullptr;             // where to say whether the program works on chunks
  codegen::Options code = {};
  LoadOptions load = {};
  // As an executable, of which each call is a process, and not in this process. Where the backend
  // makes code.
  bool built = false;
  // A foreign function that is not linked (load.foreign) is an error: BuildError.
  bool require_foreign = false;
  const CodeCache* cache = nullptr;  // where code is kept that was generated once; null: nowhere
  // Instead of the pipeline of the backend; empty: that one.
  std::vector<Pass> passes = {};

  // The rules of the IR are checked after each pass, those of LLVM after code generation, and that
  // no memory is left behind after each run. Mistakes of the compiler show at once then, but
  // compiling takes longer.
  void verify_everything();
  // If the environment variable PLANISH_VERIFY is `on`, as it is in tests.
  void verify_if_asked();
};

// A program that is ready to run.
class Executable {
 public:
  using Loader = std::function<std::unique_ptr<LoadedProgram>(const ir::Program& program)>;

  Executable(ir::Program program, const Loader& load, WarningTexts warnings = {});
  // Runs it without code: the backend makes none.
  Executable(ir::Program program, const Backend& backend, const LoadOptions& options = {});
  ~Executable();
  Executable(const Executable&) = delete;
  Executable& operator=(const Executable&) = delete;

  const ir::Program& program() const { return program_; }
  // Of a program that was found compiled: what checking it would have warned of.
  const WarningTexts& warnings() const { return warnings_; }
  // By the name of the entry point; null if there is none of that name.
  const ir::Function* entry(std::string_view name) const;
  // What the entry point takes and gives, by component, as values are written. Sequences are arrays.
  std::vector<runtime::ValueShape> inputs(const ir::Function& entry) const;
  std::vector<runtime::ValueShape> outputs(const ir::Function& entry) const;

  // Sequences are arrays among the inputs and the results, unless the world has them.
  runtime::Outcome run(const ir::Function& entry, std::vector<runtime::Value> inputs,
                       const runtime::RunOptions& options = {});

  // As LoadedProgram has them.
  std::optional<int64_t> peak_memory() const { return loaded_->peak_memory(); }
  void reset_peak_memory() { loaded_->reset_peak_memory(); }
  MovedBytes moved() const { return loaded_->moved(); }
  std::optional<int64_t> fail_allocation(int64_t number) {
    return loaded_->fail_allocation(number);
  }

 private:
  const ir::Program program_;
  WarningTexts warnings_;
  std::unique_ptr<LoadedProgram> loaded_;
};

// Lowers a program that was checked without errors and runs the passes of the backend over it, for
// its target. Nothing when something was reported as an error. Throws std::logic_error for a
// compiler bug.
std::optional<ir::Program> run_passes(CheckedSource& source, const CompileOptions& options);
std::optional<ir::Program> run_passes(Session& session, const CheckedProgram& program,
                                      const CompileOptions& options);

// The code of what run_passes gave; the backend makes some.
std::string generated_code(const ir::Program& program, const CompileOptions& options,
                           codegen::Output output = codegen::Output::Object);

// Compiles a program that was checked without errors, and loads it. Null when something was
// reported as an error. Throws std::logic_error for a compiler bug.
std::unique_ptr<Executable> compile(CheckedSource& source, const CompileOptions& options = {});
std::unique_ptr<Executable> compile(Session& session, const CheckedProgram& program,
                                    const CompileOptions& options = {});
// The same program if it was compiled with these options before; null: it is not in options.cache.
// Nothing is checked, so that programs which were accepted once start fast.
std::unique_ptr<Executable> find_compiled(const SourceFile& root, const CompileOptions& options);
// Takes it from the cache, or checks the file and compiles it.
std::unique_ptr<Executable> compile(Session& session, const SourceFile& root,
                                    const CompileOptions& options = {});

// Begins what takes long before any program can be loaded, and can go on while one is compiled; the
// functions above begin it themselves, but only when they have come so far. It has ended when what
// this gives is gone.
std::shared_ptr<void> prepare(const CompileOptions& options);

// The parameters of an entry point, for those who read their values.
std::vector<runtime::InputParam> input_params(const Executable& executable,
                                              const ir::Function& entry);

// Reads the inputs of an entry point from the bytes. A message that names the parameter, and the
// line and column, when they are not what it takes.
std::optional<std::vector<runtime::Value>> read_inputs(const Executable& executable,
                                                       const ir::Function& entry,
                                                       std::string_view bytes, std::string& error);
// The same within a budget: throws runtime::LimitReached.
std::optional<std::vector<runtime::Value>> read_inputs(const Executable& executable,
                                                       const ir::Function& entry,
                                                       std::string_view bytes,
                                                       runtime::MemoryBudget& budget,
                                                       std::string& error);

// "xs: []i32, n: i64": the parameters of an entry point for messages.
std::string parameter_list(const ir::Entry& entry);

// The failure as a user sees it: message, place and call path, in several lines.
std::string failure_text(const runtime::Failure& failure);

}  // namespace planish
