// What somebody typed into the REPL: is it complete, what is it, and how may a word go on.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "driver/workspace/workspace.h"

namespace planish {

enum class InputKind : uint8_t {
  Nothing,  // only space and comments
  Declarations,
  Bindings,  // `let (a, b) = e`, and nothing that it is for
  Expression,
  Incomplete,  // the text breaks off: a bracket is open, something has to follow
};

// By the syntax alone. A text that is wrong is what it looks most like.
InputKind input_kind(Session& session, const std::string& text);

// The names that begin with the word, in order, each once; `f32.s` asks for those of a module.
std::vector<std::string> name_completions(Workspace& workspace, std::string_view word);

}  // namespace planish
