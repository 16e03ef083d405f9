// Expressions with indices: `a[i]`, `a with [i].x = e`, and ranges.
#pragma once

#include "lower/names.h"
#include "lower/size_reader.h"
#include "values/arrays.h"
#include "values/indexing.h"

namespace planish::lower {

class Expressions;

class PathExpressions {
 public:
  explicit PathExpressions(Lowering& lowering);

  const AtomTree* lower(const ast::Index& e, Scope& scope);
  const AtomTree* lower(const ast::Range& e, Scope& scope);
  const AtomTree* lower(const ast::LetWith& e, Scope& scope);
  const AtomTree* lower(const ast::Update& e, Scope& scope);

  Path evaluate(std::span<const ast::PathStep> steps, Scope& scope);

 private:
  std::vector<SliceParts> slice_parts(std::span<const ast::DimIndex> indices, Scope& scope);
  SliceParts slice_parts(const ast::DimIndex& given, Scope& scope);

  Emitter& emit_;
  Shapes& shapes_;
  SizeReader& reader_;
  Indexing& indexing_;
  ArrayFunctions& arrays_;
  Names& names_;
  Expressions& expressions_;
};

}  // namespace planish::lower
