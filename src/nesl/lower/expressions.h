// Code for expressions.
#pragma once

#include "nesl/lower/frame.h"
#include "nesl/lower/joins.h"

namespace planish::nesl {

class Lowering;

class Expressions {
 public:
  explicit Expressions(Lowering& lowering);

  const AtomTree* lower(const Expr* expr);
  Atom scalar(const Expr* expr) { return lower(expr)->atom; }

  // Binds the names of a pattern to parts of a value. The value may also be a vector of what the
  // pattern is for: then they are bound to vectors.
  void bind(const Pattern* pattern, const AtomTree* value);
  // What a name of the pattern stands for.
  const AtomTree* part_of(const Pattern* pattern, const AtomTree* value, const Variable* variable);
  // Evaluates the bindings of a `let` and binds their names.
  void bind_all(const Let& let);

  // Applies a function, known by its type, to a value.
  const AtomTree* apply(const Type* function, const AtomTree* captured, const AtomTree* argument);

  // The type at which the instance uses what the tree says.
  const Type* type_of(const Expr* expr);

 private:
  const AtomTree* lower(const IntLit& e);
  const AtomTree* lower(const FloatLit& e);
  const AtomTree* lower(const CharLit& e);
  const AtomTree* lower(const BoolLit& e);
  const AtomTree* lower(const StringLit& e);
  const AtomTree* lower(const NameExpr& e);
  const AtomTree* lower(const Parens& e);
  const AtomTree* lower(const Pair& e);
  const AtomTree* lower(const Apply& e);
  const AtomTree* lower(const Index& e);
  const AtomTree* lower(const Prefix& e);
  const AtomTree* lower(const Binary& e);
  const AtomTree* lower(const If& e);
  const AtomTree* lower(const Let& e);
  const AtomTree* lower(const Each& e);
  const AtomTree* lower(const Lambda& e);
  const AtomTree* lower(const VectorLit& e);
  const AtomTree* lower(const EmptyVector& e);
  const AtomTree* lower(const Range& e);
  const AtomTree* lower(const Time& e);
  const AtomTree* lower(const NamedArgument& e);
  const AtomTree* lower(const ErrorExpr& e);

  const AtomTree* check(const Apply& e);
  const AtomTree* call(const Callee& callee, const Type* argument_type, const AtomTree* argument);
  // The names that an apply-to-each binds and something in it uses, and their vectors.
  struct Elements {
    std::vector<const Variable*> names;
    Trees vectors;
    Atom width;
  };
  Atom bind_vectors(const Each& e);
  Elements used(const Each& e, std::span<const Expr* const> by);
  Elements kept(const Elements& all, const Expr* filter);
  const AtomTree* mapped(const Elements& elements, const Expr* body);
  bool rearranges(const Expr* body, const Elements& elements) const;

  Lowering& l_;
};

}  // namespace planish::nesl
