// Text of NESL to its syntax tree. Reports syntax errors and goes on with the next form, so that one
// run shows several; the tree is complete where there were none.
#pragma once

#include <vector>

#include "diag/diagnostic.h"
#include "nesl/syntax/ast.h"
#include "nesl/syntax/lexer.h"
#include "support/arena.h"
#include "support/name.h"
#include "support/source.h"

namespace planish::nesl {

// Trees are at most this deep: deeper ones are an error. Later stages recurse over trees.
inline constexpr int kMaxDepth = 20000;

struct ParseResult {
  Program* program = nullptr;
  std::vector<Comment> comments;
};

ParseResult parse(const SourceFile& file, Arena& arena, Interner& names, Diagnostics& diags);

// A text that is one type with its context, such as `[a] -> a :: a in number`. Null: reported.
TypeAnnotation* parse_type(const SourceFile& file, Arena& arena, Interner& names,
                           Diagnostics& diags);

}  // namespace planish::nesl
