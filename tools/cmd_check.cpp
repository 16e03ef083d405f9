// planish check: accepts or rejects programs.

#include "command.h"
#include "driver/session/session.h"
#include "nesl_commands.h"
#include "output.h"

namespace planish::tools {
namespace {

constexpr OptionSpec kCheckOptions[] = {
    kJsonOption,
    kColorOption,
    kNoWarningsOption,
    kNeslOption,
};

ExitStatus run_check(const Arguments& arguments) {
  Session session;
  for (const std::string& path : arguments.operands) {
    if (is_nesl(arguments, path)) {
      NeslProgram program(session);
      open_nesl(program, arguments, path);
    } else if (const SourceFile* file = load_operand(session, path)) {
      session.check(*file);
    }
  }
  return report(session, arguments);
}

}  // namespace

const Command kCheckCommand{
    .name = "check",
    .summary = "Check programs and say what is wrong with them",
    .operand = Operand::Files,
    .examples =
        "  planish check prog.fut              silence, or messages on standard error\n"
        "  planish check --json prog.fut       the same for editors, on standard output\n"
        "  planish check -w src/*.fut          errors only\n"
        "\n"
        "Exit status: 0 accepted, 1 rejected, 2 wrong usage or a missing file.\n",
    .options = kCheckOptions,
    .run = run_check,
};

}  // namespace planish::tools
