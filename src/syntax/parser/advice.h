// Hints for mistakes that people make who come from other languages, or who type fast. They depend
// on what should have come and on what did: the current token.
#pragma once

#include "diag/diagnostic.h"
#include "syntax/parser/token_reader.h"

namespace planish {

// What should have come where something else was found. Head: a further part of a pattern, type or
// module; Other: a further part of an expression.
enum class Wanted : uint8_t { Expression, Pattern, Type, Name, Declaration, Head, Other };

class Advice : public TokenReader {
 public:
  using TokenReader::TokenReader;

  // Fills in a hint, unless there is one.
  void give(Diagnostic& diag, Wanted wanted);
  // Inside of braces something else than the next field.
  void for_braces(Diagnostic& diag);
  // Something at top level (or in a module) that begins no declaration.
  void for_declaration(Diagnostic& diag);

 private:
  void for_expression(Diagnostic& diag);
  void for_pattern(Diagnostic& diag);
  void for_type(Diagnostic& diag);
  void for_name(Diagnostic& diag);
  void for_continuation(Diagnostic& diag);

  bool is_shortly_after(std::string_view word) const;
  bool is_choice_of_python() const;
  bool is_match_without_case() const;
  bool is_word(const Token& token, std::string_view word) const;
  bool is_operator(const Token& token, std::string_view symbol) const;
};

}  // namespace planish
