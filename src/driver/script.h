// Scripts: expressions that run entry points and load data, as `planish script` and `script input` take them.
//
// A script is an expression of the language, with three differences. `$loaddata "file"` and its like stand for data,
// `empty([0]i32)` is an empty array, and a function of n parameters may be applied to one tuple of n values.
// docs/script.md describes it for users.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "driver/workspace.h"

namespace planish {

// A script as an expression of the language.
struct Script {
  std::string expression;
  std::vector<BoundData> data;  // what it loads
  std::string store;            // not empty: the file that the result of `$store` goes to
};

// Loads what the script names; paths are relative to the folder ("" or ending with '/'). Nothing, and a message, when
// that cannot be done.
std::optional<Script> read_script(std::string_view text, const std::string& folder,
                                  std::string& error);

// The evaluation of a script on the names of a workspace. Nothing when something was reported to its session.
std::optional<Evaluation> evaluate_script(Workspace& workspace, const Script& script,
                                          const interp::Options& options = {});

}  // namespace planish
