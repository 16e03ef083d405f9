// Expressions made of operators, keywords and applications.
#pragma once

#include "syntax/parser/names.h"

namespace planish {

class ExpressionParser : public GrammarPart {
 public:
  using GrammarPart::GrammarPart;

  ast::Expr* only_expression();  // up to the end of the file
  ast::Expr* expression();       // with ascriptions
  ast::Expr* ascriptions(ast::Expr* value);
  enum class Section : uint8_t { No, Allowed };  // an operator before `)` ends the expression
  ast::Expr* operation(Precedence loosest, Section section = Section::No);

 private:
  bool at_section_end() const;
  ast::Expr* range(ast::Expr* start);
  ast::Expr* update(ast::Expr* source);
  ast::Expr* prefixed();
  ast::Expr* application();
  ast::Expr* lambda();
  ast::Expr* if_expression();
  ast::Expr* let_expression();
  ast::Expr* let_element(const Token& let);
  ast::Expr* let_function(const Token& let);
  ast::Expr* let_pattern(const Token& let);
  ast::Expr* let_value();
  ast::Expr* let_body(const Token& let, bool& in_written);
  ast::Expr* loop_expression();
  void loop_range(ast::Loop* loop, const Token& keyword);
  ast::Expr* match_expression();
};

}  // namespace planish
