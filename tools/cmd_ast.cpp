// planish ast: what the parser makes of a file.

#include "command.h"
#include "driver/session/session.h"
#include "output.h"
#include "syntax/dump.h"

namespace planish::tools {
namespace {

constexpr OptionSpec kAstOptions[] = {kJsonOption, kNoLocationsOption, kColorOption};

ExitStatus run_ast(const Arguments& arguments) {
  Session session;
  if (const SourceFile* file = load_operand(session, arguments.operands.front())) {
    DumpOptions options{
        .format = arguments.has(Option::Json) ? DumpFormat::Json : DumpFormat::Text,
        .locations = !arguments.has(Option::NoLocations),
    };
    write_stdout(dump_ast(*session.parse(*file), session.names(), session.sources(), options));
  }
  return report_errors(session, arguments);
}

}  // namespace

const Command kAstCommand{
    .name = "ast",
    .summary = "Show the syntax tree of a file",
    .operand = Operand::File,
    .examples =
        "  planish ast prog.fut                    an indented tree\n"
        "  planish ast --no-locations prog.fut     the same without lines and columns\n"
        "  planish ast --json prog.fut             the same as JSON\n",
    .options = kAstOptions,
    .run = run_ast,
};

}  // namespace planish::tools
