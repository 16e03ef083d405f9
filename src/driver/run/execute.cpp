#include "driver/run/execute.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "analysis/streams.h"
#include "backends/components.h"
#include "backends/entry_sequences.h"
#include "diag/render.h"
#include "driver/build/build.h"
#include "driver/build/built.h"
#include "ir/entry_sequence.h"
#include "ir/foreign_attribute.h"
#include "passes/calls/choose_foreign.h"
#include "pipeline/passes.h"
#include "runtime/call_path.h"
#include "runtime/input_reader.h"
#include "runtime/world.h"
#include "support/build_identity.h"

namespace planish {
namespace {

std::string parameter_text(const ir::EntryValue& param) {
  return param.name.empty() ? std::string(param.type)
                            : fmt::format("{}: {}", param.name, param.type);
}

// ---- Compiling

// A program that passes stopped early on is not ready for code generation; the interpreter runs
// anything.
const Backend& runner(const CompileOptions& options) {
  return options.pipeline.stop_after ? interp_backend() : *options.backend;
}

// Executables run anywhere, and what is compiled now runs on the device of this machine.
codegen::Options code_options(const CompileOptions& options) {
  return options.built ? options.code : options.backend->for_device(options.code, options.load);
}

// Only programs with values for thresholds ask for them when they run: the code of others is smaller.
bool is_tunable(const CompileOptions& options) {
  const Target& wanted = options.pipeline.target;
  if (wanted.flatten.tunable) return true;
  if (options.load.tuning.empty()) return false;
  const std::string prefix = fmt::format("{}.", options.backend->target(wanted, options.code).name);
  return std::ranges::any_of(options.load.tuning,
                             [&](const auto& one) { return one.first.starts_with(prefix); });
}

// All that the code of a program depends on, apart from its text. Empty: builds of the compiler
// cannot be told apart.
std::string code_identity(const CompileOptions& options) {
  std::string identity = build_identity();
  if (identity.empty()) return identity;
  identity += '\n' + options.backend->identity(code_options(options));
  const Target& target = options.pipeline.target;
  identity.append("\nfor ").append(target.name);
  if (is_tunable(options)) identity.append("\ntunable");
  if (!target.tiles) identity.append("\nwithout tiles");
  if (!target.in_place) identity.append("\nwith copies");
  for (std::string_view entry : options.entries) identity.append("\nentry ").append(entry);
  for (const Pass& pass : options.pipeline.disabled)
    identity.append("\nwithout ").append(pass.name);
  for (const Pass& pass : options.passes) identity.append("\nwith ").append(pass.name);
  if (options.inlining == Inlining::Never) identity.append("\nnothing inlined");
  // What was not verified is compiled again by those who want it verified.
  if (options.pipeline.verify == Verify::EveryPass) identity.append("\nverified");
  return identity;
}

// The place of the program's code in the cache. Nothing if it is to be made anew.
std::optional<CompiledPrograms> compiled_programs(const CompileOptions& options,
                                                  Language language) {
  if (options.cache == nullptr || !options.pipeline.dump_after.empty()) return std::nullopt;
  // What is called depends on what is linked.
  if (options.load.foreign != nullptr || options.require_foreign) return std::nullopt;
  std::string identity = code_identity(options);
  if (identity.empty()) return std::nullopt;
  if (language == Language::Nesl) identity.append("\nof NESL");
  return CompiledPrograms(*options.cache, identity);
}

// What drivers make of device code lies beside the code of programs.
class CachedDriverCode : public DriverCode {
 public:
  explicit CachedDriverCode(const CodeCache& cache) : cache_(cache) {}

  std::optional<std::string> read(std::string_view name) const override {
    return cache_.read(key(name));
  }
  void write(std::string_view name, std::string_view code) const override {
    cache_.write(key(name), code);
  }

 private:
  static ContentKey key(std::string_view name) {
    return ContentKey().add("code of a driver").add(name);
  }

