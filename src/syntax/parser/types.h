// Type expressions and type parameters.
#pragma once

#include "syntax/parser/grammar_part.h"

namespace planish {

class TypeParser : public GrammarPart {
 public:
  using GrammarPart::GrammarPart;

  ast::TypeExpr* type();
  ast::TypeExpr* type_term();  // one that is not a function type
  bool at_type_param() const;
  std::span<ast::TypeParam> type_params();
  ast::Ident bracketed_name(Loc& where, std::string_view what);

 private:
  ast::TypeExpr* type_application();
  ast::TypeExpr* type_atom();
  ast::TypeExpr* sum_type();
  ast::TypeExpr* record_type();
  ast::TypeExpr* parenthesised_type();
  ast::Dim dim();
  ast::TypeParam type_param();
};

}  // namespace planish
