// planish help: the same as --help.

#include <fmt/format.h>

#include "command.h"
#include "help.h"
#include "man_page.h"
#include "output.h"
#include "support/closest.h"

namespace planish::tools {
namespace {

constexpr OptionSpec kHelpOptions[] = {
    {Option::ManPage, "--man", "", "write the manual page planish(1), for man"},
};

ExitStatus run_help(const Arguments& arguments) {
  if (arguments.has(Option::ManPage)) {
    write_stdout(man_page());
    return kSuccess;
  }
  if (arguments.operands.empty()) {
    write_stdout(general_help());
    return kSuccess;
  }
  const std::string& name = arguments.operands.front();
  std::vector<std::string_view> names;
  for (const Command* command : all_commands()) {
    names.push_back(command->name);
    if (command->name != name) continue;
    write_stdout(command_help(*command));
    return kSuccess;
  }
  std::vector<std::string_view> best = closest(name, names);
  usage_error(fmt::format("unknown command `{}`", name),
              best.empty() ? "`planish --help` lists the commands"
                           : fmt::format("did you mean `{}`?", best.front()));
  return kUsage;
}

}  // namespace

const Command kHelpCommand{
    .name = "help",
    .summary = "Show how a command is used",
    .operand = Operand::OptionalCommand,
    .examples =
        "  planish help check                the same as planish check --help\n"
        "  planish help --man | man -l -     all commands as a manual page\n",
    .options = kHelpOptions,
    .run = run_help,
};

}  // namespace planish::tools
