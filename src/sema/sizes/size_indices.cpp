#include "sema/sizes/size_indices.h"

#include <algorithm>

#include "sema/sizes/sizes.h"

namespace planish {

using namespace ast;

const Type* SizeIndices::project(const Type* type, Name field) {
  auto* record = planish::as<planish::RecordType>(type);
  if (record == nullptr) return types_.error();
  auto it = std::ranges::find(record->fields, field, &Field::name);
  return it != record->fields.end() ? it->type : types_.error();
}

const Size* SizeIndices::minus(const Size* a, const Size* b) {
  const Size* args[] = {types_.var(cx_.minus), a, b};
  return types_.term(SizeOp::Apply, {}, args);
}

const Size* SizeIndices::plus_one(const Size* a) {
  const Size* args[] = {types_.var(cx_.plus), a, types_.constant(1)};
  return types_.term(SizeOp::Apply, {}, args);
}

const Size* SizeIndices::slice_size(const DimIndex& index, const Size* dim, Loc loc,
                                    std::vector<ValueSymbol*>& created) {
  auto constant = [&](const Expr* e) -> const Size* {
    const Size* s = e != nullptr ? size_of_expr(cx_, e) : nullptr;
    return s != nullptr && s->kind == SizeKind::Const ? s : nullptr;
  };
  const Size* stride = constant(index.stride);
  bool forward = index.stride == nullptr || (stride != nullptr && stride->value == 1);
  bool backward = stride != nullptr && stride->value == -1;
  const Size* from = index.from != nullptr ? size_of_expr(cx_, index.from) : nullptr;
  const Size* to = index.to != nullptr ? size_of_expr(cx_, index.to) : nullptr;
  bool from_ok = index.from == nullptr || from != nullptr;
  bool to_ok = index.to == nullptr || to != nullptr;
  if (dim->kind != SizeKind::Varying && from_ok && to_ok) {
    if (forward) {
      const Size* end = to != nullptr ? to : dim;
      bool zero = from == nullptr || (from->kind == SizeKind::Const && from->value == 0);
      return zero ? end : minus(end, from);
    }
    if (backward && from == nullptr && to == nullptr) return dim;
    if (backward && from != nullptr && to != nullptr) return minus(from, to);
  }
  for (const Expr* part : {index.from, index.to, index.stride}) {
    if (part != nullptr && size_of_expr(cx_, part) == nullptr) warn_binding_size(part);
  }
  return types_.var(unknown(loc, UnknownReason::Slice, {}, created));
}

const Type* SizeIndices::index_type(const Type* type, std::span<const DimIndex> indices, Loc loc,
                                    SliceSize mode, std::vector<ValueSymbol*>& created) {
  std::vector<const Size*> dims;
  for (const DimIndex& index : indices) {
    for (Expr* part : {index.index, index.from, index.to, index.stride}) {
      if (part != nullptr) all_.exprs.expr(part);
    }
    auto* array = planish::as<planish::ArrayType>(type);
    if (array == nullptr) return types_.error();
    if (index.slice) {
      dims.push_back(mode == SliceSize::Any
                         ? fresh(index.loc, "the slice")
                         : slice_size(index, norm(array->dim), span(loc, index.loc), created));
    }
    type = array->elem;
  }
  for (size_t i = dims.size(); i-- > 0;) type = types_.array(dims[i], type);
  return type;
}

const Type* SizeIndices::infer_index(Index& e) {
  std::vector<ValueSymbol*> created;
  const Type* array = all_.exprs.expr(e.array);
  const Type* type = index_type(array, e.indices, e.array->loc, SliceSize::Exact, created);
  type = all_.borders.open_varying(type, e.loc, &created);
  e.new_sizes = list(created);
  return type;
}

const Type* SizeIndices::infer_range(Range& e) {
  const Type* start_type = all_.exprs.expr(e.start);
  if (e.second != nullptr) all_.exprs.expr(e.second);
  all_.exprs.expr(e.end);
  auto* prim = planish::as<PrimType>(start_type);
  const Size* size = nullptr;
  if (prim != nullptr && prim->prim == Prim::I64) {
    const Size* start = size_of_expr(cx_, e.start);
    const Size* second = e.second != nullptr ? size_of_expr(cx_, e.second) : nullptr;
    const Size* end = size_of_expr(cx_, e.end);
    auto is = [](const Size* s, int64_t value) {
      return s != nullptr && s->kind == SizeKind::Const && s->value == value;
    };
    if (start != nullptr && end != nullptr) {
      if (e.end_kind == RangeEnd::UpTo && is(start, 0) && (e.second == nullptr || is(second, 1)))
        size = end;
      else if (e.end_kind == RangeEnd::UpTo && e.second == nullptr)
        size = minus(end, start);
      else if (e.end_kind == RangeEnd::Inclusive && is(start, 1) && is(second, 2))
        size = end;
      else if (e.end_kind == RangeEnd::Inclusive && e.second == nullptr)
        size = plus_one(minus(end, start));
    }
  }
  if (size == nullptr) {
    if (prim != nullptr && prim->prim == Prim::I64 && e.second == nullptr) {
      for (const Expr* part : {e.start, e.end}) {
        if (size_of_expr(cx_, part) == nullptr) warn_binding_size(part);
      }
    }
    std::vector<ValueSymbol*> created;
    size = types_.var(unknown(e.loc, UnknownReason::Range, {}, created));
    e.new_sizes = list(created);
  }
  return types_.array(size, start_type);
}

void SizeIndices::warn_binding_size(const Expr* e) {
  cx_.diags
      .report(Diag::unknown_size, e->loc,
              "a size expression with binding is replaced by an unknown size")
      .suggest("bind its value with `let` first, and use that name");
}

const Type* SizeIndices::infer_project_section(ProjectSection& e) {
  auto* arrow = planish::as<planish::ArrowType>(norm(e.type));
  if (arrow == nullptr) return types_.error();
  const Type* from = fresh_sized(arrow->param, e.loc, "the section's parameter");
  std::vector<ValueSymbol*> created;
  const Type* to = from;
  for (const PathStep& step : e.steps) {
    to = step.is_index ? index_type(to, step.indices, e.loc, SliceSize::Exact, created)
                       : project(to, step.field.name);
  }
  std::vector<ValueSymbol*> exists;
  for (ValueSymbol* v : created) v->level = state_.depth + 1;
  to = all_.borders.close_result(to, state_.depth + 1, exists);
  auto copied = cx_.arena.copy(exists);
  return types_.arrow(nullptr, false, from, {copied.data(), copied.size()}, to);
}

}  // namespace planish
