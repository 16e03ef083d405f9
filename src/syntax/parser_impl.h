// The parser, shared by parser*.cpp. One function per form; every function begins at its first
// token and leaves behind its last.
//
// Note [Syntax errors]
// A function that cannot go on reports and throws SyntaxError. It is caught where the parser can
// pick up again: by a `let` (the value becomes an ErrorExpr, reading goes on at the next `let` or
// `in`), which throws a DeclarationError when no place to go on is in sight, and by a list of
// declarations or specs (reading goes on at the next word that begins one). An error right after
// such a place is most likely a consequence of the one before and is not reported. Stopped ends the
// reading of the whole file.
//
// Note [Depth]
// Recursion is bounded by DepthGuard, one per level of the tree. Chains that lean to the left (`1 +
// 1 + …`) grow a tree without recursion; they are measured afterwards (tree_depth), in declarations
// that have tokens enough to be deep.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "diag/diagnostic.h"
#include "support/arena.h"
#include "support/name.h"
#include "support/source.h"
#include "syntax/ast.h"
#include "syntax/lexer.h"
#include "syntax/parser.h"
#include "syntax/tree_walk.h"

namespace planish {

struct DeclarationError {};
struct SyntaxError : DeclarationError {};
struct Stopped {};

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

class Parser {
 public:
  Parser(const SourceFile& file, Arena& arena, Interner& names, Diagnostics& diags);

  ast::Program* program();
  ast::Expr* only_expression();
  std::span<ast::Spec*> only_specs();

 private:
  using Kind = TokenKind;

  // What should have come where something else was found. Head: a further part of a pattern, type
  // or module; Other: a further part of an expression.
  enum class Place : uint8_t { Expression, Pattern, Type, Name, Declaration, Head, Other };

  // ---- Tokens (parser.cpp)

  Kind kind() const { return cur_->kind; }
  Kind kind_after(int n = 1) const { return cur_[n].kind; }  // at most kPadding ahead
  bool at(Kind k) const { return cur_->kind == k; }
  Loc loc() const { return cur_->loc; }
  const Token& take() { return *cur_++; }
  bool accept(Kind k) {
    if (!at(k)) return false;
    cur_++;
    return true;
  }
  // From the given place to the end of the last token taken.
  Loc since(Loc first) const { return {first.begin, std::max(first.begin, cur_[-1].loc.end)}; }
  std::string_view text(Loc loc) const {
    return file_.text.substr(loc.begin - file_.base, loc.end - loc.begin);
  }
  uint32_t column(const Token& token) const;  // in bytes, from 0
  bool at_column_zero(const Token& token) const;
  bool at_line_start(const Token& token) const;  // no other token stands before it on its line

  static bool is_keyword(Kind k) { return k >= Kind::Assert && k <= Kind::With; }
  static bool opens(Kind k) {
    return k == Kind::LParen || k == Kind::LBracket || k == Kind::Indexing || k == Kind::LBrace ||
           k == Kind::HashBracket;
  }
  static bool closes(Kind k) {
    return k == Kind::RParen || k == Kind::RBracket || k == Kind::RBrace;
  }

  // `what` is said in the user's terms: "an expression", "`=` and the value of `x`".
  // `construct` is the token that began what needs this one.
  const Token& expect(Kind k, std::string_view what, const Token* construct = nullptr);
  ast::Ident expect_name(std::string_view what);
  // The bracket that closes `open`; `or_else` says what else could have come.
  void expect_close(Kind close, const Token& open, std::string_view or_else = {},
                    Place place = Place::Other);

  // ---- Errors (parser_errors.cpp, parser_hints.cpp)

  // Throws SyntaxError or Stopped. What is to be said has been said.
  [[noreturn]] void unwind() const;
  // "expected `what` after …, found …" at the current token, and unwinds.
  [[noreturn]] void fail_expected(std::string_view what, const Token* construct = nullptr);
  [[noreturn]] void fail_unclosed(const Token& open, Kind close, std::string_view or_else,
                                  Place place);
  [[noreturn]] void fail_part(std::string_view what, Place place);
  [[noreturn]] void fail_name(std::string_view what) { fail_part(what, Place::Name); }
  [[noreturn]] void fail_expression() { fail_part("an expression", Place::Expression); }
  [[noreturn]] void fail_pattern() { fail_part("a pattern", Place::Pattern); }
  [[noreturn]] void fail_type() { fail_part("a type", Place::Type); }
  [[noreturn]] void fail_let_body(const Token& let);
  [[noreturn]] void fail_declaration();
  [[noreturn]] void fail_definition(const ast::ValDecl* decl);
  bool result_is_on_next_line(const ast::ValDecl* decl) const;
  [[noreturn]] void fail_case(const ast::Pattern* pattern, const Token& keyword);
  // As fail_expected; the hint is for this construct only, unless what was found suggests a better
  // one.
  [[noreturn]] void fail_expected(std::string_view what, const Token& construct,
                                  std::string_view hint);
  [[noreturn]] void fail_too_deep(Loc where);
  // The diagnostic to fill in before unwind(); one that goes nowhere when the error is a
  // consequence.
  Diagnostic& error(Diag kind, Loc where, std::string message);
  Diagnostic& expected(std::string_view what);
  Loc here() const;
  const Token* line_without_keyword() const;
  std::string describe(const Token& token) const;
  std::string quoted(const Token& token) const;

