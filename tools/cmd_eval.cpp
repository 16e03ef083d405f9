// planish eval: evaluates an expression.

#include "backend_options.h"
#include "command.h"
#include "driver/workspace/workspace.h"
#include "evaluation.h"
#include "interrupt.h"
#include "nesl_commands.h"
#include "output.h"

namespace planish::tools {
namespace {

constexpr OptionSpec kEvalOptions[] = {
    {Option::ShowType, "-t,--type", "", "show the type before the value"},
    kBackendOption,
    kDeviceOption,
    kRacesOption,
    kMemoryLimitOption,
    kBinaryOption,
    kPrettyOption,
    kNeslOption,
    kSeedOption,
    kNoWarningsOption,
    kColorOption,
};

ExitStatus run_eval(const Arguments& arguments) {
  const std::string& path = arguments.operands.back();
  if (is_nesl(arguments, arguments.operands.size() > 1 ? path : std::string()))
    return eval_nesl(arguments);
  const std::optional<BackendOptions> backend = BackendOptions::from(arguments);
  if (!backend) return kUsage;
  Workspace workspace(backend->for_evaluation());
  if (arguments.operands.size() > 1 && !open_operand(workspace, arguments.operands[1]))
    return report(workspace.session(), arguments);
  InterruptScope interrupt;
  std::optional<Evaluation> evaluation =
      workspace.evaluate({.text = arguments.operands[0]}, {.interrupt = &interrupt.flag()});
  return show_evaluation(workspace, evaluation, arguments);
}

}  // namespace

const Command kEvalCommand{
    .name = "eval",
    .summary = "Evaluate an expression",
    .operand = Operand::ExpressionAndFile,
    .examples =
        "  planish eval 'i64.sum (iota 10)'          45i64\n"
        "  planish eval 'dot [1, 2] [3, 4]' dot.fut  with the definitions of a program\n"
        "  planish eval -t 'filter (> 2) [1, 2, 3]'  and its type\n"
        "\n"
        "Exit status: 0 done, 1 rejected, 2 wrong usage, 3 failed while running.\n",
    .options = kEvalOptions,
    .run = run_eval,
};

}  // namespace planish::tools
