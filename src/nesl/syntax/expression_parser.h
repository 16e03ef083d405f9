// Expressions: a Pratt parser. `expression(binding)` reads an operand and then every operator that
// binds tighter than `binding`.
#pragma once

#include "nesl/syntax/pattern_parser.h"
#include "nesl/syntax/type_parser.h"

namespace planish::nesl {

class ExpressionParser : public TokenReader {
 public:
  explicit ExpressionParser(ParseState& state)
      : TokenReader(state), types_(state), patterns_(state) {}

  // Bindings: an expression read with one of these takes every operator that binds tighter.
  static constexpr int kWithCommas = 3;
  static constexpr int kWithoutCommas = 4;
  static constexpr int kApplication = 30;

  Expr* expression(int binding);
  StringLit* string_literal();

 private:
  Expr* operand();
  Expr* missing_operand();
  Expr* prefix();
  Expr* parenthesised();
  Expr* bracketed();
  Expr* range(const Token& open, Expr* from);
  Expr* braced();
  EachBinding each_binding(Expr* first, const Token& open);
  Expr* if_expression();
  Expr* let_expression();

  Expr* after(Expr* left);
  Expr* infix(Expr* left, InfixOp op, int right_binding);
  Expr* apply(Expr* function, Expr* argument);
  Expr* call(Expr* function);
  Expr* time_expression(Expr* name);
  Expr* index(Expr* vector);

  TypeParser types_;
  PatternParser patterns_;
};

}  // namespace planish::nesl
