#include "lower/path_expressions.h"

#include "lower/lowering.h"

namespace planish::lower {

PathExpressions::PathExpressions(Lowering& lowering)
    : emit_(lowering.emit),
      shapes_(lowering.shapes),
      reader_(lowering.reader),
      indexing_(lowering.indexing),
      arrays_(lowering.arrays),
      names_(lowering.names),
      expressions_(lowering.expressions) {}

SliceParts PathExpressions::slice_parts(const ast::DimIndex& given, Scope& scope) {
  SliceParts parts;
  parts.is_slice = given.slice;
  auto number = [&](const ast::Expr* e) { return emit_.to_i64(expressions_.scalar(e, scope)); };
  if (!given.slice) {
    parts.from = number(given.index);
    return parts;
  }
  parts.has_from = given.from != nullptr;
  parts.has_to = given.to != nullptr;
  parts.has_stride = given.stride != nullptr;
  if (parts.has_from) parts.from = number(given.from);
  if (parts.has_to) parts.to = number(given.to);
  parts.stride = parts.has_stride ? number(given.stride) : Atom::i64(1);
  return parts;
}

std::vector<SliceParts> PathExpressions::slice_parts(std::span<const ast::DimIndex> indices,
                                                     Scope& scope) {
  std::vector<SliceParts> all;
  for (const ast::DimIndex& given : indices) all.push_back(slice_parts(given, scope));
  return all;
}

Path PathExpressions::evaluate(std::span<const ast::PathStep> steps, Scope& scope) {
  Path path;
  for (const ast::PathStep& step : steps)
    path.push_back({step.is_index, step.field.name, slice_parts(step.indices, scope)});
  return path;
}

const AtomTree* PathExpressions::lower(const ast::Index& e, Scope& scope) {
  const AtomTree* array = expressions_.expr(e.array, scope);
  IndexList list;
  indexing_.extend(list, slice_parts(e.indices, scope), array);
  const AtomTree* value = indexing_.index(array, list, shapes_.structure(e.type, scope));
  reader_.learn_new_sizes(e.new_sizes, e.type, value, scope);
  return value;
}

static RangeEnd end_of(ast::RangeEnd written) {
  switch (written) {
    case ast::RangeEnd::Inclusive: return RangeEnd::Inclusive;
    case ast::RangeEnd::UpTo: return RangeEnd::UpTo;
    case ast::RangeEnd::DownTo: return RangeEnd::DownTo;
  }
  return RangeEnd::Inclusive;
}

const AtomTree* PathExpressions::lower(const ast::Range& e, Scope& scope) {
  Atom start = expressions_.scalar(e.start, scope);
  std::optional<Atom> second;
  if (e.second != nullptr) second = expressions_.scalar(e.second, scope);
  const AtomTree* value =
      arrays_.range({start, second, expressions_.scalar(e.end, scope), end_of(e.end_kind)});
  reader_.learn_new_sizes(e.new_sizes, e.type, value, scope);
  return value;
}

const AtomTree* PathExpressions::lower(const ast::LetWith& e, Scope& scope) {
  Path path = evaluate(e.steps, scope);
  const AtomTree* value = expressions_.expr(e.value, scope);
  const AtomTree* source = names_.variable({e.source, nullptr, e.source->type, scope});
  scope.values[e.symbol] = indexing_.update(source, path, value);
  const AtomTree* result = expressions_.expr(e.body, scope);
  reader_.learn_new_sizes(e.new_sizes, e.type, result, scope);
  return result;
}

const AtomTree* PathExpressions::lower(const ast::Update& e, Scope& scope) {
  // The source last: computing it may consume what the others read.
  Path path = evaluate(e.steps, scope);
  const AtomTree* value = expressions_.expr(e.value, scope);
  return indexing_.update(expressions_.expr(e.source, scope), path, value);
}

}  // namespace planish::lower
