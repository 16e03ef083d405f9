// The standard layout of source text: `planish fmt`.
//
// Only white space changes: the tokens and the comments, and their order, stay what they are.
// Formatting a second time changes nothing.
#pragma once

#include <cstdint>
#include <string>

#include "diag/diagnostic.h"
#include "support/name.h"
#include "support/source.h"

namespace planish {

enum class FormatStatus : uint8_t {
  Done,
  SyntaxErrors,  // reported; a text that cannot be read is not touched
  Unsafe,        // the result would not be the same program: a bug of the formatter
};

struct Formatted {
  FormatStatus status = FormatStatus::Done;
  std::string text;
};

// The text is a program or, like the declaration of the intrinsics, a list of specs.
// Recurses over the syntax tree: needs a large stack (support/large_stack.h).
Formatted format(const SourceFile& file, Interner& names, Diagnostics& diags);

}  // namespace planish
