// Functions that end in calls of themselves become loops.
#pragma once

#include "nesl/lower/joins.h"
#include "nesl/syntax/ast.h"

namespace planish::nesl {

class Lowering;

// Note [Tail calls]
// `function f(x) = if c then e else f(s)` is `loop x while not c do s`, and then e. Where a function
// ends in other ways, the loop also carries whether there is more to do, and the result:
//
//   loop (more = T, x, r = zero) while more do (T, s, r) or (F, x, e)
//
// What the loop carries has fixed sizes wherever each round gives the sizes that it was given; which
// these are is found by trying.
class TailLoops {
 public:
  explicit TailLoops(Lowering& lowering);

  // The result of the function, given its argument.
  const AtomTree* lower(const FunctionForm& form, const AtomTree* argument, const Shape* structure);

 private:
  const AtomTree* simple(const FunctionForm& form, const If& branch, const AtomTree* argument,
                         const Shape* structure);
  const AtomTree* general(const FunctionForm& form, const AtomTree* argument,
                          const Shape* structure);
  // The next argument, and the key of random numbers if there is one, of code that always calls.
  const AtomTree* next(const Expr* expr, const Shape* carried);
  // A flag, the next argument and the result.
  const AtomTree* round(const Expr* expr, const AtomTree* now, const Shape* carried);
  const AtomTree* call(const Apply& apply);
  const AtomTree* with_key(const AtomTree* argument);
  const AtomTree* bind(const FunctionForm& form, const AtomTree* carried);
  const Shape* with_key(const Shape* structure);

  // A loop over values of the structure. `condition` and `body` are given what is carried.
  using Step = FunctionRef<const AtomTree*(const AtomTree* carried)>;
  using Condition = FunctionRef<Atom(const AtomTree* carried)>;
  const AtomTree* loop(const Shape* structure, const AtomTree* first, Condition condition,
                       Step body);

  Lowering& l_;
};

}  // namespace planish::nesl
