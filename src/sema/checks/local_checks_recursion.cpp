// Recursive functions must be expressible without functions as values: a recursive function returns
// no function, and passes functional arguments on as they are, so that one copy of it per outer
// call is enough.
//
//   def iterate (f: i64 -> i64) (n: i64) (x: i64) : i64 = if n == 0 then x else iterate f (n - 1) (f x)     -- good
//   def grow (f: i64 -> i64) (n: i64) : i64 = if n == 0 then f 0 else grow (\x -> f (x + n)) (n - 1)        -- bad
//
// Functions that call each other take and return no functions at all.
#include <algorithm>

#include "sema/checks/local_checks.h"
#include "sema/types/type_print.h"
#include "syntax/ast_children.h"

namespace planish {

namespace {

// Does the pattern bind the symbol?
bool binds(const ast::Pattern& pattern, const ValueSymbol* symbol) {
  bool found = false;
  auto on_pattern = [&](ast::Pattern* part) { found = found || binds(*part, symbol); };
  if (auto* name = ast::as<ast::NamePat>(&pattern)) return name->symbol == symbol;
  ast::for_each_child(
      const_cast<ast::Pattern&>(pattern), [](ast::Expr*) {}, on_pattern, [](ast::TypeExpr*) {});
  return found;
}

const ast::Expr* strip_parens(const ast::Expr* expr) {
  while (auto* parens = ast::as<ast::Parens>(expr)) expr = parens->inner;
  return expr;
}

// The type after so many parameters.
const Type* result_of(const Type* type, size_t params) {
  for (; params != 0 && type != nullptr; params--) {
    const ArrowType* arrow = as<ArrowType>(type);
    if (arrow == nullptr) return nullptr;
    type = arrow->result;
  }
  return type;
}

}  // namespace

bool LocalChecks::is_forward(const ValueSymbol& symbol) const {
  // Names of other files can have later locations too.
  return cx_.sources.file_of(symbol.loc) == cx_.sources.file_of(decl_.loc);
}

void LocalChecks::check_recursive_reference(const ValueSymbol& symbol, Loc loc) {
  if (symbol.decl != &decl_) return check_first_order(symbol, *symbol.decl, loc);
  check_recursive_result();
  if (!functional_params_) {
    functional_params_.emplace();
    for (const ast::Pattern* param : decl_.params) {
      functional_params_->push_back(functional_part(param->type, Liftedness::SizeLifted) !=
                                    nullptr);
    }
  }
  auto first = std::ranges::find(*functional_params_, true);
  if (first == functional_params_->end()) return;
  const ast::Pattern& param =
      *decl_.params[static_cast<size_t>(first - functional_params_->begin())];
  cx_.diags
      .report(Diag::recursive_argument, loc,
              "the recursive function `{}` must be applied to all its arguments here",
              cx_.text(decl_.name.name))
      .primary_label("not applied")
      .label(param.loc, "because this parameter may be a function");
}

void LocalChecks::check_recursive_call(const ValueSymbol& symbol, Loc name, Loc whole,
                                       std::span<ast::Expr* const> args) {
  if (symbol.decl != &decl_) return check_first_order(symbol, *symbol.decl, name);
  check_recursive_result();
  std::string_view text = cx_.text(decl_.name.name);
  if (args.size() < decl_.params.size()) {
    size_t before = cx_.diags.size();
    check_recursive_reference(symbol, whole);
    if (cx_.diags.size() != before) return;
  }
  for (size_t i = 0; i < decl_.params.size() && i < args.size(); i++) {
    const ast::Pattern& param = *decl_.params[i];
    if (functional_part(param.type, Liftedness::SizeLifted) == nullptr) continue;
    auto* arg = ast::as<ast::Var>(strip_parens(args[i]));
    if (arg != nullptr && arg->fields.empty() && arg->symbol != nullptr &&
        binds(param, arg->symbol))
      continue;
    cx_.diags
        .report(Diag::recursive_argument, args[i]->loc,
                "a recursive call of `{}` must pass this functional argument on unchanged", text)
        .primary_label("another function than the parameter")
        .label(param.loc, fmt::format("the parameter has type `{}`", show(cx_, param.type)));
  }
}

void LocalChecks::check_recursive_result() {
  if (result_checked_) return;
  result_checked_ = true;
  const Type* result =
      decl_.symbol != nullptr ? result_of(decl_.symbol->type, decl_.params.size()) : nullptr;
  const Type* part = functional_part(result, Liftedness::SizeLifted);
  if (part == nullptr) return;
  Loc loc = decl_.result != nullptr ? decl_.result->loc : decl_.name.loc;
  auto& report = cx_.diags.report(Diag::recursive_result, loc,
                                  "the recursive function `{}` may not return a function",
                                  cx_.text(decl_.name.name));
  report.primary_label(fmt::format("the result has type `{}`", show(cx_, result)));
  explain_functional_part(cx_, report, result, part);
  if (result->kind == TypeKind::Arrow)
    report.suggest("make the parameters of the result further parameters");
}

// The definition refers to one further down: both are part of a mutual recursion.
void LocalChecks::check_first_order(const ValueSymbol& symbol, const ast::ValDecl& other,
                                    Loc reference) {
  auto functional = [](const ValueSymbol& s, const ast::ValDecl& decl) -> const Type* {
    const Type* type = s.type;
    for (size_t i = 0; i < decl.params.size() && type != nullptr; i++) {
      const ArrowType* arrow = as<ArrowType>(type);
      if (arrow == nullptr) break;
      if (const Type* part = functional_part(arrow->param, Liftedness::SizeLifted)) return part;
      type = arrow->result;
    }
    return functional_part(type, Liftedness::SizeLifted);
  };
  auto report = [&](const ast::ValDecl& decl, const Type* part) {
    cx_.diags
        .report(Diag::mutual_recursion, decl.name.loc,
                "`{}` is part of a mutual recursion, so it may neither take nor return a function",
                cx_.text(decl.name.name))
        .primary_label(fmt::format("its type mentions `{}`", show(cx_, part)))
        .label(reference, fmt::format("`{}` calls `{}`, which stands further down",
                                      cx_.text(decl_.name.name), cx_.text(other.name.name)));
  };
  if (order_checked_) return;
  order_checked_ = true;
  if (decl_.symbol != nullptr) {
    if (const Type* part = functional(*decl_.symbol, decl_)) return report(decl_, part);
  }
  if (const Type* part = functional(symbol, other)) report(other, part);
}

}  // namespace planish
