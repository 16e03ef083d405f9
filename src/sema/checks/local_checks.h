// The walk of check_locals: see terms.h for what it checks.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "sema/checks/exhaustive.h"
#include "sema/types/context.h"
#include "sema/types/literals.h"

namespace planish {

// A part of the type that is a function, or a named type that is lifted more than `most`; null if
// there is none.
const Type* functional_part(const Type* type, Liftedness most);
// Says where in the whole type the function is, or where the named type is declared.
void explain_functional_part(const SemaContext& cx, Diagnostic& report, const Type* whole,
                             const Type* part);

// A label, or a note when the range is in another file than the report.
void point_at(const SemaContext& cx, Diagnostic& report, Loc loc, std::string text);

// Is it the == or != that is in scope everywhere?
bool is_equality(const ValueSymbol* symbol);

class LocalChecks {
 public:
  LocalChecks(SemaContext& cx, ast::ValDecl& decl) : cx_(cx), decl_(decl), matches_(cx) {}

  void run();

 private:
  void visit(ast::Expr* expr);
  void visit(ast::Pattern* pattern);
  void visit(ast::TypeExpr* type_expr);
  void visit_children(ast::Expr& expr);

  // False: the expression is not a number, nor the negation of one.
  bool check_number(const ast::Expr* expr, Overflow overflow);
  void must_be_irrefutable(const ast::Pattern& pattern, std::string_view what);
  void check_match(ast::Match& e);
  void report_unreachable(const ast::Match& e, uint32_t index);
  void check_branches(const ast::Expr& e, std::string_view keyword);
  void check_loop(const ast::Loop& e);
  void check_array(const ast::ArrayLit& e);
  void check_equality(const ast::QualName& op, const Type* type, Loc loc);
  void check_range(const ast::Range& e);
  const Type* first_param(const Type* type);

  // What fails whenever it is evaluated (local_checks_failures.cpp).
  void check_divisor(const ValueSymbol* symbol, const ast::Expr* divisor);
  void check_indices(const Type* type, std::span<const ast::DimIndex> indices);
  void check_path(const Type* type, std::span<const ast::PathStep> steps);
  void check_index(const ast::Expr* index, std::optional<int64_t> length);
  void check_slice(const ast::DimIndex& slice, std::optional<int64_t> length);

  // Recursion (local_checks_recursion.cpp).

  // The name stands alone, not as the function of an application.
  void check_reference(const ValueSymbol* symbol, Loc loc) {
    if (is_recursive(symbol)) check_recursive_reference(*symbol, loc);
  }
  void check_call(const ValueSymbol* symbol, Loc name, Loc whole,
                  std::span<ast::Expr* const> args) {
    if (is_recursive(symbol)) check_recursive_call(*symbol, name, whole, args);
  }
  // The definition itself, or one that is defined further down and so can only be part of the same
  // recursion.
  bool is_recursive(const ValueSymbol* symbol) const {
    return symbol != nullptr && symbol->kind == ValueKind::Def && symbol->decl != nullptr &&
           (symbol->decl == &decl_ ||
            (symbol->loc.begin > decl_.name.loc.begin && is_forward(*symbol)));
  }
  bool is_forward(const ValueSymbol& symbol) const;
  void check_recursive_reference(const ValueSymbol& symbol, Loc loc);
  void check_recursive_call(const ValueSymbol& symbol, Loc name, Loc whole,
                            std::span<ast::Expr* const> args);
  void check_recursive_result();
  void check_first_order(const ValueSymbol& symbol, const ast::ValDecl& decl, Loc reference);

  SemaContext& cx_;
  ast::ValDecl& decl_;
  MatchChecker matches_;
  std::vector<const ast::Pattern*> patterns_;
  bool result_checked_ = false;
  bool order_checked_ = false;
  // Which parameters of the definition may hold functions; none when it is not looked at yet.
  std::optional<std::vector<bool>> functional_params_;
};

}  // namespace planish