  // Hints that depend on what should have come and on what did.
  void advise(Diagnostic& diag, Place place);
  void advise_expression(Diagnostic& diag);
  void advise_pattern(Diagnostic& diag);
  void advise_type(Diagnostic& diag);
  void advise_name(Diagnostic& diag);
  void advise_declaration(Diagnostic& diag);
  void advise_continuation(Diagnostic& diag);
  void advise_braces(Diagnostic& diag);
  bool is_shortly_after(std::string_view word) const;
  bool is_choice_of_python() const;
  bool is_word(const Token& token, std::string_view word) const;
  bool is_operator(const Token& token, std::string_view symbol) const;

  // Where reading goes on after an error. `from` is the first token of what could not be read.
  enum class Recovery : uint8_t { Done, MaybeOutside, OnlyDeclaration };
  Recovery recover_in_let(const Token* from);
  void recover_to_declaration(const Token* from);
  bool begins_recovery(const Token* token) const;
  int brackets_before(const Token* end);
  bool in_loop_header(const Token* in, const Token* from) const;
  void resume(const Token* token);

  // ---- Scratch lists: spans are gathered on stacks and copied to the arena.

  template <class T>
  class List {
   public:
    explicit List(Parser& parser)
        : arena_(parser.arena_), stack_(std::get<std::vector<T>>(parser.stacks_)) {
      mark_ = stack_.size();
    }
    List(const List&) = delete;
    List& operator=(const List&) = delete;
    ~List() { stack_.resize(mark_); }
    void add(const T& value) { stack_.push_back(value); }
    bool empty() const { return stack_.size() == mark_; }
    size_t size() const { return stack_.size() - mark_; }
    std::span<T> take() { return arena_.copy(std::span<const T>(stack_).subspan(mark_)); }

   private:
    Arena& arena_;
    std::vector<T>& stack_;
    size_t mark_;
  };

  template <class T>
  T* make(Loc where) {
    T* node = arena_.make<T>();
    node->kind = T::K;
    node->loc = where;
    return node;
  }

  class DepthGuard {
   public:
    explicit DepthGuard(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > kMaxDepth) {
        parser_.depth_--;
        parser_.fail_too_deep(parser_.loc());
      }
    }
    DepthGuard(const DepthGuard&) = delete;
    DepthGuard& operator=(const DepthGuard&) = delete;
    ~DepthGuard() { parser_.depth_--; }

   private:
    Parser& parser_;
  };

  // ---- Names and attributes (parser.cpp)

  ast::Ident take_name() {
    const Token& token = take();
    return {token.name, token.loc};
  }
  // A name or a number.
  ast::Ident field_name(std::string_view what);
  bool at_field_name() const { return at(Kind::Ident) || at_decimal(); }
  bool at_decimal() const;
  ast::QualName qual_name(std::string_view what);
  ast::QualName simple_name(const Token& token) { return {{}, {token.name, token.loc}, token.loc}; }
  ast::QualName operator_name();  // the operator token or `name` in backticks at the current place
  // What an operator is bound as: its symbol.
  ast::Ident binding_operator();
  bool at_binding_operator() const;
  bool at_infix(Kind k) const;  // an operator of two operands, except - and !
  Precedence precedence() const;
  ast::Attr attribute();  // #[…]
  ast::Attr attribute_info();
  std::string_view import_path(Loc& where);
  enum class DocRule : uint8_t { One, Several };  // how many comments may stand there
  ast::DocComment take_doc(DocRule rule);
  void check_docs_before(uint32_t offset);

  // ---- Expressions (parser_expr.cpp, parser_atom.cpp)

  enum class Section : uint8_t { No, Allowed };  // an operator before `)` ends the expression
  ast::Expr* expression();                       // with ascriptions
  ast::Expr* ascriptions(ast::Expr* value);
  ast::Expr* operation(Precedence loosest, Section section = Section::No);
  ast::Expr* range(ast::Expr* start);
  ast::Expr* update(ast::Expr* source);
  ast::Expr* prefixed();
  ast::Expr* application();
  ast::Expr* lambda();
  ast::Expr* if_expression();
  ast::Expr* let_expression();
  ast::Expr* let_value();
  ast::Expr* let_body(const Token& let, bool& in_written);
  ast::Expr* loop_expression();
  ast::Expr* match_expression();
  bool at_section_end() const;

