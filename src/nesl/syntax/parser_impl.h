// The parser's inside. A Pratt parser: `expression(binding)` reads an operand and then every
// operator that binds tighter than `binding`. Patterns are read as expressions and converted, since
// only what follows says which of both they are.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "nesl/syntax/ast_match.h"
#include "nesl/syntax/parser.h"

namespace planish::nesl {

class Parser {
 public:
  Parser(const SourceFile& file, Arena& arena, Interner& names, Diagnostics& diags);

  ParseResult run();
  TypeAnnotation* run_type();

 private:
  // Bindings: an expression read with one of these takes every operator that binds tighter.
  static constexpr int kWithCommas = 3;
  static constexpr int kWithoutCommas = 4;
  static constexpr int kApplication = 30;

  // ---- Tokens
  TokenKind kind() const { return cur_->kind; }
  bool at(TokenKind kind) const { return cur_->kind == kind; }
  bool at_end_of_form() const;
  const Token& take() { return *(at(TokenKind::End) ? cur_ : cur_++); }
  bool accept(TokenKind kind);
  Loc here() const;
  std::string_view text(Loc loc) const;
  std::string quoted(const Token& token) const;
  std::string describe(const Token& token) const;

  // ---- Errors. Note [Giving up a form]
  Diagnostic& fail(Diag kind, Loc where, std::string message);
  // Expected `what`, for the construct that begins with a token.
  Diagnostic& fail_expected(std::string_view what, const Token* construct = nullptr);
  // Takes the token, or fails.
  bool expect(TokenKind kind, std::string_view what, const Token& construct);
  void expect_close(const Token& open, TokenKind close, std::string_view or_else);
  void recover(const Token* form_begin);
  bool too_deep();

  // ---- Forms (parser_form.cpp)
  Form* form();
  Form* form_inside();
  Form* function_form();
  Form* datatype_form();
  Form* expression_form();
  Form* command_form(Command command);
  bool command_follows(Command& command);
  bool unsupported_form();
  Ident definable_name(std::string_view what, const Token& construct);
  StringLit* string_literal();

  // ---- Types (parser_type.cpp)
  TypeAnnotation* annotation();
  std::span<const ClassConstraint> context();
  TypeExpr* type();
  TypeExpr* arrow_type();
  TypeExpr* primary_type();

  // ---- Expressions (parser_expr.cpp)
  Expr* expression(int binding);
  Expr* operand();
  Expr* after(Expr* left, int links);
  Expr* apply(Expr* function, Expr* argument);
  Expr* parenthesised();
  Expr* bracketed();
  Expr* range(const Token& open, Expr* from);
  Expr* braced();
  EachBinding each_binding(Expr* first, const Token& open);
  Expr* if_expression();
  Expr* let_expression();
  Expr* time_expression(Expr* name);
  Expr* call(Expr* function);
  Expr* index(Expr* vector);
  Expr* prefix();
  Expr* infix(Expr* left, InfixOp op, int right_binding);
  Expr* missing_operand();

  // ---- Patterns (parser_pattern.cpp)
  Pattern* pattern(Expr* expr);
  Pattern* bad_pattern(const Expr& expr);
  Variable* variable(Name name, Loc loc);

  template <class T>
  T* make(Loc loc) {
    T* node = arena_.make<T>();
    node->kind = T::K;
    node->loc = loc;
    return node;
  }
  Loc from(const Token& begin) const { return span(begin.loc, last_); }
  Loc from(Loc begin) const { return span(begin, last_); }

  struct Nested {
    explicit Nested(Parser& parser) : parser_(parser) { parser_.depth_++; }
    ~Nested() { parser_.depth_--; }
    Parser& parser_;
  };

  const SourceFile& file_;
  Arena& arena_;
  Interner& names_;
  Diagnostics& diags_;
  LexResult lexed_;
  const Token* first_;
  const Token* cur_;
  Loc last_;                       // of the token that was taken last
  const Token* failed_ = nullptr;  // where reading of this form was given up
  Token end_;
  Diagnostic dropped_;
  int depth_ = 0;
  size_t errors_ = 0;
  Name time_name_;
};

}  // namespace planish::nesl
