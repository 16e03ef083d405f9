#include "sema/infer/infer_paths.h"

#include <algorithm>

#include "sema/infer/infer.h"
#include "sema/types/names.h"
#include "sema/types/type_print.h"

namespace planish {

using namespace ast;

void InferPaths::must_be_prim(const Type* type, PrimSet prims, const Reason& reason,
                              std::string_view what) {
  const Type* root = resolve_meta(type);
  if (auto* prim = planish::as<PrimType>(root);
      prim != nullptr && (prims & prim_set(prim->prim)) != 0)
    return;
  if (root->kind == TypeKind::Error) return;
  if (auto* meta = planish::as<MetaType>(root);
      meta != nullptr && meta->fields.empty() && meta->constructors.empty()) {
    PrimSet both = meta->prims == 0 ? prims : meta->prims & prims;
    if (both != 0) {
      meta->prims = both;
      return;
    }
  }
  state_.failed = true;
  if (state_.mismatch_reported) return;
  state_.mismatch_reported = true;
  const TypeWords is = describe(cx_, root);
  auto& diag = cx_.diags.report(Diag::type_mismatch, reason.loc, "{}, but this {}", what, is.has);
  diag.primary_label(is.label);
  if (root->kind == TypeKind::Array && reason.kind == Reason::Negation)
    diag.suggest("for each element, write `map (\\x -> -x) xs`");
  if (auto* prim = planish::as<PrimType>(root);
      prim != nullptr && is_float(prim->prim) && reason.kind == Reason::Index)
    diag.suggest(fmt::format("convert it: `i64.{} (…)`", is.label));
}

const Type* InferPaths::project(const Type* type, const Ident& field, Loc loc) {
  const Type* root = resolve_meta(type);
  if (auto* record = planish::as<planish::RecordType>(root)) {
    auto it = std::ranges::find(record->fields, field.name, &Field::name);
    if (it != record->fields.end()) return it->type;
    state_.failed = true;
    auto& diag = cx_.diags.report(Diag::unknown_field, field.loc, "there is no field `{}` in `{}`",
                                  cx_.text(field.name), show(cx_, root, ShownSizes::InScope));
    std::vector<Name> names;
    for (const Field& f : record->fields) names.push_back(f.name);
    suggest_name(cx_, diag, field, names);
    return types_.error();
  }
  if (root->kind == TypeKind::Error) return root;
  if (auto* meta = planish::as<MetaType>(root);
      meta != nullptr && meta->prims == 0 && meta->constructors.empty()) {
    auto it = std::ranges::find(meta->fields, field.name, &Field::name);
    if (it != meta->fields.end()) return it->type;
    std::vector<Field> fields(meta->fields.begin(), meta->fields.end());
    fields.push_back({field.name, fresh(field.loc)});
    meta->fields = cx_.arena.copy(fields);
    return fields.back().type;
  }
  state_.failed = true;
  all_.reports.report_no_record(root, field, loc);
  return types_.error();
}

const Type* InferPaths::index_type(const Type* type, std::span<const DimIndex> indices, Loc loc) {
  const Type* i64 = types_.prim(Prim::I64);
  for (const DimIndex& index : indices) {
    if (!index.slice) {
      must_be_prim(all_.exprs.expr(index.index), kSignedPrims,
                   {Reason::Index, index.loc, {}, {}, 0}, "an index must be a signed integer");
      continue;
    }
    for (Expr* part : {index.from, index.to, index.stride}) {
      if (part != nullptr) all_.exprs.expect(part, i64, {Reason::SliceBound, part->loc, {}, {}, 0});
    }
  }
  // Peel one dimension for each index; keep those that are sliced.
  const Type* rest = type;
  for (size_t i = 0; i < indices.size(); i++) {
    const Type* root = resolve_meta(rest);
    if (auto* array = planish::as<planish::ArrayType>(root)) {
      rest = array->elem;
      continue;
    }
    const MetaType* elem = fresh(loc);
    elem->unlifted = true;
    const Type* shape = elem;
    for (size_t j = i; j < indices.size(); j++) shape = types_.array(nullptr, shape);
    if (root->kind != TypeKind::Error && root->kind != TypeKind::Meta &&
        !state_.mismatch_reported) {
      state_.failed = state_.mismatch_reported = true;
      std::string shown = show(cx_, type, ShownSizes::InScope);
      auto* record = planish::as<planish::RecordType>(root);
      auto& diag =
          i == 0
              ? cx_.diags.report(Diag::type_mismatch, loc,
                                 "this is indexed, but is no array: its type is `{}`", shown)
              : cx_.diags.report(Diag::type_mismatch, loc,
                                 "this has {} dimension{}, but is indexed in {}: its type is `{}`",
                                 i, i == 1 ? "" : "s", indices.size(), shown);
      diag.primary_label(shown);
      if (i == 0 && record != nullptr && record->tuple)
        diag.suggest("the parts of a tuple are written `t.0`, `t.1`, …");
      return types_.error();
    }
    if (!all_.unifier.unify_or_report(shape, root, {Reason::Index, loc, {}, {}, 0}))
      return types_.error();
    rest = elem;
    break;
  }
  for (size_t i = indices.size(); i-- > 0;) {
    if (indices[i].slice) rest = types_.array(nullptr, rest);
  }
  return rest;
}

const Type* InferPaths::walk_path(const Type* type, std::span<const PathStep> steps,
                                  Loc source_loc) {
  for (const PathStep& step : steps) {
    type = step.is_index ? index_type(type, step.indices, source_loc)
                         : project(type, step.field, source_loc);
    source_loc = span(source_loc, step.loc);
  }
  return type;
}

const Type* InferPaths::infer_index(Index& e) {
  const Type* array = all_.exprs.expr(e.array);
  return index_type(array, e.indices, e.array->loc);
}

const Type* InferPaths::infer_range(Range& e) {
  const Type* type = all_.exprs.expr(e.start);
  for (Expr* part : {e.second, e.end}) {
    if (part != nullptr)
      all_.exprs.expect(part, type, {Reason::RangePart, part->loc, e.start->loc, {}, 0});
  }
  must_be_prim(type, kIntPrims, {Reason::RangePart, e.start->loc, {}, {}, 0},
               "a range counts integers");
  return types_.array(nullptr, type);
}

const Type* InferPaths::infer_project_section(ProjectSection& e) {
  const Type* from = fresh(e.loc);
  const Type* to = walk_path(from, e.steps, e.loc);
  return types_.arrow(nullptr, false, from, {}, to);
}

}  // namespace planish