  ast::Expr* atom();
  void check_point(const ast::Expr* number);
  ast::Expr* atom_start();
  ast::Expr* name_atom();
  ast::Expr* parenthesised();
  ast::Expr* projection_section(const Token& open);
  ast::Expr* array_literal();
  ast::Expr* record();
  ast::Expr* integer();
  ast::Expr* floating();
  ast::Expr* character();
  ast::Expr* string();
  std::span<const ast::DimIndex> indices();  // with brackets
  ast::DimIndex index();
  static bool begins_atom(Kind k);

  // ---- Patterns (parser_pattern.cpp)

  ast::Pattern* pattern();
  ast::Pattern* inner_pattern();
  ast::Pattern* parameter();
  ast::Pattern* parenthesised_pattern();
  ast::Pattern* record_pattern();
  ast::Pattern* literal_pattern();
  std::span<ast::Pattern*> parameters();
  static bool begins_parameter(Kind k);
  static bool begins_inner_pattern(Kind k) { return begins_parameter(k) || k == Kind::Minus; }

  // ---- Types (parser_type.cpp)

  ast::TypeExpr* type();
  ast::TypeExpr* type_term();
  ast::TypeExpr* type_application();
  ast::TypeExpr* type_atom();
  ast::TypeExpr* sum_type();
  ast::TypeExpr* record_type();
  ast::TypeExpr* parenthesised_type();
  ast::Dim dim();
  bool at_bracket() const { return at(Kind::LBracket) || at(Kind::Indexing); }
  bool at_type_param() const;
  ast::TypeParam type_param();
  std::span<ast::TypeParam> type_params();
  ast::Ident bracketed_name(Loc& where, std::string_view what);
  static bool begins_type_atom(Kind k);

  // ---- Declarations and modules (parser_decl.cpp, parser_module.cpp)

  void declarations(List<ast::Decl*>& decls, Kind end);
  ast::Decl* declaration();
  ast::Decl* undocumented_declaration();
  ast::Decl* value_declaration();
  ast::Decl* infix_declaration(ast::ValDecl* decl, ast::Pattern* left);
  ast::Decl* finish_value_declaration(ast::ValDecl* decl);
  ast::TypeDecl* type_declaration();
  ast::Decl* module_declaration();
  ast::Decl* module_type_declaration();
  void type_head(ast::TypeParamKind& liftedness, ast::Ident& name,
                 std::span<ast::TypeParam>& params);
  static bool begins_declaration(Kind k);

  void specs(List<ast::Spec*>& list, Kind end);
  ast::Spec* spec();
  ast::Spec* value_spec();
  ast::Spec* type_spec();
  static bool begins_spec(Kind k);

  ast::ModExpr* module_expression();
  ast::ModExpr* unascribed_module();
  ast::ModExpr* module_application();
  ast::ModExpr* module_atom();
  ast::ModParam module_param();
  static bool begins_module_atom(Kind k);
  ast::ModTypeExpr* module_type();
  ast::ModTypeExpr* module_type_atom();
  ast::ModTypeExpr* simple_module_type();

  // Note [Depth]
  template <class Node>
  void check_depth(const Node* node, const Token* first) {
    bool may_be_deep = static_cast<size_t>(cur_ - first) * 2 > kMaxDepth;
    if (may_be_deep && tree_depth(node) > kMaxDepth) fail_too_deep(node->loc);
  }

  static constexpr size_t kPadding = 3;

  const char* const stack_base_;  // somewhere in the frame that the parser stands in
  const SourceFile& file_;
  Arena& arena_;
  Interner& names_;
  Diagnostics& diags_;
  LexResult lexed_;
  const Token* first_ = nullptr;
  const Token* cur_ = nullptr;
  int depth_ = 0;
  bool stopped_ = false;  // no further reading: too deep, or too many errors
  int errors_ = 0;
  ptrdiff_t recovery_budget_ =
      1'000'000;                 // tokens to look at when recovering: keeps deep nesting linear
  const Token* unit_ = nullptr;  // the first token of the innermost declaration or spec
  const Token* case_ = nullptr;  // the `case` whose pattern is being read
  const Token* recovered_ = nullptr;  // where reading went on after the last error
  Diagnostic dropped_;                // takes what is not to be reported
  std::vector<ast::DocComment> docs_;
  size_t next_doc_ = 0;

  std::tuple<std::vector<ast::Expr*>, std::vector<ast::Pattern*>, std::vector<ast::TypeExpr*>,
             std::vector<ast::Decl*>, std::vector<ast::Spec*>, std::vector<ast::Ident>,
             std::vector<ast::Attr>, std::vector<ast::TypeParam>, std::vector<ast::SizeBinder>,
             std::vector<ast::RecordField>, std::vector<ast::FieldPat>, std::vector<ast::FieldType>,
             std::vector<ast::ConstrType>, std::vector<ast::DimIndex>, std::vector<ast::PathStep>,
             std::vector<ast::Case>, std::vector<ast::ModParam>>
      stacks_;
};

}  // namespace planish
