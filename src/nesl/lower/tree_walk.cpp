#include "nesl/lower/tree_walk.h"

#include "nesl/syntax/ast_match.h"

namespace planish::nesl {

void for_each_expr(const Expr* expr, const std::function<void(const Expr&)>& visit) {
  if (expr == nullptr) return;
  visit(*expr);
  const auto walk = [&](const Expr* inner) { for_each_expr(inner, visit); };
  match(
      expr, [](const auto&) {}, [&](const Parens& e) { walk(e.inner); },
      [&](const Pair& e) {
        walk(e.left);
        walk(e.right);
      },
      [&](const Apply& e) {
        walk(e.function);
        walk(e.passed != nullptr ? e.passed : e.argument);
      },
      [&](const Index& e) {
        walk(e.vector);
        walk(e.index);
      },
      [&](const Prefix& e) { walk(e.operand); },
      [&](const Binary& e) {
        walk(e.left);
        walk(e.right);
      },
      [&](const If& e) {
        walk(e.condition);
        walk(e.then_branch);
        walk(e.else_branch);
      },
      [&](const Let& e) {
        for (const Binding& binding : e.bindings) walk(binding.value);
        walk(e.body);
      },
      [&](const Each& e) {
        for (const EachBinding& binding : e.bindings) walk(binding.vector);
        walk(e.filter);
        walk(e.body);
      },
      [&](const Lambda& e) { walk(e.body); },
      [&](const VectorLit& e) {
        for (const Expr* element : e.elements) walk(element);
      },
      [&](const Range& e) {
        walk(e.from);
        walk(e.to);
        walk(e.step);
      },
      [&](const Time& e) { walk(e.timed); });
}

const Definition* callee_of(const Expr& expr) {
  if (const auto* name = as<NameExpr>(&expr)) return name->callee.definition;
  if (const auto* prefix = as<Prefix>(&expr)) return prefix->callee.definition;
  if (const auto* binary = as<Binary>(&expr)) return binary->callee.definition;
  return nullptr;
}

bool reaches(const Definition& definition, const std::function<bool(const Definition&)>& is_meant) {
  std::unordered_set<const Definition*> seen{&definition};
  std::vector<const Definition*> open{&definition};
  while (!open.empty()) {
    const Definition& next = *open.back();
    open.pop_back();
    if (is_meant(next)) return true;
    for (const Body* body = next.latest; body != nullptr; body = body->earlier) {
      if (body->function == nullptr) continue;
      for_each_expr(body->function->body, [&](const Expr& e) {
        const Definition* callee = callee_of(e);
        if (callee != nullptr && seen.insert(callee).second) open.push_back(callee);
      });
    }
  }
  return false;
}

std::unordered_set<const Variable*> mentioned_variables(const Expr* expr) {
  std::unordered_set<const Variable*> found;
  for_each_expr(expr, [&](const Expr& e) {
    if (const auto* name = as<NameExpr>(&e); name != nullptr && name->variable != nullptr)
      found.insert(name->variable);
  });
  return found;
}

static void add_bound(const Pattern* pattern, std::vector<const Variable*>& out) {
  match(
      pattern, [&](const NamePattern& p) { out.push_back(p.variable); },
      [&](const DefaultPattern& p) { out.push_back(p.variable); },
      [&](const PairPattern& p) {
        add_bound(p.left, out);
        add_bound(p.right, out);
      },
      [&](const DataPattern& p) { add_bound(p.argument, out); },
      [&](const ParensPattern& p) { add_bound(p.inner, out); }, [](const ErrorPattern&) {});
}

std::vector<const Variable*> bound_variables(const Pattern* pattern) {
  std::vector<const Variable*> out;
  add_bound(pattern, out);
  return out;
}

const Expr* plain(const Expr* expr) {
  while (const auto* parens = as<Parens>(expr)) expr = parens->inner;
  return expr;
}

bool has_tail_call(const Expr* expr) {
  expr = plain(expr);
  if (const auto* apply = as<Apply>(expr)) return apply->tail_self;
  if (const auto* let = as<Let>(expr)) return has_tail_call(let->body);
  if (const auto* branch = as<If>(expr))
    return has_tail_call(branch->then_branch) || has_tail_call(branch->else_branch);
  return false;
}

bool only_tail_calls(const Expr* expr) {
  expr = plain(expr);
  if (const auto* apply = as<Apply>(expr)) return apply->tail_self;
  if (const auto* let = as<Let>(expr)) return only_tail_calls(let->body);
  if (const auto* branch = as<If>(expr))
    return only_tail_calls(branch->then_branch) && only_tail_calls(branch->else_branch);
  return false;
}

}  // namespace planish::nesl
