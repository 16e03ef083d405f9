// How the values of expressions are shown by `planish eval`, `script` and `repl`.
#pragma once

#include <optional>
#include <string>

#include "command.h"
#include "driver/workspace/workspace.h"

namespace planish::tools {

// Opens the program that the user named, `-` being standard input.
bool open_operand(Workspace& workspace, const std::string& path);

// Shows what came out, and gives the exit status for it. Nothing: the session of the workspace says
// what is wrong.
ExitStatus show_evaluation(Workspace& workspace, const std::optional<Evaluation>& evaluation,
                           const Arguments& arguments);

// "a function, of type …": why there is no value to show.
std::string form_text(const ExpressionType& type);

}  // namespace planish::tools
