#include "man_page.h"

#include <fmt/format.h>

#include "command.h"
#include "help.h"

namespace planish::tools {
namespace {

// Text as roff wants it: hyphens that are typed, and no control characters at the beginning of a
// line.
std::string escaped(std::string_view text) {
  std::string out;
  bool line_begins = true;
  for (char c : text) {
    if (line_begins && (c == '.' || c == '\'')) out += "\\&";
    switch (c) {
      case '\\': out += "\\e"; break;
      case '-': out += "\\-"; break;
      case '\'': out += "\\(aq"; break;
      case '`': out += "\\(ga"; break;
      case '^': out += "\\(ha"; break;
      case '~': out += "\\(ti"; break;
      default: out += c;
    }
    line_begins = c == '\n';
  }
  return out;
}

std::string term(std::string_view name, std::string_view meaning) {
  return fmt::format(".TP\n\\fB{}\\fR\n{}\n", escaped(name), escaped(meaning));
}

std::string example(std::string_view lines) {
  return fmt::format(".PP\n.EX\n{}.EE\n", escaped(lines));
}

std::string command_section(const Command& command) {
  std::string out = fmt::format(".SS \"planish {} {}\"\n{}.\n", escaped(command.name),
                                escaped(usage(command)), escaped(command.summary));
  for (const OptionSpec& option : command.options) out += term(option_text(option), option.help);
  return out + example(command.examples);
}

struct Meaning {
  std::string_view name;
  std::string_view text;
};

constexpr Meaning kVariables[] = {
    {"CC", "the C compiler by which build links (cc)"},
    {"NO_COLOR", "if it is set, messages have no colours"},
    {"PLANISH_CACHE", "off: machine code is not kept for the next time"},
    {"PLANISH_LIBRARY_PATH",
     "a folder in which to look first for the code generator and the "
     "runtime of programs"},
    {"XDG_CACHE_HOME", "machine code is kept in its folder planish (~/.cache)"},
    {"XDG_STATE_HOME", "the history of repl is kept in its folder planish (~/.local/state)"},
};

}  // namespace

std::string man_page() {
  std::string out = fmt::format(
      ".TH PLANISH 1 \"\" \"planish {}\" \"User Commands\"\n"
      ".SH NAME\nplanish \\- a compiler for nested data\\-parallel array programs\n"
      ".SH SYNOPSIS\n\\fBplanish\\fR \\fICOMMAND\\fR [\\fIOPTIONS\\fR] ...\n"
      ".SH DESCRIPTION\n"
      "Compiles programs of the language Futhark, with arrays whose rows differ in length and "
      "recursion in parallel code, to machine code, and runs, builds, tests and explains them.\n"
      ".SH OPTIONS\n",
      PLANISH_VERSION);
  out += term("-h, --help", "show how it is used; after a command, its own options");
  out += term("-V, --version", "show the version");
  out += ".SH COMMANDS\n";
  for (const Command* command : all_commands()) out += command_section(*command);
  out += ".SH ENVIRONMENT\n";
  for (const Meaning& variable : kVariables) out += term(variable.name, variable.text);
  return out;
}

}  // namespace planish::tools
