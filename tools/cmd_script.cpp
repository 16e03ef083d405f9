// planish script: evaluates expressions that run entry points and load data.

#include <fmt/format.h>

#include <fstream>

#include "backend_options.h"
#include "command.h"
#include "driver/workspace/script.h"
#include "evaluation.h"
#include "interrupt.h"
#include "output.h"

namespace planish::tools {
namespace {

constexpr OptionSpec kScriptOptions[] = {
    kBackendOption,
    kDeviceOption,
    kRacesOption,
    kMemoryLimitOption,
    {Option::Expression, "-e,--expression", "EXPR", "evaluate this; may be repeated"},
    {Option::ScriptFile, "-f,--file", "FILE", "evaluate what is in this file; may be repeated"},
    kBinaryOption,
    kPrettyOption,
    kNoWarningsOption,
    kColorOption,
};

// What `$store` asks for: the components one after the other, which `$restore` reads again.
ExitStatus store(const std::string& path, std::span<const runtime::Value> values) {
  std::ofstream file(path, std::ios::binary);
  for (const runtime::Value& value : values) file << runtime::to_binary(value) << '\n';
  file.close();
  if (file) return kSuccess;
  usage_error(fmt::format("cannot write {}", path));
  return kUsage;
}

ExitStatus evaluate(Workspace& workspace, const std::string& text, const Arguments& arguments,
                    std::optional<Evaluation>& evaluation) {
  ScriptError error;
  auto wrong = [&] {
    usage_error(error.message);
    return error.fault == ScriptFault::Data ? kUsage : kFailure;
  };
  std::optional<Script> script = read_script(text, "", error);
  if (!script) return wrong();
  const std::string stored = script->store;
  InterruptScope interrupt;
  evaluation =
      evaluate_script(workspace, std::move(*script), error, {.interrupt = &interrupt.flag()});
  if (!evaluation && !error.message.empty()) return wrong();
  bool value = evaluation && !evaluation->failure && evaluation->type.form == ExpressionForm::Value;
  if (!value) return show_evaluation(workspace, evaluation, arguments);
  if (stored.empty()) return kSuccess;
  ExitStatus status = store(stored, evaluation->values);
  evaluation.reset();
  return status;
}

// In the order of the words, except that files come after expressions.
bool collect(const Arguments& arguments, std::vector<std::string>& scripts) {
  if (arguments.operands.size() > 1) scripts.push_back(arguments.operands[1]);
  for (const std::string& text : arguments.values(Option::Expression)) scripts.push_back(text);
  for (const std::string& path : arguments.values(Option::ScriptFile)) {
    std::string error;
    std::optional<std::string> text = runtime::read_data_file(path, error);
    if (!text) {
      usage_error(fmt::format("{}: {}", path, error));
      return false;
    }
    scripts.push_back(std::move(*text));
  }
  if (!scripts.empty()) return true;
  usage_error("`planish script` needs an expression", "usage: planish script FILE EXPR");
  return false;
}

ExitStatus run_script(const Arguments& arguments) {
  std::vector<std::string> scripts;
  if (!collect(arguments, scripts)) return kUsage;
  const std::optional<BackendOptions> backend = BackendOptions::from(arguments);
  if (!backend) return kUsage;
  Workspace workspace(backend->for_evaluation());
  if (!open_operand(workspace, arguments.operands[0]))
    return report(workspace.session(), arguments);
  std::optional<Evaluation> evaluation;
  for (const std::string& script : scripts) {
    ExitStatus status = evaluate(workspace, script, arguments, evaluation);
    if (status != kSuccess) return status;
  }
  // What was stored is not shown.
  return evaluation ? show_evaluation(workspace, evaluation, arguments) : kSuccess;
}

}  // namespace

const Command kScriptCommand{
    .name = "script",
    .summary = "Evaluate an expression that runs entry points and loads data",
    .operand = Operand::FileAndExpression,
    .examples =
        "  planish script stats.fut 'mean ($loaddata \"values.in\")'\n"
        "  planish script stats.fut 'let (xs, ys) = $loaddata \"two.in\" in dot xs ys'\n"
        "  planish script -b text.fut 'count ($loadbytes \"novel.txt\")' >counts.bin\n"
        "  planish script sim.fut -e '$store \"s0\" (init 10)' -e 'step ($restore \"state\" "
        "\"s0\")'\n"
        "\n"
        "Exit status: 0 done, 1 rejected, 2 wrong usage or wrong data, 3 failed while running.\n",
    .options = kScriptOptions,
    .run = run_script,
};

}  // namespace planish::tools
