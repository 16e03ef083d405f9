#include "driver/execute.h"

#include <fmt/format.h>

#include <cstdlib>
#include <stdexcept>

#include "codegen/loader.h"
#include "diag/render.h"
#include "driver/components.h"
#include "pipeline/passes.h"
#include "runtime/call_path.h"
#include "runtime/input_reader.h"
#include "support/build_identity.h"
#include "syntax/ast_match.h"

namespace planish {
namespace {

// The shapes of those components that belong to values; the others are sizes.
std::vector<runtime::ValueShape> shapes(const ir::Storage& storage,
                                        std::span<const ir::EntryValue> values,
                                        std::span<const ir::Param> components) {
  std::vector<runtime::ValueShape> out;
  for (const ir::EntryValue& value : values) {
    for (const ir::Type* type : value_types(storage, value, components)) {
      runtime::ValueShape& shape = out.emplace_back();
      shape.prim = type->elem;
      for (const ir::Dim& dim : type->dims) {
        shape.varying.push_back(dim.is_varying());
        shape.fixed.push_back(dim.kind == ir::DimKind::Const ? dim.value : -1);
      }
    }
  }
  return out;
}

std::string parameter_text(const ir::EntryValue& param) {
  return param.name.empty() ? std::string(param.type)
                            : fmt::format("{}: {}", param.name, param.type);
}

std::vector<runtime::InputParam> input_params(const Executable& executable,
                                              const ir::Function& entry) {
  std::vector<runtime::InputParam> params;
  std::vector<runtime::ValueShape> shapes = executable.inputs(entry);
  auto next = shapes.begin();
  for (const ir::EntryValue& value : entry.entry->params) {
    auto end = next + static_cast<ptrdiff_t>(value_count(value));
    params.push_back({parameter_text(value), {next, end}});
    next = end;
  }
  return params;
}

// ---- Compiling

// A program that passes stopped early on is not ready for code generation; the interpreter runs anything.
bool is_interpreted(const CompileOptions& options) {
  return options.backend == Backend::Interp || options.pipeline.stop_after.has_value();
}

std::span<const Pass> passes_of(const CompileOptions& options) {
  if (!options.passes.empty()) return options.passes;
  return options.backend == Backend::Interp ? standard_pipeline() : cpu_pipeline();
}

// All that the code of a program depends on, apart from its text. Empty: builds of the compiler cannot be told apart.
std::string code_identity(codegen::CodeGenerator& generator, const CompileOptions& options) {
  std::string identity = build_identity();
  if (identity.empty()) return identity;
  identity += '\n' + generator.identity(options.code);
  identity.append("\nfor ").append(options.pipeline.target.name);
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
std::optional<CompiledPrograms> compiled_programs(codegen::CodeGenerator& generator,
                                                  const CompileOptions& options) {
  if (options.cache == nullptr || !options.pipeline.dump_after.empty()) return std::nullopt;
  const std::string identity = code_identity(generator, options);
  if (identity.empty()) return std::nullopt;
  return CompiledPrograms(*options.cache, identity);
}

std::unique_ptr<Executable> loaded(codegen::CodeGenerator& generator, CompiledProgram compiled,
                                   const CompileOptions& options) {
  auto native = timed(options.times, "load", [&] {
    return std::make_unique<NativeProgram>(generator.load(compiled.object), options.native);
  });
  return std::make_unique<Executable>(std::move(compiled.signatures), std::move(native),
                                      std::move(compiled.warnings));
}

std::unique_ptr<Executable> built_of(CompiledProgram compiled, const CompileOptions& options) {
  auto built = std::make_unique<BuiltProgram>(compiled.signatures, compiled.object, options.native);
  return std::make_unique<Executable>(std::move(compiled.signatures), std::move(built));
}

// Null: it is not there, or cannot be used.
std::unique_ptr<Executable> loaded_from_cache(codegen::CodeGenerator& generator,
                                              std::optional<CompiledProgram> found,
                                              const CompileOptions& options) {
  if (!found) return nullptr;
  try {
    return loaded(generator, std::move(*found), options);
  } catch (const std::runtime_error&) {
    return nullptr;
  }
}

}  // namespace

std::optional<ir::Program> run_passes(Session& session, const CheckedProgram& program,
                                      const CompileOptions& options) {
  std::vector<PassTime>* times = options.times;
  if (times != nullptr) times->push_back({"front_end", session.seconds_checking()});
  ir::Program core = timed(times, "lower", [&] {
    return lower_program(session.context(), program,
                         {.entries = options.entries, .inlining = options.inlining});
  });
  if (session.diags().has_errors()) return std::nullopt;
  PipelineResult result = run_pipeline(core, passes_of(options), options.pipeline);
  if (result.failure) throw std::logic_error(failure_text(*result.failure));
  if (times != nullptr) times->insert(times->end(), result.times.begin(), result.times.end());
  return std::move(result.program);
}

namespace {

std::string object_code(codegen::CodeGenerator& generator, ir::Program program,
                        const CompileOptions& options) {
  // Operators of CORE that are left in it are sequential code.
  program.stage = ir::Stage::Flat;
  codegen::Options code = options.code;
  code.target = options.pipeline.target;
  return timed(options.times, "codegen",
               [&] { return generator.generate(program, code, codegen::Output::Object); });
}

std::string warnings_text(Session& session, Color color) {
  return render_all(session.diags().all(), session.sources(), Warnings::Show, {.color = color});
}

std::unique_ptr<Executable> compile_for_cpu(Session& session, const CheckedProgram& program,
                                            const CompileOptions& options) {
  const std::unique_ptr<codegen::CodeGenerator> generator = codegen::load_code_generator();
  const SourceFile& root = *program.files.back()->source;
  std::vector<const SourceFile*> imported;
  for (const ImportedFile* file : program.files) {
    if (!file->prelude && file->source != &root) imported.push_back(file->source);
  }
  const std::optional<CompiledPrograms> cached = compiled_programs(*generator, options);
  if (cached) {
    std::optional<CompiledProgram> found = cached->find(root, imported);
    if (found && options.built) return built_of(std::move(*found), options);
    if (auto executable = loaded_from_cache(*generator, std::move(found), options))
      return executable;
  }
  std::optional<ir::Program> flat = run_passes(session, program, options);
  if (!flat) return nullptr;
  CompiledProgram compiled{std::move(*flat), {}, {}};
  compiled.object = object_code(*generator, compiled.signatures, options);
  if (cached) {
    compiled.warnings = {warnings_text(session, Color::Never),
                         warnings_text(session, Color::Always)};
    cached->store(root, imported, compiled);
  }
  if (options.built) return built_of(std::move(compiled), options);
  return loaded(*generator, std::move(compiled), options);
}

}  // namespace

Executable::Executable(ir::Program program, Backend backend, runtime::TuningValues tuning)
    : program_(std::move(program)), tuning_(std::move(tuning)) {
  if (backend == Backend::Interp) {
    interpreter_ = std::make_unique<interp::Interpreter>(program_);
    return;
  }
  const std::unique_ptr<codegen::CodeGenerator> generator = codegen::load_code_generator();
  native_ = std::make_unique<NativeProgram>(generator->load(object_code(*generator, program_, {})),
                                            NativeOptions{.tuning = tuning_});
}

Executable::Executable(ir::Program program, std::unique_ptr<NativeProgram> native,
                       WarningTexts warnings)
    : program_(std::move(program)), warnings_(std::move(warnings)), native_(std::move(native)) {}

Executable::Executable(ir::Program program, std::unique_ptr<BuiltProgram> built)
    : program_(std::move(program)), built_(std::move(built)) {}

Executable::~Executable() = default;

const ir::Function* Executable::entry(std::string_view name) const {
  for (const ir::Function* fn : program_.functions) {
    if (fn->entry != nullptr && fn->entry->name == name) return fn;
  }
  return nullptr;
}

std::vector<runtime::ValueShape> Executable::inputs(const ir::Function& entry) const {
  return shapes(*program_.storage, entry.entry->params, entry.params);
}

std::vector<runtime::ValueShape> Executable::outputs(const ir::Function& entry) const {
  return shapes(*program_.storage, entry.entry->results, entry.results);
}

std::optional<int64_t> Executable::peak_memory() const {
  if (native_ == nullptr) return std::nullopt;
  return native_->memory().peak_in_use;
}

void Executable::reset_peak_memory() {
  if (native_ != nullptr) native_->reset_peak();
}

interp::Outcome Executable::run(const ir::Function& entry, std::vector<runtime::Value> inputs,
                                const interp::Options& options) {
  if (built_ != nullptr) return built_->run(*entry.entry, inputs, outputs(entry));
  const ir::Storage& storage = *program_.storage;
  auto components = split_values(storage, entry.entry->params, entry.params, std::move(inputs));
  if (!components) return {{}, interp::Failure{"an input array has rows of different lengths", {}}};
  interp::Options interpreted = options;
  interpreted.tuning = &tuning_;
  interp::Outcome outcome = native_ != nullptr
                                ? native_->run(storage, entry, std::move(*components), options)
                                : interpreter_->run(entry, std::move(*components), interpreted);
  if (!outcome.failure) {
    outcome.results =
        join_values(storage, entry.entry->results, entry.results, std::move(outcome.results));
  }
  return outcome;
}

std::vector<std::string_view> entry_names(const SemaContext& cx, const CheckedProgram& program) {
  std::vector<std::string_view> names;
  for (const ast::Decl* decl : program.files.back()->program->decls) {
    const auto* value = ast::as<ast::ValDecl>(decl);
    if (value != nullptr && value->symbol != nullptr && value->symbol->entry)
      names.push_back(cx.text(value->name.name));
  }
  return names;
}

void CompileOptions::verify_everything() {
  pipeline.verify = Verify::EveryPass;
  code.verify = true;
  native.verify = true;
}

void CompileOptions::verify_if_asked() {
  const char* value = std::getenv("PLANISH_VERIFY");
  if (value != nullptr && std::string_view(value) == "on") verify_everything();
}

std::unique_ptr<Executable> compile(Session& session, const CheckedProgram& program,
                                    const CompileOptions& options) {
  if (!is_interpreted(options)) return compile_for_cpu(session, program, options);
  std::optional<ir::Program> core = run_passes(session, program, options);
  if (!core) return nullptr;
  return std::make_unique<Executable>(std::move(*core), Backend::Interp, options.native.tuning);
}

std::unique_ptr<Executable> find_compiled(const SourceFile& root, const CompileOptions& options) {
  if (options.cache == nullptr || is_interpreted(options)) return nullptr;
  const std::unique_ptr<codegen::CodeGenerator> generator = codegen::load_code_generator();
  const std::optional<CompiledPrograms> cached = compiled_programs(*generator, options);
  return cached ? loaded_from_cache(*generator, cached->find(root), options) : nullptr;
}

std::unique_ptr<Executable> compile(Session& session, const SourceFile& root,
                                    const CompileOptions& options) {
  if (std::unique_ptr<Executable> found = find_compiled(root, options)) return found;
  CheckedProgram program = session.check(root);
  return session.diags().has_errors() ? nullptr : compile(session, program, options);
}

std::optional<std::vector<runtime::Value>> read_inputs(const Executable& executable,
                                                       const ir::Function& entry,
                                                       std::string_view bytes, std::string& error) {
  return runtime::read_inputs(entry.entry->name, input_params(executable, entry), bytes, error);
}

std::string parameter_list(const ir::Entry& entry) {
  std::string out;
  for (const ir::EntryValue& param : entry.params) {
    if (!out.empty()) out += ", ";
    out += parameter_text(param);
  }
  return out;
}

std::string failure_text(const interp::Failure& failure) {
  if (failure.interrupted) return "interrupted\n";
  // A compiler bug calls itself so.
  std::string out = fmt::format("{}{}\n", failure.compiler_bug ? "" : "Error: ", failure.message);
  const std::vector<std::string>& path = failure.path;
  for (size_t i = 0; i < path.size(); i++) out += runtime::call_path_line(i, path[i]);
  return out;
}

}  // namespace planish
