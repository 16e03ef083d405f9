// Names, operators and attributes.
#pragma once

#include "syntax/parser/grammar_part.h"

namespace planish {

// How tightly operators bind, from loose to tight. All are left-associative but Range and PipeLeft.
enum class Precedence : uint8_t {
  None,  // not an operator
  Range,
  Backtick,
  With,
  PipeRight,
  PipeLeft,
  LogicalOr,
  LogicalAnd,
  Comparison,
  Bitwise,
  Shift,
  Sum,
  Product,
  Power,
  Above,  // than every operator
};

class NameParser : public GrammarPart {
 public:
  using GrammarPart::GrammarPart;

  ast::QualName qual_name(std::string_view what);
  // A name or a number.
  ast::Ident field_name(std::string_view what);
  bool at_field_name() const { return at(Kind::Ident) || at_decimal(); }

  ast::QualName operator_name();  // the operator token or `name` in backticks at the current place
  // What an operator is bound as: its symbol.
  ast::Ident binding_operator();
  bool at_binding_operator() const;
  Precedence precedence() const;

  ast::Attr attribute();  // #[…]
  std::string_view import_path(Loc& where);

 private:
  bool at_decimal() const;
  ast::QualName simple_name(const Token& token) { return {{}, {token.name, token.loc}, token.loc}; }
  ast::Attr attribute_info();
};

}  // namespace planish