  const CodeCache& cache_;
};

// A program, with the place for what the driver makes of it, which may be while it runs.
class ProgramWithDriverCode : public LoadedProgram {
 public:
  template <class Load>
  ProgramWithDriverCode(const CodeCache& cache, LoadOptions how, const Load& load) : code_(cache) {
    how.driver_code = &code_;
    program_ = load(how);
  }
  runtime::Outcome run(const ir::Function& entry, std::vector<runtime::Value> inputs,
                       const runtime::RunOptions& options) override {
    return program_->run(entry, std::move(inputs), options);
  }
  std::optional<int64_t> peak_memory() const override { return program_->peak_memory(); }
  void reset_peak_memory() override { program_->reset_peak_memory(); }
  void set_tuning(const runtime::TuningValues& values) override { program_->set_tuning(values); }
  void watch_thresholds(runtime::ThresholdWatch* watch) override {
    program_->watch_thresholds(watch);
  }
  MovedBytes moved() const override { return program_->moved(); }
  std::optional<int64_t> fail_allocation(int64_t number) override {
    return program_->fail_allocation(number);
  }

 private:
  const CachedDriverCode code_;
  std::unique_ptr<LoadedProgram> program_;
};

std::unique_ptr<Executable> loaded(CompiledProgram compiled, const CompileOptions& options) {
  const auto load = [&](const ir::Program& program) -> std::unique_ptr<LoadedProgram> {
    const Backend& backend = *options.backend;
    if (options.built)
      return std::make_unique<BuiltProgram>(program, backend, compiled.object, options.load);
    const auto load_with = [&](const LoadOptions& how) {
      return timed(options.times, "load",
                   [&] { return backend.load(program, compiled.object, how); });
    };
    if (options.cache == nullptr) return load_with(options.load);
    return std::make_unique<ProgramWithDriverCode>(*options.cache, options.load, load_with);
  };
  return std::make_unique<Executable>(std::move(compiled.signatures), load,
                                      std::move(compiled.warnings));
}

// Null: it is not there, or cannot be used.
std::unique_ptr<Executable> loaded_from_cache(std::optional<CompiledProgram> found,
                                              const CompileOptions& options) {
  if (!found) return nullptr;
  try {
    return loaded(std::move(*found), options);
  } catch (const NoDevice&) {
    throw;  // it would not be there for code that is made anew, either
  } catch (const std::runtime_error&) {
    return nullptr;
  }
}

}  // namespace

std::shared_ptr<void> prepare(const CompileOptions& options) {
  return options.built ? nullptr : runner(options).prepare(options.load);
}

namespace {

void require_foreign(const ir::Program& core, const ForeignCode* linked, Machine machine) {
  const auto is_linked = [&](std::string_view symbol) {
    return linked != nullptr && (linked->address(symbol) != nullptr ||
                                 (machine == Machine::Gpu && linked->is_in_bitcode(symbol)));
  };
  for (const ir::Function* fn : core.functions) {
    const auto said = ir::foreign_attribute(*core.storage, *fn, foreign_machine(machine));
    if (!said) continue;
    for (const std::string_view symbol : {said->symbol, said->lifted}) {
      if (symbol.empty() || is_linked(symbol)) continue;
      throw BuildError{fmt::format("the foreign function {} is not linked, which `{}` needs ({})",
                                   symbol, core.storage->text(fn->name),
                                   ir::place_text(*core.storage, fn->place))};
    }
  }
}

}  // namespace

std::optional<ir::Program> run_passes(Session& session, const CheckedProgram& program,
                                      const CompileOptions& options) {
  FutharkSource source(session, program);
  return run_passes(source, options);
}

std::optional<ir::Program> run_passes(CheckedSource& source, const CompileOptions& options) {
  Session& session = source.session();
  std::vector<PassTime>* times = options.times;
  if (times != nullptr) times->push_back({"front_end", session.seconds_checking()});
  ir::Program core = timed(times, "lower", [&] {
    return source.lower({.entries = options.entries, .inlining = options.inlining});
  });
  if (session.diags().has_errors()) return std::nullopt;
  if (options.has_streams != nullptr) *options.has_streams = works_on_chunks(core);
  const Backend& backend = *options.backend;
  PipelineOptions pipeline = options.pipeline;
  pipeline.target = backend.target(pipeline.target, options.code);
  const Machine machine = pipeline.target.machine;
  if (options.require_foreign) require_foreign(core, options.load.foreign, machine);
  core = passes::choose_foreign(core, options.load.foreign, machine);
  pipeline.target.flatten.tunable = is_tunable(options);
  const std::span<const Pass> passes =
      options.passes.empty() ? backend.pipeline() : std::span<const Pass>(options.passes);
  PipelineResult result = run_pipeline(core, passes, pipeline);
  if (result.failure) throw std::logic_error(failure_text(*result.failure));
  if (times != nullptr) times->insert(times->end(), result.times.begin(), result.times.end());
  return std::move(result.program);
}

std::string generated_code(const ir::Program& program, const CompileOptions& options,
                           codegen::Output output) {
  codegen::Options code = options.code;
  code.target = options.pipeline.target;
  if (options.load.foreign != nullptr) {
    const std::span<const std::string> bitcode = options.load.foreign->bitcode();
    code.device_bitcode.assign(bitcode.begin(), bitcode.end());
  }
  return timed(options.times, "codegen",
               [&] { return options.backend->compile(program, code, output); });
}

namespace {

std::string warnings_text(Session& session, Color color) {
  return render_all(session.diags().all(), session.sources(), Warnings::Show, {.color = color});
}

std::unique_ptr<Executable> compile_code(CheckedSource& source, const CompileOptions& options) {
  const std::shared_ptr<void> prepared = prepare(options);
  Session& session = source.session();
  const SourceFile& root = source.root();
  const std::vector<const SourceFile*> imported = source.imported();
  const std::optional<CompiledPrograms> cached = compiled_programs(options, source.language());
  if (cached) {
    if (auto executable = loaded_from_cache(cached->find(root, imported), options))
      return executable;
  }
  std::optional<ir::Program> flat = run_passes(source, options);
  if (!flat) return nullptr;
  CompiledProgram compiled{std::move(*flat), {}, {}};
  CompileOptions for_device = options;
  for_device.code = code_options(options);
  compiled.object = generated_code(compiled.signatures, for_device);
  if (cached) {
    compiled.warnings = {warnings_text(session, Color::Never),
                         warnings_text(session, Color::Always)};
    cached->store(root, imported, compiled);
  }
  return loaded(std::move(compiled), options);
}

}  // namespace

Executable::Executable(ir::Program program, const Loader& load, WarningTexts warnings)
    : program_(std::move(program)), warnings_(std::move(warnings)), loaded_(load(program_)) {}

Executable::Executable(ir::Program program, const Backend& backend, const LoadOptions& options)
    : Executable(std::move(program),
                 [&](const ir::Program& kept) { return backend.load(kept, {}, options); }) {}

Executable::~Executable() = default;

const ir::Function* Executable::entry(std::string_view name) const {
  for (const ir::Function* fn : program_.functions) {
    if (fn->entry != nullptr && fn->entry->name == name) return fn;
  }
  return nullptr;
}

std::vector<runtime::ValueShape> Executable::inputs(const ir::Function& entry) const {
  return value_shapes(*program_.storage, entry.entry->params, entry.params);
}

std::vector<runtime::ValueShape> Executable::outputs(const ir::Function& entry) const {
  return value_shapes(*program_.storage, entry.entry->results, entry.results);
}

runtime::Outcome Executable::run(const ir::Function& entry, std::vector<runtime::Value> inputs,
                                 const runtime::RunOptions& options) {
  const bool are_given = options.world != nullptr && options.world->sequences != nullptr;
  if (entry.entry == nullptr || !ir::has_sequences(*entry.entry) || are_given ||
      loaded_->reads_sequences())
    return loaded_->run(entry, std::move(inputs), options);
  return run_on_arrays(*entry.entry, std::move(inputs), options,
                       [&](std::vector<runtime::Value> values, const runtime::RunOptions& with) {
                         return loaded_->run(entry, std::move(values), with);
                       });
}

void CompileOptions::verify_everything() {
  pipeline.verify = Verify::EveryPass;
  code.verify = true;
  load.verify = true;
}

void CompileOptions::verify_if_asked() {
  const char* value = std::getenv("PLANISH_VERIFY");
  if (value != nullptr && std::string_view(value) == "on") verify_everything();
}

std::unique_ptr<Executable> compile(Session& session, const CheckedProgram& program,
                                    const CompileOptions& options) {
  FutharkSource source(session, program);
  return compile(source, options);
}

std::unique_ptr<Executable> compile(CheckedSource& source, const CompileOptions& options) {
  if (runner(options).makes_code()) return compile_code(source, options);
  std::optional<ir::Program> core = run_passes(source, options);
  if (!core) return nullptr;
  return std::make_unique<Executable>(std::move(*core), runner(options), options.load);
}

std::unique_ptr<Executable> find_compiled(const SourceFile& root, const CompileOptions& options) {
  if (options.cache == nullptr || !runner(options).makes_code()) return nullptr;
  const std::optional<CompiledPrograms> cached = compiled_programs(options, Language::Futhark);
  return cached ? loaded_from_cache(cached->find(root), options) : nullptr;
}

std::unique_ptr<Executable> compile(Session& session, const SourceFile& root,
                                    const CompileOptions& options) {
  const std::shared_ptr<void> prepared = prepare(options);
  if (std::unique_ptr<Executable> found = find_compiled(root, options)) return found;
  CheckedProgram program = session.check(root);
  return session.diags().has_errors() ? nullptr : compile(session, program, options);
}

std::vector<runtime::InputParam> input_params(const Executable& executable,
                                              const ir::Function& entry) {
  std::vector<runtime::InputParam> params;
  std::vector<runtime::ValueShape> shapes = executable.inputs(entry);
  auto next = shapes.begin();
  for (const ir::EntryValue& value : entry.entry->params) {
    auto end = next + static_cast<ptrdiff_t>(value_count(value));
    params.push_back({parameter_text(value), {next, end}, ir::is_sequence(value)});
    next = end;
  }
  return params;
}

std::optional<std::vector<runtime::Value>> read_inputs(const Executable& executable,
                                                       const ir::Function& entry,
                                                       std::string_view bytes, std::string& error) {
  runtime::MemoryBudget unlimited;
  return read_inputs(executable, entry, bytes, unlimited, error);
}

std::optional<std::vector<runtime::Value>> read_inputs(const Executable& executable,
                                                       const ir::Function& entry,
                                                       std::string_view bytes,
                                                       runtime::MemoryBudget& budget,
                                                       std::string& error) {
  return runtime::read_inputs(entry.entry->name, input_params(executable, entry), bytes, budget,
                              error);
}

std::string parameter_list(const ir::Entry& entry) {
  std::string out;
  for (const ir::EntryValue& param : entry.params) {
    if (!out.empty()) out += ", ";
    out += parameter_text(param);
  }
  return out;
}

std::string failure_text(const runtime::Failure& failure) {
  if (failure.interrupted) return "interrupted\n";
  // A compiler bug calls itself so.
  std::string out = fmt::format("{}{}\n", failure.compiler_bug ? "" : "Error: ", failure.message);
  const std::vector<std::string>& path = failure.path;
  for (size_t i = 0; i < path.size(); i++) out += runtime::call_path_line(i, path[i]);
  return out;
}

}  // namespace planish
