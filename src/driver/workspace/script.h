// Scripts: expressions that run entry points and load data, as `planish script` and `script input`
// take them.
//
// A script is an expression of the language, with three differences. `$loaddata "file"` and its
// like stand for data, `empty([0]i32)` is an empty array, and a function of n parameters may be
// applied to one tuple of n values. docs/script.md describes it for users.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "driver/workspace/workspace.h"

namespace planish {

// What `$loaddata` found, which says little of types: numbers without a suffix may become others
// than i32 and f64.
struct LoadedText {
  size_t data = 0;  // which of the expression's data it is
  std::string path;
  std::string bytes;
  std::string problem;  // why no types can be told from it alone; "": they can
};

// A script as an expression of the language.
struct Script {
  Expression expression;
  std::vector<LoadedText> loaded;
  std::string store;  // not empty: the file that the result of `$store` goes to
};

enum class ScriptFault : uint8_t {
  Text,  // what is written
  Data,  // what it loads
};

struct ScriptError {
  std::string message;  // "": what is wrong was reported to the session of the workspace
  ScriptFault fault = ScriptFault::Text;
};

// Loads what the script names; paths are relative to the folder ("" or ending with '/'). Nothing,
// and a message, when that cannot be done.
std::optional<Script> read_script(std::string_view text, const std::string& folder,
                                  ScriptError& error);

// The evaluation of a script on the names of a workspace.
std::optional<Evaluation> evaluate_script(Workspace& workspace, Script script, ScriptError& error,
                                          const runtime::RunOptions& options = {});

}  // namespace planish
