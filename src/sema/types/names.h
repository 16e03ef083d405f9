// Looking names up, and saying what may have been meant when there is nothing of that name.
#pragma once

#include "sema/types/terms.h"

namespace planish {

// `a.b.c` as modules, a value, and fields of it.
struct ValueLookup {
  ValueSymbol* symbol = nullptr;  // null: not found
  std::span<const ast::Ident> fields;
  bool unknown = false;  // the first part means nothing here; not reported yet
};
ValueLookup lookup_value(SemaContext& cx, const ast::QualName& name);
void report_unknown_value(SemaContext& cx, const ast::QualName& name);

// Adds "did you mean" when a candidate is close.
void suggest_name(SemaContext& cx, Diagnostic& diag, const ast::Ident& wrong,
                  std::span<const Name> candidates);

}  // namespace planish
