// Declarations, and the lists that they stand in.
#pragma once

#include "syntax/parser/grammar_part.h"

namespace planish {

class DeclarationParser : public GrammarPart {
 public:
  using GrammarPart::GrammarPart;

  // Up to the token `end`, which is not taken.
  void declarations(List<ast::Decl*>& decls, Kind end);
  // `type name params`, of declarations and specs.
  void type_head(ast::TypeParamKind& liftedness, ast::Ident& name,
                 std::span<ast::TypeParam>& params);

 private:
  ast::Decl* declaration();
  ast::Decl* undocumented_declaration();
  ast::Decl* value_declaration();
  ast::Decl* infix_declaration(ast::ValDecl* decl, ast::Pattern* left);
  ast::Decl* finish_value_declaration(ast::ValDecl* decl);
  ast::TypeDecl* type_declaration();
  ast::Decl* module_declaration();
  ast::Decl* module_type_declaration();
};

}  // namespace planish
