// Type abbreviations, in declarations and in module types.
#pragma once

#include "sema/modules/module_context.h"

namespace planish {

struct TypeAbbreviation {
  ast::Ident name;
  Loc loc;
  ast::DocComment doc;
  Liftedness liftedness{};
  std::span<ast::TypeParam> params;
  ast::TypeExpr* value = nullptr;
};
// Never null; an unknown type after a report. Does not bind the name.
TypeSymbol* check_abbreviation(ModuleContext& mc, const TypeAbbreviation& abbreviation);

}  // namespace planish
