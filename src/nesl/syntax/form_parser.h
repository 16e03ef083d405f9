// The forms that a program consists of: definitions, bindings, expressions, commands.
#pragma once

#include "nesl/syntax/expression_parser.h"

namespace planish::nesl {

class FormParser : public TokenReader {
 public:
  explicit FormParser(ParseState& state)
      : TokenReader(state), types_(state), patterns_(state), expressions_(state) {}

  Program* program();
  // A text that is one type; null: reported.
  TypeAnnotation* lone_type();

 private:
  Form* form();
  Form* form_inside();
  Form* function_form();
  Form* datatype_form();
  Form* expression_form();
  Form* command_form(Command command);
  bool command_follows(Command& command);
  bool unsupported_form();
  Ident definable_name(std::string_view what, const Token& construct);

  TypeParser types_;
  PatternParser patterns_;
  ExpressionParser expressions_;
};

}  // namespace planish::nesl
