// Type inference without sizes: Hindley-Milner over one definition.
//
// Resolves names, gives every expression and pattern a type in which array dimensions mean nothing
// yet, and finds the metavariables. The sizes are the business of sizes.h, which walks the tree
// again knowing all types.
#pragma once

#include "sema/infer/infer_calls.h"
#include "sema/infer/infer_exprs.h"
#include "sema/infer/infer_names.h"
#include "sema/infer/infer_paths.h"
#include "sema/infer/infer_patterns.h"
#include "sema/infer/type_reports.h"
#include "sema/infer/type_solutions.h"
#include "sema/infer/type_unifier.h"

namespace planish {

struct Infer {
  explicit Infer(SemaContext& cx)
      : state(cx),
        unifier(state, *this),
        reports(state, *this),
        names(state, *this),
        patterns(state, *this),
        paths(state, *this),
        calls(state, *this),
        exprs(state, *this),
        solutions(state, *this) {}

  // Defined where types of modules are known: modules/type_exprs.cpp.
  ResolvedType resolve(ast::TypeExpr& e);

  InferState state;
  TypeUnifier unifier;
  TypeReports reports;
  InferNames names;
  InferPatterns patterns;
  InferPaths paths;
  InferCalls calls;
  InferExprs exprs;
  TypeSolutions solutions;
};

}  // namespace planish
