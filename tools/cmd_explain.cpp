// planish explain: why a program is slow, and what became of its parallel operators.

#include <fmt/format.h>

#include <algorithm>

#include "backend_options.h"
#include "backends/backend.h"
#include "codegen/loader.h"
#include "command.h"
#include "driver/build/build.h"
#include "driver/build/linked_code.h"
#include "driver/explain/explain.h"
#include "driver/explain/foreign_text.h"
#include "driver/nesl/program.h"
#include "driver/session/session.h"
#include "nesl_commands.h"
#include "output.h"
#include "pass_options.h"
#include "passes/calls/choose_foreign.h"
#include "pipeline/passes.h"
#include "pipeline/runner.h"
#include "runtime/device/driver.h"
#include "runtime/emulator/emulator.h"

namespace planish::tools {
namespace {

constexpr std::string_view kExplainBackends[] = {"cpu", "cuda", "gpu-emulator"};

constexpr OptionSpec kExplainOptions[] = {
    kJsonOption,
    {Option::Html, "--html", "", "write a page with the source and the facts beside it"},
    {Option::Verbose, "-v,--verbose", "", "every call, with its versions and what they write"},
    {Option::TargetCpu, "--target-cpu", "CPU",
     "the processor that it would run on (native: this one)"},
    {Option::Backend, "--backend", "NAME",
     "what it would run on: cpu (the default), cuda, or gpu-emulator", kExplainBackends},
    kDisableOption,
    kLinkOption,
    kLinkLibraryOption,
    kPkgConfigOption,
    kNeslOption,
    kColorOption,
};

ir::Program passed(const ir::Program& program, std::span<const Pass> passes,
                   const PipelineOptions& options) {
  PipelineResult result = run_pipeline(program, passes, options);
  if (result.failure) throw std::logic_error(failure_text(*result.failure));
  return std::move(result.program);
}

explain::Compiled compiled(const ir::Program& lowered, const Backend& backend,
                           const codegen::Options& code, PipelineOptions options) {
  explain::Compiled made;
  options.target = backend.target(options.target, code);
  options.decisions = &made.decisions;
  made.target = options.target;
  // The pipeline of a backend begins with the standard one.
  made.core = passed(lowered, standard_pipeline(), options);
  const std::span<const Pass> further = backend.pipeline().subspan(standard_pipeline().size());
  // Of operators that become one loop of a thread both are shown, and that they do.
  const auto fuse_scans = std::ranges::find(further, "fuse_scans", &Pass::name);
  const auto before = static_cast<size_t>(fuse_scans - further.begin());
  const ir::Program unfused = passed(made.core, further.first(before), options);
  made.planned = passed(unfused, further.subspan(before), options);
  if (made.target.machine == Machine::Gpu) {
    // Kernels are those of one program.
    made.flat = made.planned;
    const bool is_emulated = &backend == &gpu_emulator_backend();
    codegen::Options gpu_code = code;
    gpu_code.target = made.target;
    gpu_code.device = is_emulated ? codegen::Device::Emulator : codegen::Device::Nvidia;
    made.kernels = codegen::load_code_generator()->kernels(made.planned, gpu_code);
    made.block_threads =
        is_emulated ? emulator::kBlockThreads : device::DriverLimits{}.block_threads;
    return made;
  }
  const bool has_pass = before < further.size();
  made.flat = has_pass ? passed(unfused, further.subspan(before + 1), options) : made.planned;
  return made;
}

ExitStatus explained(CheckedSource& program, const Arguments& arguments) {
  Session& session = program.session();
  const ir::Program lowered = program.lower({});
  if (session.diags().has_errors()) return report_errors(session, arguments);
  codegen::Options code;
  if (arguments.value(Option::TargetCpu, "native") != "native")
    code.cpu = arguments.value(Option::TargetCpu);
  const Backend& backend = *find_backend(arguments.value(Option::Backend, "cpu"));
  std::optional<PipelineOptions> pipeline = pipeline_options(arguments);
  if (!pipeline) return kUsage;
  std::shared_ptr<LinkedCode> linked;
  try {
    linked = linked_code(arguments);
  } catch (const BuildError& error) {
    write_stderr(fmt::format("planish: {}\n", error.message));
    return kUsage;
  }
  const Machine machine = backend.target(pipeline->target, code).machine;
  const ir::Program chosen = passes::choose_foreign(lowered, linked.get(), machine);
  const explain::Compiled made = compiled(chosen, backend, code, std::move(*pipeline));
  const explain::SourceText source(program, made.core);
  const std::vector<explain::Entry> entries = explain::explain(made, source);
  if (arguments.has(Option::Json)) {
    write_stdout(explain::as_json(entries, *made.core.storage));
  } else if (arguments.has(Option::Html)) {
    write_stdout(explain::as_html(entries, source, program.root().path));
  } else {
    const bool verbose = arguments.has(Option::Verbose);
    write_stdout(explain::foreign_text(lowered, linked.get(), machine));
    write_stdout(
        explain::as_text(entries, source,
                         {.color = color_for(arguments, 1),
                          .detail = verbose ? explain::Detail::Calls : explain::Detail::Summary}));
  }
  return kSuccess;
}

ExitStatus run_explain(const Arguments& arguments) {
  if (arguments.has(Option::Json) && arguments.has(Option::Html)) {
    usage_error("--json and --html exclude each other");
    return kUsage;
  }
  const std::string& path = arguments.operands.front();
  Session session;
  if (is_nesl(arguments, path)) {
    NeslProgram program(session);
    if (!open_nesl(program, arguments, path)) return report_errors(session, arguments);
    std::vector<NeslEntry> entries = program.results();
    for (NeslEntry& entry : program.functions_for_ints()) entries.push_back(std::move(entry));
    program.choose(std::move(entries));
    return explained(program, arguments);
  }
  const SourceFile* file = load_operand(session, path);
  if (file == nullptr) return report_errors(session, arguments);
  const CheckedProgram program = session.check(*file);
  if (session.diags().has_errors()) return report_errors(session, arguments);
  FutharkSource source(session, program);
  return explained(source, arguments);
}

}  // namespace

const Command kExplainCommand{
    .name = "explain",
    .summary = "Say why a program is slow, and what became of its parallel operators",
    .operand = Operand::File,
    .examples =
        "  planish explain prog.fut                   what is parallel, what waits, what is slow\n"
        "  planish explain -v prog.fut                every operator: shape, fusion, versions\n"
        "  planish explain --html prog.fut >prog.html the source with the facts beside it\n"
        "  planish explain --json prog.fut            the same for tools\n"
        "  planish explain --backend=cuda prog.fut    on a GPU: kernels, what the host waits for\n",
    .options = kExplainOptions,
    .run = run_explain,
};

}  // namespace planish::tools
