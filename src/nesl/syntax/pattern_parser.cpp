#include "nesl/syntax/pattern_parser.h"

namespace planish::nesl {

Variable* PatternParser::variable(Name name, Loc loc) {
  auto* made = arena_.make<Variable>();
  made->name = name;
  made->loc = loc;
  return made;
}

Pattern* PatternParser::pattern(Expr* expr) {
  return match(
      expr,
      [&](NameExpr& name) -> Pattern* {
        auto* made = make<NamePattern>(name.loc);
        made->variable = variable(name.name, name.loc);
        return made;
      },
      [&](Pair& pair) -> Pattern* {
        auto* made = make<PairPattern>(pair.loc);
        made->left = pattern(pair.left);
        made->right = pattern(pair.right);
        return made;
      },
      [&](Parens& parens) -> Pattern* {
        auto* made = make<ParensPattern>(parens.loc);
        made->inner = pattern(parens.inner);
        return made;
      },
      [&](Apply& apply) -> Pattern* {
        auto* name = as<NameExpr>(apply.function);
        if (name == nullptr) return bad_pattern(apply);
        auto* made = make<DataPattern>(apply.loc);
        made->name = {name->name, name->loc};
        made->argument = pattern(apply.argument);
        return made;
      },
      [&](NamedArgument& named) -> Pattern* {
        auto* made = make<DefaultPattern>(named.loc);
        made->variable = variable(named.name.name, named.name.loc);
        made->value = named.value;
        return made;
      },
      [&](ErrorExpr& error) -> Pattern* { return make<ErrorPattern>(error.loc); },
      [&](auto& other) -> Pattern* { return bad_pattern(other); });
}

Pattern* PatternParser::bad_pattern(const Expr& expr) {
  if (expr.kind == ExprKind::BoolLit) {
    fail(Diag::bad_binding, expr.loc,
         fmt::format("`{}` is a constant and cannot be bound", text(expr.loc)))
        .suggest("`t` and `f` are true and false; choose another name");
  } else if (expr.kind == ExprKind::VectorLit || expr.kind == ExprKind::EmptyVector) {
    fail(Diag::bad_binding, expr.loc, "a vector cannot be taken apart by a pattern")
        .suggest("bind the vector, and take elements with `v[i]`; `vsep` makes a pair of two");
  } else if (auto* binary = as<Binary>(&expr); binary != nullptr && binary->op == InfixOp::Equal) {
    fail(Diag::bad_binding, binary->op_loc, "`==` compares, and binds nothing")
        .suggest("bind with `=`")
        .replace(binary->op_loc, "=");
  } else if (expr.kind == ExprKind::Index) {
    fail(Diag::bad_binding, expr.loc, "an element of a vector cannot be bound")
        .suggest("a vector never changes; `rep(v, x, i)` and `v <- [(i, x)]` are others");
  } else {
    fail(Diag::bad_binding, expr.loc, "expected a pattern, but found an expression")
        .suggest("a pattern is a name, a pair of patterns, or a datatype: `point(x, y)`");
  }
  return make<ErrorPattern>(expr.loc);
}

}  // namespace planish::nesl
