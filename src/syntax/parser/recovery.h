// Where reading goes on after an error: Note [Syntax errors]. `from` is the first token of what
// could not be read.
#pragma once

#include "syntax/parser/syntax_errors.h"

namespace planish {

class Recovery : public TokenReader {
 public:
  Recovery(ParseState& state, SyntaxErrors& errors) : TokenReader(state), errors_(errors) {}

  enum class Found : uint8_t { Inside, MaybeOutside, OnlyDeclaration };
  // Moves to the `let` or `in` that goes on after a value that could not be read.
  Found in_let(const Token* from);
  // Moves to the next declaration or spec, or to the brace that ends their list.
  void to_declaration(const Token* from);

 private:
  bool begins_unit(const Token* token) const;
  int brackets_before(const Token* end);
  bool in_loop_header(const Token* in, const Token* from) const;
  void resume(const Token* token);

  SyntaxErrors& errors_;
  ptrdiff_t budget_ = 1'000'000;  // tokens to look at: keeps deep nesting linear
};

}  // namespace planish
