// The walk over the tree that tells the Layout how each construct is laid out; shared by
// format_*.cpp. Every function begins at its construct's first token and leaves behind its last.
#pragma once

#include <span>

#include "syntax/ast_match.h"
#include "syntax/format_pieces.h"

namespace planish {

class TreeFormatter : public FormatPieces {
 public:
  using FormatPieces::FormatPieces;

  void program(const ast::Program& program);
  void specs(std::span<ast::Spec* const> specs);

 private:
  void value(
      const ast::Expr* e);  // indented; a value of several lines is below, unless it is in brackets

  void indices(std::span<const ast::DimIndex> indices, uint32_t end);
  void path(std::span<const ast::PathStep> steps);

  // ---- Expressions (format_expr.cpp)

  void expr(const ast::Expr* e);
  // Note [Sets of expressions]
  auto atoms();
  auto brackets();
  auto applications();
  auto operators();
  auto constructs();
  void prefixed(const ast::Expr* operand);
  void application(std::span<ast::Expr* const> args);
  void chain(const ast::BinOp& e);
  void chain_operator(const ast::BinOp& e, bool all_or_none);
  size_t lambda(const ast::Lambda& e);
  void if_chain(const ast::If& e);
  void let_chain(const ast::Expr* e);
  // The binding without its body, which is given back.
  const ast::Expr* let_binding(const ast::Expr* e, bool& in_written);
  void match_cases(const ast::Match& e);
  void loop(const ast::Loop& e);
  void section(const ast::QualName& op, const ast::Expr* left, const ast::Expr* right,
               uint32_t end);

  // ---- Patterns and types (format_type.cpp)

  void pattern(const ast::Pattern* p);
  void type(const ast::TypeExpr* t);
  void arrows(const ast::ArrowType& t);
  void dim(const ast::Dim& d);
  void parameters(std::span<const ast::TypeParam> type_params,
                  std::span<ast::Pattern* const> params);
  void result_type(const ast::TypeExpr* t);

  // ---- Declarations and modules (format_decl.cpp)

  void decl(const ast::Decl* d);
  void spec(const ast::Spec* s);
  void module(const ast::ModExpr* m);
  void module_type(const ast::ModTypeExpr* m);
  void module_param(const ast::ModParam& p);
  template <class Items, class Item>
  void top_level(const Items& items, Item item);
  template <class Items, class Item>
  void body(Loc loc, const Items& items, Item item);
};

}  // namespace planish
