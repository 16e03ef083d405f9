#include "evaluation.h"

#include <fmt/format.h>

#include "interrupt.h"
#include "output.h"

namespace planish::tools {

std::string form_text(const ExpressionType& type) {
  switch (type.form) {
    case ExpressionForm::Value: return fmt::format("a value of type {}", type.text);
    case ExpressionForm::Function: return fmt::format("a function of type {}", type.text);
    case ExpressionForm::Polymorphic: return fmt::format("a value of many types, {}", type.text);
  }
  return "";
}

bool open_operand(Workspace& workspace, const std::string& path) {
  if (path != "-") return workspace.open(path);
  std::string text;
  if (read_stdin(text)) return workspace.open_text("<stdin>", std::move(text));
  workspace.session().diags().report(Diag::file_not_found, {}, "cannot read standard input");
  return false;
}

ExitStatus show_evaluation(Workspace& workspace, const std::optional<Evaluation>& evaluation,
                           const Arguments& arguments) {
  ExitStatus checked = report(workspace.session(), arguments);
  if (!evaluation) return checked;
  switch (evaluation->type.form) {
    case ExpressionForm::Value: break;
    case ExpressionForm::Function:
      usage_error(fmt::format("the result is {}", form_text(evaluation->type)),
                  "only values can be written; apply it to arguments");
      return kFailure;
    case ExpressionForm::Polymorphic:
      usage_error(fmt::format("the result is {}", form_text(evaluation->type)),
                  "choose one, as in `[] : [0]i32`");
      return kFailure;
  }
  if (evaluation->failure) {
    write_stderr(failure_text(*evaluation->failure));
    if (evaluation->failure->interrupted) end_by_interrupt();
    return kRunFailed;
  }
  if (arguments.has(Option::ShowType)) write_stdout(fmt::format(": {}\n", evaluation->type.text));
  write_stdout(
      results_text(*evaluation->storage, *evaluation->entry, evaluation->values, arguments));
  return kSuccess;
}

}  // namespace planish::tools
