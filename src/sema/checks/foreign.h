// Definitions with the attribute `foreign`: docs/foreign.md.
#pragma once

#include "sema/types/context.h"

namespace planish {

// Does the definition say, as it can, that a function of C does the same? It was checked without
// errors.
bool is_foreign(const SemaContext& cx, const ast::ValDecl& decl);
// Warns where the attribute is there and has no effect.
void check_foreign(SemaContext& cx, const ast::ValDecl& decl);

}  // namespace planish
