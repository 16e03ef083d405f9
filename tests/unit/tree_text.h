// Syntax trees as short text with all structure made explicit, for tests: `1 + 2 * 3` is `(+ 1 (* 2
// 3))`.
#pragma once

#include <string>

#include "support/name.h"
#include "syntax/ast.h"

namespace planish {

class TreeText {
 public:
  explicit TreeText(const Interner& names) : names_(names) {}

  std::string expr(const ast::Expr* e) const;
  std::string pattern(const ast::Pattern* p) const;
  std::string type(const ast::TypeExpr* t) const;
  std::string decl(const ast::Decl* d) const;
  std::string spec(const ast::Spec* s) const;
  std::string module(const ast::ModExpr* m) const;
  std::string module_type(const ast::ModTypeExpr* m) const;

 private:
  std::string name(Name n) const { return std::string(names_.text(n)); }
  std::string qual(const ast::QualName& q) const;
  std::string op(const ast::QualName& q, bool backticks) const;
  std::string dim(const ast::Dim& d) const;
  std::string indices(std::span<const ast::DimIndex> list) const;
  std::string steps(std::span<const ast::PathStep> list) const;
  std::string attr(const ast::Attr& a) const;
  std::string type_params(std::span<const ast::TypeParam> list) const;
  std::string type_head(std::string_view word, ast::TypeParamKind kind, const ast::Ident& ident,
                        std::span<const ast::TypeParam> params) const;

  const Interner& names_;
};

}  // namespace planish
