// Tokens to syntax tree. Reports syntax errors and goes on with the next declaration (or a nearer
// place to recover), so that one run shows several; the tree is complete where there were none.
#pragma once

#include "diag/diagnostic.h"
#include "support/arena.h"
#include "support/name.h"
#include "support/source.h"
#include "syntax/ast.h"

namespace planish {

// Trees are at most this deep: deeper ones are an error. Later stages recurse over trees.
inline constexpr int kMaxDepth = 20000;

ast::Program* parse(const SourceFile& file, Arena& arena, Interner& names, Diagnostics& diags);

// A single expression, for the REPL and tests.
ast::Expr* parse_expression(const SourceFile& file, Arena& arena, Interner& names,
                            Diagnostics& diags);

// A file of module-type specs at top level (the declaration of the intrinsics).
std::span<ast::Spec*> parse_specs(const SourceFile& file, Arena& arena, Interner& names,
                                  Diagnostics& diags);

}  // namespace planish
