// for_each_child(expr, on_expr, on_pattern, on_type_expr): calls a function for every immediate
// part of an expression, in the order of the source text. The way to say "and the rest in the same
// manner" in a walk that looks only at some kinds of expressions.
//
// Slots that the checker fills are not visited, except that a loop without an initial value shows
// the names that stand for it. Null parts are skipped.
#pragma once

#include "syntax/ast_match.h"

namespace planish::ast {

template <class F>
void for_each_dim_index(std::span<const DimIndex> indices, F& on_expr) {
  for (const DimIndex& index : indices) {
    for (Expr* part : {index.index, index.from, index.to, index.stride}) {
      if (part != nullptr) on_expr(part);
    }
  }
}

template <class F>
void for_each_path_index(std::span<const PathStep> steps, F& on_expr) {
  for (const PathStep& step : steps) for_each_dim_index(step.indices, on_expr);
}

template <class OnExpr, class OnPattern, class OnTypeExpr>
void for_each_child(Expr& expr, OnExpr&& on_expr, OnPattern&& on_pattern,
                    OnTypeExpr&& on_type_expr) {
  auto one = [&](Expr* part) {
    if (part != nullptr) on_expr(part);
  };
  auto all = [&](std::span<Expr* const> parts) {
    for (Expr* part : parts) one(part);
  };
  auto pattern = [&](Pattern* part) {
    if (part != nullptr) on_pattern(part);
  };
  auto patterns = [&](std::span<Pattern* const> parts) {
    for (Pattern* part : parts) pattern(part);
  };
  auto type_expr = [&](TypeExpr* part) {
    if (part != nullptr) on_type_expr(part);
  };
  match(
      &expr, [](IntLit&) {}, [](FloatLit&) {}, [](BoolLit&) {}, [](StringLit&) {}, [](Var&) {},
      [](Hole&) {}, [](OpSection&) {}, [](ErrorExpr&) {}, [&](Parens& e) { one(e.inner); },
      [&](Tuple& e) { all(e.elems); },
      [&](Record& e) {
        for (RecordField& field : e.fields) one(field.value);
      },
      [&](ArrayLit& e) { all(e.elems); }, [&](Constr& e) { all(e.args); },
      [&](Project& e) { one(e.from); }, [&](LocalOpen& e) { one(e.body); },
      [&](Index& e) {
        one(e.array);
        for_each_dim_index(e.indices, on_expr);
      },
      [&](Range& e) {
        one(e.start);
        one(e.second);
        one(e.end);
      },
      [&](Ascribe& e) {
        one(e.value);
        type_expr(e.ascribed);
      },
      [&](Coerce& e) {
        one(e.value);
        type_expr(e.target);
      },
      [&](Apply& e) {
        one(e.fn);
        all(e.args);
      },
      [&](BinOp& e) {
        one(e.left);
        one(e.right);
      },
      [&](Negate& e) { one(e.operand); }, [&](Not& e) { one(e.operand); },
      [&](Lambda& e) {
        patterns(e.params);
        type_expr(e.result);
        one(e.body);
      },
      [&](OpSectionLeft& e) { one(e.operand); }, [&](OpSectionRight& e) { one(e.operand); },
      [&](ProjectSection& e) { for_each_path_index(e.steps, on_expr); },
      [&](Let& e) {
        pattern(e.pattern);
        one(e.value);
        one(e.body);
      },
      [&](LetFun& e) {
        patterns(e.params);
        type_expr(e.result);
        one(e.value);
        one(e.body);
      },
      [&](LetWith& e) {
        for_each_path_index(e.steps, on_expr);
        one(e.value);
        one(e.body);
      },
      [&](Update& e) {
        one(e.source);
        for_each_path_index(e.steps, on_expr);
        one(e.value);
      },
      [&](If& e) {
        one(e.condition);
        one(e.then_branch);
        one(e.else_branch);
      },
      [&](Match& e) {
        one(e.scrutinee);
        for (Case& c : e.cases) {
          pattern(c.pattern);
          one(c.body);
        }
      },
      [&](Loop& e) {
        pattern(e.pattern);
        one(e.init != nullptr ? e.init : e.implicit_init);
        pattern(e.element);
        one(e.bound);
        one(e.body);
      },
      [&](Assert& e) {
        one(e.condition);
        one(e.body);
      },
      [&](AttrExpr& e) { one(e.body); });
}

// The same for patterns: on_expr is called for literals.
template <class OnExpr, class OnPattern, class OnTypeExpr>
void for_each_child(Pattern& pattern, OnExpr&& on_expr, OnPattern&& on_pattern,
                    OnTypeExpr&& on_type_expr) {
  auto one = [&](Pattern* part) {
    if (part != nullptr) on_pattern(part);
  };
  match(
      &pattern, [](NamePat&) {}, [](WildcardPat&) {},
      [&](TuplePat& p) {
        for (Pattern* elem : p.elems) one(elem);
      },
      [&](RecordPat& p) {
        for (FieldPat& field : p.fields) one(field.pattern);
      },
      [&](ParensPat& p) { one(p.inner); },
      [&](AscribePat& p) {
        one(p.inner);
        if (p.ascribed != nullptr) on_type_expr(p.ascribed);
      },
      [&](LiteralPat& p) {
        if (p.literal != nullptr) on_expr(p.literal);
      },
      [&](ConstrPat& p) {
        for (Pattern* arg : p.args) one(arg);
      },
      [&](AttrPat& p) { one(p.inner); });
}

// The same for type expressions: on_expr is called for sizes.
template <class OnExpr, class OnTypeExpr>
void for_each_child(TypeExpr& type_expr, OnExpr&& on_expr, OnTypeExpr&& on_type_expr) {
  auto one = [&](TypeExpr* part) {
    if (part != nullptr) on_type_expr(part);
  };
  auto dim = [&](const Dim& d) {
    if (d.expr != nullptr) on_expr(d.expr);
  };
  match(
      &type_expr, [](NameType&) {}, [&](ParensType& t) { one(t.inner); },
      [&](TupleType& t) {
        for (TypeExpr* elem : t.elems) one(elem);
      },
      [&](RecordType& t) {
        for (FieldType& field : t.fields) one(field.type_expr);
      },
      [&](SumType& t) {
        for (ConstrType& constr : t.constrs) {
          for (TypeExpr* arg : constr.args) one(arg);
        }
      },
      [&](ArrayType& t) {
        dim(t.dim);
        one(t.elem);
      },
      [&](ArrowType& t) {
        one(t.param);
        one(t.result);
      },
      [&](UniqueType& t) { one(t.inner); },
      [&](ApplyType& t) {
        one(t.fn);
        one(t.type_arg);
        dim(t.dim_arg);
      },
      [&](ExistsType& t) { one(t.inner); });
}

}  // namespace planish::ast
