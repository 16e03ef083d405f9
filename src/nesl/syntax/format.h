// The standard layout of NESL: `planish fmt`.
//
// Only white space changes. Line breaks stay where they are, but for blank lines, of which one is
// kept; spaces between tokens and the indentation of lines follow from the tokens. Formatting a
// second time changes nothing.
//
// Note [Indentation]
// A line begins at the column of what it goes on with:
//   * in brackets, at the column of what follows the bracket on its line;
//   * `in` below its `let`, bindings below each other;
//   * `then` and `else` below their `if`; after `else if`, below the first one;
//   * other lines of a binding, and of a form, two columns to the right of it;
//   * what goes on after `in`, `then` or `else` on the same line, below what follows that word.
// So the column of a line depends on lines before it only.
#pragma once

#include <cstdint>
#include <string>

#include "diag/diagnostic.h"
#include "support/name.h"
#include "support/source.h"

namespace planish::nesl {

enum class FormatStatus : uint8_t {
  Done,
  SyntaxErrors,  // reported; a text that cannot be read is not touched
  Unsafe,        // the result would not be the same program: a bug of the formatter
};

struct Formatted {
  FormatStatus status = FormatStatus::Done;
  std::string text;
};

// Recurses over the syntax tree: needs a large stack (support/large_stack.h).
Formatted format(const SourceFile& file, Interner& names, Diagnostics& diags);

}  // namespace planish::nesl
