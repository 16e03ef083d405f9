// planish explain-error: what a diagnostic means, with examples.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "command.h"
#include "diag/embedded_explanations.h"
#include "markdown.h"
#include "output.h"
#include "support/closest.h"

namespace planish::tools {
namespace {

constexpr OptionSpec kExplainErrorOptions[] = {
    {Option::List, "--list", "", "list all codes"},
    kColorOption,
};

std::string list_codes() {
  size_t width = 0;
  for (const DiagInfo& diag : all_diags()) width = std::max(width, diag.code.size());
  std::string out;
  for (const DiagInfo& diag : all_diags()) {
    out += fmt::format("{:<{}}  {}{}\n", diag.code, width,
                       diag.severity == Severity::Warning ? "warning: " : "", diag.summary);
  }
  return out;
}

ExitStatus unknown_code(std::string_view code) {
  std::vector<std::string_view> codes;
  for (const DiagInfo& diag : all_diags()) codes.push_back(diag.code);
  std::vector<std::string_view> best = closest(code, codes, 3);
  // A part of a code may be all that somebody remembers.
  for (std::string_view candidate : codes) {
    bool known = std::find(best.begin(), best.end(), candidate) != best.end();
    if (best.size() < 5 && !known && code.size() >= 3 &&
        candidate.find(code) != std::string_view::npos) {
      best.push_back(candidate);
    }
  }
  usage_error(fmt::format("there is no error or warning `{}`", code),
              best.empty() ? "`planish explain-error --list` lists all codes"
                           : fmt::format("did you mean {}?", fmt::join(best, " or ")));
  return kUsage;
}

ExitStatus run_explain_error(const Arguments& arguments) {
  if (arguments.has(Option::List)) {
    write_stdout(list_codes());
    return kSuccess;
  }
  if (arguments.operands.empty()) {
    usage_error("`planish explain-error` needs a code",
                "the code is in brackets: error[size-mismatch]; "
                "`planish explain-error --list` lists all");
    return kUsage;
  }
  // As it is copied from a message: error[size-mismatch].
  std::string_view code = arguments.operands.front();
  if (size_t open = code.find('['); open != std::string_view::npos && code.ends_with(']')) {
    code = code.substr(open + 1, code.size() - open - 2);
  }
  auto known = std::find_if(all_diags().begin(), all_diags().end(),
                            [&](const DiagInfo& d) { return d.code == code; });
  if (known == all_diags().end()) return unknown_code(code);
  for (const EmbeddedFile& file : embedded_explanations()) {
    if (file.path != code) continue;
    write_stdout(render_markdown(file.text, color_for(arguments, STDOUT_FILENO)));
    return kSuccess;
  }
  write_stdout(fmt::format("{}: {}\n", known->code, known->summary));
  return kSuccess;
}

}  // namespace

const Command kExplainErrorCommand{
    .name = "explain-error",
    .summary = "Explain an error or a warning, with examples",
    .operand = Operand::OptionalErrorCode,
    .examples =
        "  planish explain-error size-mismatch     what error[size-mismatch] means, and what to "
        "do\n"
        "  planish explain-error --list            all codes, a line for each\n",
    .options = kExplainErrorOptions,
    .run = run_explain_error,
};

}  // namespace planish::tools
