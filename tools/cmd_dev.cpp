// planish dev: runs passes over a program in the textual form of the IR, for those who work on the
// compiler.

#include <fmt/format.h>

#include "command.h"
#include "dev_code.h"
#include "driver/run/execute.h"
#include "ir/parse.h"
#include "ir/print.h"
#include "ir/text_lexer.h"
#include "ir/verify.h"
#include "nesl_commands.h"
#include "output.h"
#include "pass_options.h"
#include "pipeline/passes.h"

namespace planish::tools {
namespace {

constexpr OptionSpec kDevOptions[] = {
    {Option::Passes, "--passes", "LIST", "passes to run, such as simplify,cse, or standard"},
    kDumpAfterOption,
    kStopAfterOption,
    kDisableOption,
    kTunableOption,
    kDisablePassOption,
    kNoInlineOption,
    kNeslOption,
    kTargetOption,
    kTimePassesOption,
    {Option::ListPasses, "--list-passes", "", "list the passes and pipelines"},
    {Option::Run, "--run", "ENTRY", "run an entry point on values from standard input"},
    kEmitOption,
    kPlanOption,
    kDevBackendOption,
    kGpuArchitectureOption,
    kRacesOption,
    {Option::TargetCpu, "--target-cpu", "CPU",
     "the processor of --emit and --plan (native: this one)"},
    kNoLocationsOption,
    kColorOption,
};

std::string list_of_passes() {
  std::string text;
  for (const Pass& pass : all_passes()) text += fmt::format("{}\n", pass.name);
  for (const Pipeline& pipeline : all_pipelines()) {
    text += fmt::format("{} =", pipeline.name);
    for (const Pass& pass : pipeline.passes) text += fmt::format(" {}", pass.name);
    text += "\n";
  }
  return text;
}

// ---- Reading the program

Loc loc_of(const SourceFile& file, const ir::TextTokenInfo& token) {
  uint32_t start = file.base + token.start;
  return {start, start + static_cast<uint32_t>(token.text.size())};
}

Loc loc_of(const SourceFile& file, const ir::ParseError& error) {
  size_t start = 0;
  for (uint32_t line = 1; line < error.line; line++) start = file.text.find('\n', start) + 1;
  start += error.column - 1;
  for (const ir::TextTokenInfo& token : ir::text_tokens(file.text)) {
    if (token.start >= start) return loc_of(file, token);
  }
  return file.whole();
}

// Does the token of a variable stand in the message?
bool mentions(std::string_view message, const ir::TextTokenInfo& token) {
  if (ir::var_number(token) == 0) return false;
  auto is_digit = [&](size_t at) {
    return at < message.size() && message[at] >= '0' && message[at] <= '9';
  };
  for (size_t at = message.find(token.text); at != std::string_view::npos;
       at = message.find(token.text, at + 1)) {
    bool begins = at == 0 || message[at - 1] == ' ';
    if (begins && !is_digit(at + token.text.size())) return true;
  }
  return false;
}

// The verifier knows no place in the text of the program, but it names the function and what it is
// about: the first variable of the function that the message mentions, or the function itself.
Loc loc_of(const SourceFile& file, const ir::Storage& storage, const ir::VerifyError& error) {
  std::string function = ir::name_text(storage.text(error.function));
  std::vector<ir::TextTokenInfo> tokens = ir::text_tokens(file.text);
  Loc loc = file.whole();
  bool inside = false;
  for (size_t i = 1; i < tokens.size(); i++) {
    if (tokens[i - 1].text == "fn" || tokens[i - 1].text == "const") {
      if (inside) break;
      inside = tokens[i].text == function;
      if (inside) loc = loc_of(file, tokens[i]);
    } else if (inside && mentions(error.message, tokens[i])) {
      return loc_of(file, tokens[i]);
    }
  }
  return loc;
}

std::optional<ir::Program> read_core(Session& session, const SourceFile& file) {
  ir::Parsed parsed = ir::parse(file.text);
  if (parsed.error) {
    session.diags().add(Diag::ir_syntax, loc_of(file, *parsed.error), parsed.error->message);
    return std::nullopt;
  }
  const ir::Storage& storage = *parsed.program.storage;
  for (const ir::VerifyError& error : ir::verify(parsed.program)) {
    session.diags().report(Diag::ir_invalid, loc_of(file, storage, error), "{}: {}",
                           ir::rule_text(error.rule), error.message);
  }
  if (session.diags().has_errors()) return std::nullopt;
  return parsed.program;
}

std::optional<ir::Program> read_nesl(Session& session, const SourceFile& file) {
  NeslProgram program(session);
  program.check(file);
  if (session.diags().has_errors()) return std::nullopt;
  ir::Program core = program.lower({});
  if (session.diags().has_errors()) return std::nullopt;
  return core;
}

std::optional<ir::Program> read_source(Session& session, const SourceFile& file,
                                       Inlining inlining) {
  CheckedProgram program = session.check(file);
  if (session.diags().has_errors()) return std::nullopt;
  ir::Program core = FutharkSource(session, program).lower({.entries = {}, .inlining = inlining});
  if (session.diags().has_errors()) return std::nullopt;
  return core;
}

// ---- Running it

ExitStatus run_entry(const ir::Program& program, const std::string& name) {
  Executable executable(program, interp_backend());
  const ir::Function* entry = executable.entry(name);
  if (entry == nullptr) {
    usage_error(fmt::format("the program has no entry point `{}`", name));
    return kUsage;
  }
  std::string bytes, error;
  if (!read_stdin(bytes)) error = "cannot be read";
  auto inputs = read_inputs(executable, *entry, bytes, error);
  if (!inputs) {
    usage_error(fmt::format("<stdin>: {}", error));
    return kUsage;
  }
  runtime::Outcome outcome = executable.run(*entry, std::move(*inputs));
  if (outcome.failure) {
    write_stderr(failure_text(*outcome.failure));
    return kRunFailed;
  }
  for (const runtime::Value& value : outcome.results) write_stdout(runtime::to_text(value) + "\n");
  return kSuccess;
}

ExitStatus run_dev(const Arguments& arguments) {
  if (arguments.has(Option::ListPasses)) {
    write_stdout(list_of_passes());
    return kSuccess;
  }
  if (arguments.operands.empty()) {
    usage_error("`planish dev` needs a file", "usage: planish dev [OPTIONS] FILE");
    return kUsage;
  }
  std::vector<Pass> passes;
  if (!add_passes(arguments, Option::Passes, passes)) return kUsage;
  std::optional<PipelineOptions> options = pipeline_options(arguments);
  if (!options) return kUsage;
  options->target = dev_target(arguments);
  options->verify = Verify::EveryPass;
  const std::string& path = arguments.operands.front();
  if (path == "-" && arguments.has(Option::Run)) {
    usage_error("with --run, standard input has the values", "give the program in a file");
    return kUsage;
  }
  Session session;
  const SourceFile* file = load_operand(session, path);
  if (file == nullptr) return report_errors(session, arguments);
  bool is_source = path.ends_with(".fut");
  std::optional<ir::Program> program = is_nesl(arguments, path) ? read_nesl(session, *file)
                                       : is_source
                                           ? read_source(session, *file, inlining(arguments))
                                           : read_core(session, *file);
  if (!program) return report_errors(session, arguments);
  const Backend* backend = dev_backend(arguments);
  if (backend != nullptr && !arguments.has(Option::Passes) && program->stage == ir::Stage::Core)
    passes.assign(backend->pipeline().begin(), backend->pipeline().end());
  PipelineResult result = run_pipeline(*program, passes, *options);
  if (arguments.has(Option::TimePasses)) write_stderr(times_text(result.times));
  if (result.failure) {
    write_stderr(failure_text(*result.failure));
    return kBug;
  }
  if (arguments.has(Option::Run))
    return run_entry(result.program, std::string(arguments.value(Option::Run)));
  if (arguments.has(Option::Emit)) return emit_code(result.program, arguments);
  if (arguments.has(Option::Plan)) return show_plan(result.program, arguments);
  ir::PrintOptions print_options{.places = !arguments.has(Option::NoLocations)};
  write_stdout(print(result.program, print_options));
  return kSuccess;
}

}  // namespace

const Command kDevCommand{
    .name = "dev",
    .summary = "Run passes over a program in its textual IR",
    .operand = Operand::OptionalFile,
    .examples =
        "  planish dev prog.core                              verify and print\n"
        "  planish dev prog.fut                               print what lowering gives\n"
        "  planish dev --passes=simplify,cse prog.core        run passes, verify after each\n"
        "  planish dev --passes=standard --dump-after=cse prog.fut\n"
        "  planish dev --passes=cse --run=main prog.core <values\n"
        "  planish dev --emit=assembly prog.flat              look at the machine code\n"
        "  planish dev --passes=cpu --plan prog.fut           look at how operators run\n"
        "  planish dev --backend=cuda --emit=ptx prog.fut     look at the kernels\n",
    .options = kDevOptions,
    .run = run_dev,
};

}  // namespace planish::tools
