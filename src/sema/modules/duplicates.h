// Names that are declared twice in one place.
#pragma once

#include "sema/types/context.h"

namespace planish {

// Reports the second of two declarations of the same name. What is local, opened or imported may be
// hidden.
void report_duplicates(SemaContext& cx, std::span<ast::Decl* const> decls);
void report_duplicates(SemaContext& cx, std::span<ast::Spec* const> specs);

}  // namespace planish
