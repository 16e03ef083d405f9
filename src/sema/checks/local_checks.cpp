// check_locals: rules that look at one expression at a time, once all types are known.
//
// One walk over a definition. The rules on recursive functions are in local_checks_recursion.cpp,
// those on literals in literals.cpp, those on match in exhaustive.cpp.
#include "sema/checks/local_checks.h"

#include "sema/types/literals.h"
#include "sema/types/terms.h"
#include "sema/types/type_print.h"
#include "syntax/ast_children.h"

namespace planish {

bool is_equality(const ValueSymbol* symbol) {
  return symbol != nullptr && symbol->kind == ValueKind::Intrinsic && symbol->overload_equality;
}

namespace {

// The literal of a pattern has the type of the pattern.
void give_type(ast::Expr* literal, const Type* type) {
  literal->type = type;
  if (auto* negate = ast::as<ast::Negate>(literal)) give_type(negate->operand, type);
}

// `report` has an example.
std::string missing_message(const MatchCoverage& report) {
  if (report.missing.front() == "_") return "this match has no case for other numbers than these";
  std::string message = "this match has no case for";
  for (size_t i = 0; i < report.missing.size(); i++) {
    bool last = i + 1 == report.missing.size() && report.missing_count == report.missing.size();
    message += i == 0 ? " " : last ? " and " : ", ";
    message += fmt::format("`{}`", report.missing[i]);
  }
  if (report.missing_count > report.missing.size()) message += ", …";
  return message;
}

// A part of the type whose values cannot be compared, or null.
const Type* part_without_equality(const Type* type) {
  if ((type->flags & (kHasArrow | kHasNamed)) == 0) return nullptr;
  switch (type->kind) {
    case TypeKind::Error:
    case TypeKind::Prim:
    case TypeKind::Meta: return nullptr;
    case TypeKind::Arrow:
    case TypeKind::Named: return type;
    case TypeKind::Array: return part_without_equality(static_cast<const ArrayType*>(type)->elem);
    case TypeKind::Record:
      for (const Field& field : static_cast<const RecordType*>(type)->fields) {
        if (const Type* part = part_without_equality(field.type)) return part;
      }
      return nullptr;
    case TypeKind::Sum:
      for (const Constructor& constructor : static_cast<const SumType*>(type)->constructors) {
        for (const Type* arg : constructor.args) {
          if (const Type* part = part_without_equality(arg)) return part;
        }
      }
      return nullptr;
  }
  return nullptr;
}

}  // namespace

const Type* functional_part(const Type* type, Liftedness most) {
  if (type == nullptr || (type->flags & (kHasArrow | kHasNamed)) == 0) return nullptr;
  switch (type->kind) {
    case TypeKind::Error:
    case TypeKind::Prim:
    case TypeKind::Meta: return nullptr;
    case TypeKind::Arrow: return type;
    case TypeKind::Array: return functional_part(static_cast<const ArrayType*>(type)->elem, most);
    case TypeKind::Record:
      for (const Field& field : static_cast<const RecordType*>(type)->fields) {
        if (const Type* part = functional_part(field.type, most)) return part;
      }
      return nullptr;
    case TypeKind::Sum:
      for (const Constructor& constructor : static_cast<const SumType*>(type)->constructors) {
        for (const Type* arg : constructor.args) {
          if (const Type* part = functional_part(arg, most)) return part;
        }
      }
      return nullptr;
    case TypeKind::Named: {
      auto* named = static_cast<const NamedType*>(type);
      if (named->symbol->liftedness > most) return type;
      for (const TypeArg& arg : named->args) {
        if (const Type* part = functional_part(arg.type, most)) return part;
      }
      return nullptr;
    }
  }
  return nullptr;
}

void explain_functional_part(const SemaContext& cx, Diagnostic& report, const Type* whole,
                             const Type* part) {
  if (part->kind == TypeKind::Arrow) {
    if (part != whole)
      report.note(fmt::format("it contains the function type `{}`", show(cx, part)));
    return;
  }
  const TypeSymbol& symbol = *static_cast<const NamedType*>(part)->symbol;
  std::string_view why = symbol.liftedness == Liftedness::Lifted
                             ? "may be a function type"
                             : "may have values of different sizes";
  point_at(cx, report, symbol.loc, fmt::format("`{}` {}", cx.text(symbol.name), why));
}

void point_at(const SemaContext& cx, Diagnostic& report, Loc loc, std::string text) {
  Loc primary = report.labels.front().loc;
  if (loc.valid() && cx.sources.file_of(loc) == cx.sources.file_of(primary)) {
    report.label(loc, std::move(text));
  } else {
    report.note(std::move(text), loc);
  }
}

void LocalChecks::run() {
  for (ast::Pattern* param : decl_.params) {
    must_be_irrefutable(*param, "a parameter");
    visit(param);
  }
  visit(decl_.result);
  visit(decl_.body);
}

void LocalChecks::visit(ast::Pattern* pattern) {
  if (pattern == nullptr) return;
  if (auto* literal = ast::as<ast::LiteralPat>(pattern)) {
    give_type(literal->literal, literal->type);
    check_number(literal->literal, Overflow::Wraps);
    return;
  }
  ast::for_each_child(
      *pattern, [](ast::Expr*) {}, [this](ast::Pattern* p) { visit(p); },
      [this](ast::TypeExpr* t) { visit(t); });
}

void LocalChecks::visit(ast::TypeExpr* type_expr) {
  if (type_expr == nullptr) return;
  auto on_size = [this](ast::Expr* size) {
    if (ast::as<ast::IntLit>(size) != nullptr) give_type(size, cx_.types.prim(Prim::I64));
    visit(size);
  };
  ast::for_each_child(*type_expr, on_size, [this](ast::TypeExpr* t) { visit(t); });
}

void LocalChecks::visit_children(ast::Expr& expr) {
  ast::for_each_child(
      expr, [this](ast::Expr* e) { visit(e); }, [this](ast::Pattern* p) { visit(p); },
      [this](ast::TypeExpr* t) { visit(t); });
}

void LocalChecks::visit(ast::Expr* expr) {
  if (expr == nullptr) return;
  ast::match(
      expr, [&](ast::IntLit& e) { check_literal(cx_, e, Sign::Plus, e.loc, Overflow::Error); },
      [&](ast::FloatLit& e) { check_literal(cx_, e, Sign::Plus, e.loc, Overflow::Error); },
      [&](ast::Negate& e) {
        if (!check_number(&e, Overflow::Error)) visit(e.operand);
      },
      [&](ast::Var& e) { check_reference(e.symbol, e.loc); },
      [&](ast::OpSection& e) {
        check_reference(e.symbol, e.loc);
        if (is_equality(e.symbol)) check_equality(e.op, first_param(e.type), e.loc);
      },
      [&](ast::OpSectionLeft& e) {
        check_reference(e.symbol, e.op.loc);
        if (is_equality(e.symbol)) check_equality(e.op, e.operand->type, e.loc);
        visit(e.operand);
      },
      [&](ast::OpSectionRight& e) {
        check_reference(e.symbol, e.op.loc);
        check_divisor(e.symbol, e.operand);
        if (is_equality(e.symbol)) check_equality(e.op, e.operand->type, e.loc);
        visit(e.operand);
      },
      [&](ast::BinOp& e) {
        if (is_equality(e.symbol)) check_equality(e.op, e.left->type, e.loc);
        ast::Expr* args[] = {e.left, e.right};
        check_call(e.symbol, e.op.loc, e.loc, args);
        check_divisor(e.symbol, e.right);
        visit(e.left);
        visit(e.right);
      },
      [&](ast::Apply& e) {
        auto* fn = ast::as<ast::Var>(e.fn);
        if (fn != nullptr) {
          check_call(fn->symbol, fn->loc, e.loc, e.args);
        } else {
          visit(e.fn);
        }
        for (ast::Expr* arg : e.args) visit(arg);
      },
      [&](ast::ArrayLit& e) {
        check_array(e);
        visit_children(e);
      },
      [&](ast::If& e) {
        check_branches(e, "if");
        visit_children(e);
      },
      [&](ast::Match& e) {
        check_branches(e, "match");
        check_match(e);
        visit_children(e);
      },
      [&](ast::Let& e) {
        must_be_irrefutable(*e.pattern, "the pattern of a `let`");
        visit(e.pattern);
        visit(e.value);
        visit(e.body);
      },
      [&](ast::Lambda& e) {
        for (ast::Pattern* param : e.params) must_be_irrefutable(*param, "a parameter");
        visit_children(e);
      },
      [&](ast::LetFun& e) {
        for (ast::Pattern* param : e.params) must_be_irrefutable(*param, "a parameter");
        visit_children(e);
      },
      [&](ast::Loop& e) {
        check_loop(e);
        visit_children(e);
      },
      [&](ast::Index& e) {
        check_indices(e.array->type, e.indices);
        visit_children(e);
      },
      [&](ast::Update& e) {
        check_path(e.source->type, e.steps);
        visit_children(e);
      },
      [&](ast::LetWith& e) {
        if (e.source != nullptr) check_path(e.source->type, e.steps);
        visit_children(e);
      },
      [&](ast::Range& e) {
        check_range(e);
        visit_children(e);
      },
      [&](ast::Hole& e) {
        if (e.type == nullptr) return;  // in a size
        cx_.diags.report(Diag::hole, e.loc, "this hole has type `{}`", show(cx_, e.type))
            .suggest(
                "evaluating it stops the program: put an expression of that type in its place");
      },
      [&](auto& e) { visit_children(e); });
}

// ---- Rules

bool LocalChecks::check_number(const ast::Expr* expr, Overflow overflow) {
  auto* negate = ast::as<ast::Negate>(expr);
  Sign sign = negate != nullptr ? Sign::Minus : Sign::Plus;
  const ast::Expr* number = negate != nullptr ? negate->operand : expr;
  if (auto* whole = ast::as<ast::IntLit>(number)) {
    check_literal(cx_, *whole, sign, expr->loc, overflow);
    return true;
  }
  if (auto* fraction = ast::as<ast::FloatLit>(number)) {
    check_literal(cx_, *fraction, sign, expr->loc, overflow);
    return true;
  }
  return false;
}

void LocalChecks::must_be_irrefutable(const ast::Pattern& pattern, std::string_view what) {
  const ast::Pattern* part = refutable_part(pattern);
  if (part == nullptr) return;
  const ast::Pattern* rows[] = {&pattern};
  MatchCoverage report = matches_.check(pattern.type, rows);
  auto& diag =
      cx_.diags.report(Diag::refutable_pattern, part->loc, "{} must match every value", what);
  if (!report.missing.empty())
    diag.primary_label(fmt::format("does not match `{}`", report.missing.front()));
  diag.suggest("use `match` with a case for every value");
}

void LocalChecks::check_match(ast::Match& e) {
  if (e.scrutinee->type == nullptr) return;  // in a size
  patterns_.clear();
  bool covers_all = false;
  for (const ast::Case& c : e.cases) {
    patterns_.push_back(c.pattern);
    if (!covers_all && refutable_part(*c.pattern) == nullptr) covers_all = true;
  }
  if (covers_all && patterns_.size() == 1) return;
  MatchCoverage report = matches_.check(e.scrutinee->type, patterns_);

  for (uint32_t i : report.unreachable) report_unreachable(e, i);
  Loc head = span({e.loc.begin, e.loc.begin + 1}, e.scrutinee->loc);
  if (!report.missing.empty()) {
    auto& diag = cx_.diags.add(Diag::missing_cases, head, missing_message(report));
    diag.primary_label(fmt::format("the value has type `{}`", show(cx_, e.scrutinee->type)));
    diag.suggest(fmt::format("add `case {} -> …`", report.missing.front()));
  } else if (report.too_complex && !covers_all) {
    cx_.diags
        .report(Diag::match_too_complex, head, "these cases have too many combinations to check")
        .suggest("end with a case that matches everything, `case _ -> …`, or nest simpler matches");
  }
}

void LocalChecks::report_unreachable(const ast::Match& e, uint32_t index) {
  const ast::Pattern* pattern = e.cases[index].pattern;
  auto& report =
      cx_.diags.report(Diag::unreachable_case, pattern->loc, "this case is never chosen");
  // Often a single case before it is the reason.
  constexpr uint32_t kLookBack = 100;
  for (uint32_t i = index > kLookBack ? index - kLookBack : 0; i < index; i++) {
    const ast::Pattern* pair[] = {e.cases[i].pattern, pattern};
    if (matches_.check(e.scrutinee->type, pair).unreachable.empty()) continue;
    report.label(pair[0]->loc, "matches all its values");
    return;
  }
  report.primary_label("the cases before it match all its values");
}

void LocalChecks::check_branches(const ast::Expr& e, std::string_view keyword) {
  const Type* part = functional_part(e.type, Liftedness::SizeLifted);
  if (part == nullptr) return;
  auto& report = cx_.diags.report(Diag::functional_branch, e.loc,
                                  "the result of `{}` may not be a function", keyword);
  report.primary_label(fmt::format("has type `{}`", show(cx_, e.type)));
  explain_functional_part(cx_, report, e.type, part);
  if (e.type->kind == TypeKind::Arrow) {
    report.suggest(fmt::format("put the `{}` inside a function: `\\x -> {} …`", keyword, keyword));
  }
}

void LocalChecks::check_loop(const ast::Loop& e) {
  must_be_irrefutable(*e.pattern, "the pattern of a `loop`");
  if (e.element != nullptr) must_be_irrefutable(*e.element, "the pattern of a `for`");
  const Type* part = functional_part(e.pattern->type, Liftedness::SizeLifted);
  if (part == nullptr) return;
  auto& report = cx_.diags.report(Diag::functional_loop, e.pattern->loc,
                                  "a loop parameter may not be a function");
  report.primary_label(fmt::format("has type `{}`", show(cx_, e.pattern->type)));
  explain_functional_part(cx_, report, e.pattern->type, part);
}

void LocalChecks::check_array(const ast::ArrayLit& e) {
  const ArrayType* array = e.type != nullptr ? as<ArrayType>(e.type) : nullptr;
  const Type* part =
      array != nullptr ? functional_part(array->elem, Liftedness::Unlifted) : nullptr;
  if (part == nullptr) return;
  Loc loc = e.elems.empty() ? e.loc : e.elems.front()->loc;
  bool function = part->kind == TypeKind::Arrow;
  auto& report =
      cx_.diags.report(Diag::functional_element, loc, "the elements of an array may not {}",
                       function ? "be functions" : "have a lifted type");
  report.primary_label(fmt::format("has type `{}`", show(cx_, array->elem)));
  explain_functional_part(cx_, report, array->elem, part);
  if (!function) {
    std::string_view name = cx_.text(static_cast<const NamedType*>(part)->symbol->name);
    if (static_cast<const NamedType*>(part)->symbol->kind == TypeSymbolKind::Param) {
      report.suggest(fmt::format("declare it as `'{}` if no functions are meant", name));
    }
  } else {
    report.suggest("use a record or tuple for a fixed number of functions");
  }
}

const Type* LocalChecks::first_param(const Type* type) {
  const ArrowType* arrow = type != nullptr ? as<ArrowType>(type) : nullptr;
  return arrow != nullptr ? arrow->param : cx_.types.error();
}

namespace {

// Is it an irregular array, or a row of one? Those may differ in length, so comparing elements is
// not the same.
bool has_rows(const Type* type) {
  if ((type->flags & kHasVarying) != 0) return true;
  const Size* length = static_cast<const ArrayType*>(type)->dim;
  return length != nullptr && length->kind == SizeKind::Var &&
         length->var->reason == UnknownReason::Row;
}

}  // namespace

void LocalChecks::check_equality(const ast::QualName& op, const Type* type, Loc loc) {
  if (type == nullptr) return;
  std::string_view text = cx_.text(op.name.name);
  const Type* part = part_without_equality(type);
  if (part == nullptr) {
    if (type->kind == TypeKind::Array && !has_rows(type)) {
      cx_.diags
          .report(Diag::deprecated_array_equality, op.loc,
                  "comparing arrays with `{}` is deprecated", text)
          .suggest(text == "==" ? "compare the elements: `and (map2 (==) xs ys)`"
                                : "compare the elements: `or (map2 (!=) xs ys)`");
    }
    return;
  }
  auto& report = cx_.diags.report(Diag::no_equality, op.loc,
                                  "`{}` cannot compare values of type `{}`", text, show(cx_, type));
  if (loc != op.loc) report.label(loc, "");
  if (part->kind == TypeKind::Arrow) {
    report.note(part == type ? std::string("functions cannot be compared")
                             : fmt::format("they contain functions of type `{}`", show(cx_, part)));
    return;
  }
  const TypeSymbol& symbol = *static_cast<const NamedType*>(part)->symbol;
  point_at(cx_, report, symbol.loc, "nothing is known of this type");
  report.suggest(fmt::format("take the comparison as a parameter: `(eq: {0} -> {0} -> bool)`",
                             show(cx_, part)));
}

void LocalChecks::check_range(const ast::Range& e) {
  if (e.second == nullptr) return;
  bool same = false;
  auto* first_name = ast::as<ast::Var>(e.start);
  auto* second_name = ast::as<ast::Var>(e.second);
  auto* first_number = ast::as<ast::IntLit>(e.start);
  auto* second_number = ast::as<ast::IntLit>(e.second);
  if (first_name != nullptr && second_name != nullptr) {
    same = first_name->symbol == second_name->symbol && first_name->fields.empty() &&
           second_name->fields.empty();
  } else if (first_number != nullptr && second_number != nullptr) {
    same = first_number->value == second_number->value && !first_number->overflow;
  }
  if (!same) return;
  cx_.diags
      .report(Diag::zero_step, e.second->loc, "the first two numbers of this range are the same")
      .label(e.start->loc, "")
      .suggest("the second number says how the range goes on: `0..2..<n` is 0, 2, 4, …");
}

void check_locals(SemaContext& cx, ast::ValDecl& decl) { LocalChecks(cx, decl).run(); }

}  // namespace planish
