// Makes CORE out of trees of values: what front ends share.
//
//   ValueBuilder values(builder, names);
//   const AtomTree* squares = values.operators.map([&](const AtomTree* x) { … }, numbers, …);
//
// It owns one object of each class of this folder and connects them. Where an operator takes a
// function, it takes one of C++ that makes the code of a body; what functions, types and scopes of a
// language are, it does not know.
#pragma once

#include "values/arrays.h"
#include "values/checks.h"
#include "values/emitter.h"
#include "values/equality.h"
#include "values/indexing.h"
#include "values/parallel_operators.h"
#include "values/row_operators.h"
#include "values/shape_maker.h"
#include "values/stream_operators.h"
#include "values/tree_maker.h"

namespace planish::values {

class ValueBuilder {
 public:
  // `names_of_fields` has the names of fields in trees and shapes.
  ValueBuilder(Builder& of_all, Interner& names_of_fields);
  ValueBuilder(const ValueBuilder&) = delete;
  ValueBuilder& operator=(const ValueBuilder&) = delete;

  ir::Storage& storage() { return builder.storage(); }
  Arena& arena() { return builder.arena(); }

  Builder& builder;
  Interner& names;
  Emitter emit;
  Checks checks;
  ShapeMaker shapes;
  TreeMaker trees;
  Indexing indexing;
  ArrayFunctions arrays;
  Equality equality;
  ParallelOperators operators;
  StreamOperators streams;
  RowOperators rows;
};

}  // namespace planish::values
