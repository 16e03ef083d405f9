// Size inference: the second walk over a definition, which knows all types and finds all sizes.
//
// Types are computed bottom-up; a size that is not known yet is a metavariable. Where a size comes
// into existence only when an expression is evaluated (filter, a slice, branches that differ…), an
// unknown-size symbol stands for it and is listed in the `new_sizes` of that expression.
//
// Its parts use each other in circles, as expressions do. `functions` begins with a definition, and
// `solutions` ends it.
//
// Note [Existential instances]
// In `xs |> filter p` the type parameter '^b of |> is instantiated with a type whose size exists
// only after the call of filter: each occurrence of b means another size. While checking we know of
// b only its type without sizes, so the first occurrence gets fresh *absorbable* metavariables (the
// canonical ones), and every later occurrence gets copies of them. As long as the size turns out
// ordinary, a copy is the same as its canonical. When a canonical one meets a size that is bound
// inside the other type (the ?[m] of filter's result), it becomes existential, and then the copies
// in the type of the application's result are replaced by new unknown sizes.
//
// Note [Varying dimensions]
// The row of an `[n][?]t` has the type `[?]t` as long as it is only passed around, and gets a size
// of its own as soon as it is bound to a name or comes out of an application (open_varying). Every
// `?` of a parameter has a number, and only dimensions with the same number are equal: rows of two
// different arrays are not known to match. Where a type parameter stands for rows (`++` of two
// irregular arrays), that does not matter: the function cannot look into them. So a size in the
// instance of a type parameter is `?` if it is in one argument, whatever it is in others, unless
// something else, such as a function argument, needs it to be one size.
#pragma once

#include "sema/sizes/size_borders.h"
#include "sema/sizes/size_calls.h"
#include "sema/sizes/size_exprs.h"
#include "sema/sizes/size_functions.h"
#include "sema/sizes/size_indices.h"
#include "sema/sizes/size_loops.h"
#include "sema/sizes/size_patterns.h"
#include "sema/sizes/size_reports.h"
#include "sema/sizes/size_solutions.h"
#include "sema/sizes/size_unifier.h"

namespace planish {

struct SizeInference {
  explicit SizeInference(SemaContext& cx)
      : state(cx),
        unifier(state, *this),
        reports(state, *this),
        borders(state, *this),
        patterns(state, *this),
        indices(state, *this),
        calls(state, *this),
        functions(state, *this),
        loops(state, *this),
        exprs(state, *this),
        solutions(state, *this) {}

  SizeState state;
  SizeUnifier unifier;
  SizeReports reports;
  SizeBorders borders;
  SizePatterns patterns;
  SizeIndices indices;
  SizeCalls calls;
  SizeFunctions functions;
  SizeLoops loops;
  SizeExprs exprs;
  SizeSolutions solutions;
};

}  // namespace planish
