#include "sema/consumption/analysis.h"

// Note [Consumption]
//
// Arrays are values, but some operations may overwrite their memory: in-place updates, calls of
// functions with `*` parameters, loops that do either to their parameters. Such an operation
// *consumes* its operand, and afterwards neither the operand nor anything that may share memory
// with it is used. One walk over a definition, in the order of evaluation, proves this:
//
//   let ys = xs[1:]                 ys: {xs}          what a value may share memory with
//   let zs = xs with [0] = 7        consumed: xs      all owners in the aliases of the operand
//   in ys                           error             an owner in the aliases of `ys` is consumed
//
// * The aliases of a value (alias.h) are owners: variables and unnamed results. A name is its own
//   owner only if the value that it is bound to has no owner with a name yet, or is a record or
//   sum; so sets stay small, and consuming part of a record consumes the name of the whole.
// * Functions, lambdas, loops and sizes are *frames*: code that may run more than once, so it must
//   not consume what is bound outside of it. What a frame uses of the outside is captured by it.
// * A call's result shares memory with the observed arguments and with what the function captured,
//   except where its type has a `*`. The result types of functions that do not declare any get
//   theirs here.
// * A loop is walked once. Which parameters it consumes follows from its body, and from which
//   parameters flow into which (loops.h).
// * The elements that a `for … in` loop goes over are values of their own, as if they were copied.
// * What happens in one branch is taken back before the other is walked, and both are added up
//   after: the trail remembers what was consumed in which order. Owners made inside of a branch
//   need no taking back.

namespace planish {

void check_consumption(SemaContext& cx, ast::ValDecl& decl) {
  consumption::Analysis(cx).functions.check_definition(decl);
}

}  // namespace planish
