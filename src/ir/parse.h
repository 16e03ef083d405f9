// Reads the textual form of programs (docs/ir.md). The text may be anything: what is not a program
// gives an error.
//
// Only what the syntax needs is checked; verify.h checks the rest. So programs that break rules can
// be read, too.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ir/program.h"

namespace planish::ir {

struct ParseError {
  uint32_t line = 0;  // from 1, as is the column, which counts bytes
  uint32_t column = 0;
  std::string message;  // "expected `)`, found `,`"
};

struct Parsed {
  Program program;  // empty after an error
  std::optional<ParseError> error;
};

// Bodies may be nested this deep.
inline constexpr int kMaxBodyDepth = 50000;

// Needs a large stack (support/large_stack.h) for texts that are nested deeply.
Parsed parse(std::string_view text);

}  // namespace planish::ir
