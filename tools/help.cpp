#include "help.h"

#include <fmt/format.h>

namespace planish::tools {
namespace {

std::string_view operand_text(Operand operand) {
  switch (operand) {
    case Operand::None: return "";
    case Operand::File: return "FILE";
    case Operand::Files: return "FILE...";
    case Operand::FilesOrInput: return "[FILE...]";
    case Operand::FilesOrFolders: return "FILE|FOLDER...";
    case Operand::OptionalFile: return "[FILE]";
    case Operand::ExpressionAndFile: return "EXPR [FILE]";
    case Operand::FileAndExpression: return "FILE [EXPR]";
    case Operand::OptionalErrorCode: return "[CODE]";
    case Operand::Shell: return "bash|zsh|fish";
    case Operand::OptionalCommand: return "[COMMAND]";
  }
  return "";
}

void add_row(std::string& out, std::string_view left, std::string_view right) {
  out += fmt::format("  {:<22} {}\n", left, right);
}

std::string spaced(std::string_view flags) {
  std::string out;
  for (char c : flags) out += c == ',' ? std::string(", ") : std::string(1, c);
  return out;
}

}  // namespace

std::string_view long_flag(const OptionSpec& option) {
  size_t comma = option.flags.find(',');
  return comma == std::string_view::npos ? option.flags : option.flags.substr(comma + 1);
}

std::string option_text(const OptionSpec& option) {
  std::string out = spaced(option.flags);
  if (!option.value.empty()) out += fmt::format("={}", option.value);
  return out;
}

std::string usage(const Command& command) {
  std::string out = command.options.empty() ? "" : "[OPTIONS] ";
  return out.append(operand_text(command.operand));
}

std::string command_help(const Command& command) {
  std::string out = fmt::format("{}.\n\nusage: planish {} {}\n\noptions:\n", command.summary,
                                command.name, usage(command));
  for (const OptionSpec& option : command.options) add_row(out, option_text(option), option.help);
  add_row(out, "-h, --help", "show this text");
  out += fmt::format("\nexamples:\n{}", command.examples);
  return out;
}

std::string general_help() {
  std::string out =
      "A compiler for nested data-parallel array programs.\n"
      "\n"
      "usage: planish COMMAND [OPTIONS] ...\n"
      "\n"
      "commands:\n";
  for (const Command* command : all_commands()) add_row(out, command->name, command->summary);
  out += "\noptions:\n";
  add_row(out, "-h, --help", "show this text; after a command, its own");
  add_row(out, "-V, --version", "show the version");
  out +=
      "\n"
      "examples:\n"
      "  planish run prog.fut <values           run it\n"
      "  planish test prog.fut                  run its tests\n"
      "  planish check prog.fut                 is this program right?\n"
      "  planish fmt prog.fut                   lay it out in the standard way\n"
      "  planish types prog.fut                 what are the types of its definitions?\n"
      "  planish explain-error size-mismatch    what does this message mean?\n";
  return out;
}

}  // namespace planish::tools
