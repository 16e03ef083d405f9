// The checking of terms, for the parts of the checker that deal with declarations and modules.
#pragma once

#include <span>
#include <vector>

#include "sema/types/context.h"

namespace planish {

// ---- Names (names.cpp)

// The module that `quals` lead to from the current scope, or null after reporting that there is
// none.
Module* lookup_module(SemaContext& cx, std::span<const ast::Ident> path);
// Null after reporting.
TypeSymbol* lookup_type(SemaContext& cx, const ast::QualName& name);
ModTypeSymbol* lookup_mod_type(SemaContext& cx, const ast::QualName& name);

// ---- Type expressions (type_exprs.cpp)

struct ResolvedType {
  const Type* type = nullptr;  // never null; the error type after a report
  std::vector<ValueSymbol*>
      exists;  // sizes left open: `[]` and `?[n].` outside of results of function types
  Liftedness liftedness = Liftedness::Unlifted;
};
// Resolves names, expands abbreviations, checks that sizes are i64 expressions.
ResolvedType resolve_type(SemaContext& cx, ast::TypeExpr& expr);

// Makes symbols for type and size parameters and binds them in the current block.
std::span<SchemeParam> bind_type_params(SemaContext& cx, std::span<ast::TypeParam> params);

// ---- Values (val_decl.cpp)

// Where a declaration stands: forward references are allowed among mutually recursive functions.
struct DeclSequence {
  std::span<ast::Decl* const> decls;
  size_t current = 0;
};
// Checks a definition and sets decl.symbol, which has the scheme of the definition (after an error:
// what is declared, or the error type). Does not bind the name.
void check_val_decl(SemaContext& cx, ast::ValDecl& decl, const DeclSequence& sequence);

// ---- Passes over a checked definition: every type slot of the tree is filled and has no
// metavariables.

// Consumption (uniqueness) and aliasing (consumption.cpp). Also decides the aliases of the result.
void check_consumption(SemaContext& cx, ast::ValDecl& decl);
// Exhaustive and reachable cases, refutable patterns, literals in range, indices that are out of
// bounds, divisions by 0, where functions may not be, equality, restrictions on recursion
// (local_checks.cpp).
void check_locals(SemaContext& cx, ast::ValDecl& decl);
// Sizes are computed before they are needed (causality.cpp).
void check_causality(SemaContext& cx, ast::ValDecl& decl);
// Unused and shadowed names, unknown attributes (warnings.cpp). Runs on trees that may have errors.
void warn_unused(SemaContext& cx, ast::ValDecl& decl);

}  // namespace planish
