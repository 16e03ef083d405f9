// The parts of lowering, put together for one program.
//
// Each part has references to those that it uses. They use each other in circles, as the language
// does: an expression calls a function, whose body is an expression, and the size of an array in a
// type may be computed by a function. docs/lowering.md says what each of them is for.
#pragma once

#include "lower/calls.h"
#include "lower/control_expressions.h"
#include "lower/data_expressions.h"
#include "lower/entry_points.h"
#include "lower/expressions.h"
#include "lower/function_expressions.h"
#include "lower/function_numbers.h"
#include "lower/intrinsics.h"
#include "lower/lower.h"
#include "lower/path_expressions.h"

namespace planish::lower {

class Lowering {
 public:
  Lowering(SemaContext& sema, const CheckedProgram& given, const LowerOptions& chosen);
  ir::Program run();

  SemaContext& cx;
  const CheckedProgram& checked;
  const LowerOptions& options;
  ir::Program program;
  ir::Storage& storage;
  Arena& arena;
  Builder builder;  // of all functions: one that is needed by another is made in the middle of it

  // What names stand for.
  Modules modules;
  FreeSymbols free_symbols;
  Scopes scopes;
  KnownSizes known;

  // Code, types and values.
  Places places;
  Emitter emit;
  Checks checks;
  CallAttributes attributes;
  Shapes shapes;
  TreeMaker trees;
  Sizes sizes;
  SizeReader reader;
  Coercions coercions;
  Signatures signatures;

  // Built-in functions.
  Indexing indexing;
  ArrayFunctions arrays;
  Equality equality;
  ParallelOperators operators;
  RowOperators rows;
  Intrinsics intrinsics;

  // Functions of the program.
  SchemeInstances instances;
  ClosedFunctions closed;
  OpenFunctions open;
  InliningRules inlining;
  Specialisations specialisations;
  Names names;
  Calls calls;

  // Constructs of the language.
  Patterns patterns;
  DataExpressions data;
  PathExpressions paths;
  FunctionExpressions functions;
  ControlExpressions control;
  Expressions expressions;
  EntryPoints entry_points;
};

}  // namespace planish::lower
