// The smallest expressions: names, literals, what stands in brackets, and the projections and
// indices behind them.
#pragma once

#include "syntax/parser/grammar_part.h"

namespace planish {

class AtomParser : public GrammarPart {
 public:
  using GrammarPart::GrammarPart;

  ast::Expr* atom();
  ast::Expr* atom_start();  // without projections and indices
  ast::Expr* string();
  std::span<const ast::DimIndex> indices();  // with brackets

 private:
  void check_point(const ast::Expr* number);
  ast::Expr* name_atom();
  ast::Expr* integer();
  ast::Expr* floating();
  ast::Expr* character();
  ast::Expr* parenthesised();
  ast::Expr* projection_section(const Token& open);
  ast::Expr* array_literal();
  ast::Expr* record();
  ast::DimIndex index();
};

}  // namespace planish
