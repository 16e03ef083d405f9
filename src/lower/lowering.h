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
#include "lower/foreign_functions.h"
#include "lower/function_expressions.h"
#include "lower/function_numbers.h"
#include "lower/intrinsics.h"
#include "lower/known_sizes.h"
#include "lower/lower.h"
#include "lower/outside_calls.h"
#include "lower/path_expressions.h"
#include "lower/sequences.h"
#include "values/indexing.h"
#include "values/program_builder.h"

namespace planish::lower {

class Lowering {
 public:
  Lowering(SemaContext& sema, const CheckedProgram& given, const LowerOptions& chosen,
           values::ProgramBuilder& into, values::OutsideFunctions* others);
  void add_entries();

  SemaContext& cx;
  const CheckedProgram& checked;
  const LowerOptions options;
  values::ProgramBuilder& whole;
  values::OutsideFunctions* const outside;  // null: there are none
  ir::Program& program;                     // these are parts of it
  Builder& builder;
  ValueBuilder& values;
  ir::Storage& storage;
  Arena& arena;
  Emitter& emit;  // these are parts of it
  Checks& checks;
  TreeMaker& trees;
  Indexing& indexing;
  ArrayFunctions& arrays;
  Equality& equality;

  // What names stand for.
  Modules modules;
  FreeSymbols free_symbols;
  Scopes scopes;
  KnownSizes known;

  // Code, types and values.
  Places places;
  CallAttributes attributes;
  Shapes shapes;
  Sizes sizes;
  SizeReader reader;
  Coercions coercions;
  Signatures signatures;

  // Built-in functions.
  Intrinsics intrinsics;
  Sequences sequences;

  // Functions of the program.
  SchemeInstances instances;
  ClosedFunctions closed;
  OpenFunctions open;
  InliningRules inlining;
  Specialisations specialisations;
  ForeignFunctions foreign;
  OutsideCalls outside_calls;
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
