// planish tokens: what the lexer makes of a file.

#include "command.h"
#include "driver/session/session.h"
#include "output.h"
#include "syntax/dump.h"

namespace planish::tools {
namespace {

constexpr OptionSpec kTokensOptions[] = {
    kJsonOption,
    kNoLocationsOption,
    {Option::NoComments, "--no-comments", "", "leave out comments"},
    kColorOption,
};

ExitStatus run_tokens(const Arguments& arguments) {
  Session session;
  if (const SourceFile* file = load_operand(session, arguments.operands.front())) {
    DumpOptions options{
        .format = arguments.has(Option::Json) ? DumpFormat::Json : DumpFormat::Text,
        .locations = !arguments.has(Option::NoLocations),
        .comments = !arguments.has(Option::NoComments),
    };
    write_stdout(dump_tokens(session.lex(*file), session.sources(), options));
  }
  return report_errors(session, arguments);
}

}  // namespace

const Command kTokensCommand{
    .name = "tokens",
    .summary = "Show the tokens of a file",
    .operand = Operand::File,
    .examples =
        "  planish tokens prog.fut                    place, kind and text of every token\n"
        "  planish tokens --no-locations prog.fut     kind and text only\n"
        "  planish tokens --json - <prog.fut          from standard input, as JSON\n",
    .options = kTokensOptions,
    .run = run_tokens,
};

}  // namespace planish::tools
