// Reports about text that cannot be read.
//
// Note [Syntax errors]
// A function that cannot go on reports and throws SyntaxError. It is caught where the parser can
// pick up again: by a `let` (the value becomes an ErrorExpr, reading goes on at the next `let` or
// `in`), which throws a DeclarationError when no place to go on is in sight, and by a list of
// declarations or specs (reading goes on at the next word that begins one; recovery.h). An error
// right after such a place is most likely a consequence of the one before and is not reported.
// Stopped ends the reading of the whole file.
#pragma once

#include <string>
#include <string_view>

#include "diag/diagnostic.h"
#include "syntax/parser/advice.h"

namespace planish {

struct DeclarationError {};
struct SyntaxError : DeclarationError {};
struct Stopped {};

class SyntaxErrors : public TokenReader {
 public:
  // `stack_base` lies somewhere in the frame that the parser stands in; the lexer has reported
  // `lexical` errors.
  SyntaxErrors(ParseState& state, Diagnostics& diags, size_t lexical, const char* stack_base)
      : TokenReader(state),
        stack_base_(stack_base),
        diags_(diags),
        count_(static_cast<int>(lexical)),
        advice_(state) {}

  // The diagnostic to fill in before unwind(); one that goes nowhere when the error is a
  // consequence.
  Diagnostic& error(Diag kind, Loc where, std::string message);
  Diagnostic& expected(std::string_view what);
  // Throws SyntaxError or Stopped. What is to be said has been said.
  [[noreturn]] void unwind() const;

  // "expected `what` after …, found …" at the current token, and unwinds. `what` is said in the
  // user's terms: "an expression", "`=` and the value of `x`"; `construct` is the token that began
  // what needs this one.
  [[noreturn]] void fail_expected(std::string_view what, const Token* construct = nullptr);
  // The hint is for this construct only, unless what was found suggests a better one.
  [[noreturn]] void fail_expected(std::string_view what, const Token& construct,
                                  std::string_view hint);
  [[noreturn]] void fail_unclosed(const Token& open, Kind close, std::string_view or_else,
                                  Wanted wanted);
  [[noreturn]] void fail_name(std::string_view what) { fail_part(what, Wanted::Name); }
  [[noreturn]] void fail_expression() { fail_part("an expression", Wanted::Expression); }
  [[noreturn]] void fail_pattern() { fail_part("a pattern", Wanted::Pattern); }
  [[noreturn]] void fail_type() { fail_part("a type", Wanted::Type); }
  [[noreturn]] void fail_let_body(const Token& let);
  [[noreturn]] void fail_declaration();
  [[noreturn]] void fail_definition(const ast::ValDecl* decl);
  [[noreturn]] void fail_case(const ast::Pattern* pattern, const Token& keyword);
  [[noreturn]] void fail_too_deep(Loc where);

  // The first token of a line such as `x = 1`, which lacks its `def` and was read as arguments of
  // what stands on the line before; null if the current token is not the `=` of such a line.
  const Token* line_without_keyword() const;

  bool any() const { return count_ > 0; }
  bool stopped() const { return stopped_; }  // no further reading: too deep, or too many errors
  // Reading went on at this token after an error; null: what comes now is believed again.
  void resumed_at(const Token* token) { resumed_ = token; }

 private:
  [[noreturn]] void fail_part(std::string_view what, Wanted wanted);
  bool result_is_on_next_line(const ast::ValDecl* decl) const;
  Loc here() const;

  [[maybe_unused]] const char* const stack_base_;  // used with AddressSanitizer
  Diagnostics& diags_;
  int count_;
  bool stopped_ = false;
  const Token* resumed_ = nullptr;
  Diagnostic dropped_;  // takes what is not to be reported
  Advice advice_;
};

}  // namespace planish
