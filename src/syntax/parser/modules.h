// Modules, module types and their specs.
#pragma once

#include "syntax/parser/grammar_part.h"

namespace planish {

class ModuleParser : public GrammarPart {
 public:
  using GrammarPart::GrammarPart;

  ast::ModExpr* module_expression();
  ast::ModTypeExpr* module_type();
  ast::ModParam module_param();
  // Up to the token `end`, which is not taken.
  void specs(List<ast::Spec*>& list, Kind end);

 private:
  ast::ModExpr* unascribed_module();
  ast::ModExpr* module_application();
  ast::ModExpr* module_atom();
  ast::ModTypeExpr* module_type_atom();
  ast::ModTypeExpr* simple_module_type();
  ast::Spec* spec();
  ast::Spec* undocumented_spec();
  ast::Spec* value_spec();
  ast::Spec* type_spec();
};

}  // namespace planish
