// Names, patterns and paths in type inference.
#include "sema/infer/infer.h"

#include <algorithm>

#include "sema/types/names.h"
#include "sema/types/type_print.h"

namespace planish {

using namespace ast;

NamePat* whole_name(Pattern* pattern) {
  for (;;) {
    if (auto* p = ast::as<NamePat>(pattern)) return p;
    if (auto* parens = ast::as<ParensPat>(pattern))
      pattern = parens->inner;
    else if (auto* ascribe = ast::as<AscribePat>(pattern))
      pattern = ascribe->inner;
    else if (auto* attr = ast::as<AttrPat>(pattern))
      pattern = attr->inner;
    else
      return nullptr;
  }
}

const MetaType* Infer::fresh(Loc loc) {
  const MetaType* meta = types_.meta(loc, level_);
  metas_.push_back(meta);
  return meta;
}

const Type* Infer::constrained(Loc loc, PrimSet prims) {
  const MetaType* meta = fresh(loc);
  meta->prims = prims;
  return meta;
}

void Infer::expect(Expr* e, const Type* expected, const Reason& reason) {
  unify_or_report(expected, expr(e), reason);
}

void Infer::must_be_prim(const Type* type, PrimSet prims, const Reason& reason,
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
  failed_ = true;
  if (mismatch_reported_) return;
  mismatch_reported_ = true;
  const TypeWords is = describe(cx_, root);
  auto& diag = cx_.diags.report(Diag::type_mismatch, reason.loc, "{}, but this {}", what, is.has);
  diag.primary_label(is.label);
  if (root->kind == TypeKind::Array && reason.kind == Reason::Negation)
    diag.suggest("for each element, write `map (\\x -> -x) xs`");
  if (auto* prim = planish::as<PrimType>(root);
      prim != nullptr && is_float(prim->prim) && reason.kind == Reason::Index)
    diag.suggest(fmt::format("convert it: `i64.{} (…)`", is.label));
}

// ---- Names

ValueSymbol* Infer::lookup_value(const QualName& name, std::span<const Ident>* fields) {
  ValueLookup found = planish::lookup_value(cx_, name);
  if (found.unknown && sequence != nullptr) {
    const Ident& first = name.quals.empty() ? name.name : name.quals[0];
    if (ValueSymbol* forward = forward_reference(first.name)) {
      found.symbol = forward;
      std::vector<Ident> rest(name.quals.begin(), name.quals.end());
      rest.push_back(name.name);
      found.fields = cx_.arena.copy(std::span<const Ident>(rest).subspan(1));
      found.unknown = false;
    }
  }
  if (found.unknown) {
    report_unknown_value(cx_, name);
    note_later_definition(name.quals.empty() ? name.name.name : name.quals[0].name);
  }
  self_used_ = self_used_ || (found.symbol != nullptr && found.symbol == current);
  if (found.symbol == nullptr) failed_ = true;
  if (fields != nullptr) {
    *fields = found.fields;
  } else if (found.symbol != nullptr && !found.fields.empty()) {
    cx_.diags.report(Diag::unknown_name, name.loc, "`{}` is not a module",
                     cx_.text(name.quals[0].name));
    failed_ = true;
    return nullptr;
  }
  return found.symbol;
}

// ---- Patterns

ValueSymbol* Infer::bind_name(Name name, Loc loc, ValueKind kind, const Type* type) {
  ValueSymbol* before = cx_.scope.term(name).value;
  if (before != nullptr && before->id >= first_name_id_ && first_name_id_ != 0) {
    cx_.diags
        .report(Diag::duplicate_name, loc, "`{}` is bound twice in one pattern or parameter list",
                cx_.text(name))
        .label(before->loc, "first bound here");
    failed_ = true;
  }
  ValueSymbol* symbol = types_.new_value_symbol(name, loc, kind);
  symbol->level = level_;
  symbol->type = types_.with_unique(type, false);
  symbol->consumable = (type->flags & kHasUnique) != 0;
  cx_.scope.bind(name, symbol);
  return symbol;
}

const Type* Infer::literal_pattern(Expr* literal) { return expr(literal); }

const Type* Infer::param(Pattern* pattern) {
  const Type* type = nullptr;
  // An annotated parameter needs no metavariable.
  Pattern* inner = pattern;
  while (auto* p = ast::as<ParensPat>(inner)) inner = p->inner;
  if (inner->kind == PatternKind::AscribePat) {
    type = resolve(*static_cast<AscribePat*>(inner)->ascribed).type;
  } else {
    type = fresh(pattern->loc);
  }
  bind_pattern(pattern, type, ValueKind::Param, {});
  return pattern->type;
}

void Infer::bind_pattern(Pattern* pattern, const Type* expected, ValueKind kind, Loc value_loc) {
  pattern->type = expected;
  auto mismatch = [&](const Type* shape) {
    return unify_or_report(shape, expected, {Reason::PatternValue, pattern->loc, value_loc, {}, 0});
  };
  match(
      pattern, [&](NamePat& p) { p.symbol = bind_name(p.name, p.loc, kind, expected); },
      [&](WildcardPat&) {},
      [&](ParensPat& p) {
        bind_pattern(p.inner, expected, kind, value_loc);
        p.type = p.inner->type;
      },
      [&](AttrPat& p) {
        bind_pattern(p.inner, expected, kind, value_loc);
        p.type = p.inner->type;
      },
      [&](AscribePat& p) {
        const Type* ascribed =
            p.ascribed->type != nullptr ? p.ascribed->type : resolve(*p.ascribed).type;
        if (ascribed != expected) mismatch(ascribed);
        p.type = ascribed;
        bind_pattern(p.inner, ascribed, kind, value_loc);
      },
      [&](LiteralPat& p) {
        const Type* type = literal_pattern(p.literal);
        mismatch(type);
      },
      [&](TuplePat& p) {
        const Type* root = resolve_meta(expected);
        auto* record = planish::as<planish::RecordType>(root);
        if (record == nullptr || !record->tuple || record->fields.size() != p.elems.size()) {
          std::vector<const Type*> parts;
          for (Pattern* elem : p.elems) parts.push_back(fresh(elem->loc));
          const Type* shape = types_.tuple(parts);
          if (!mismatch(shape)) {
            for (Pattern* elem : p.elems) bind_pattern(elem, types_.error(), kind, value_loc);
            return;
          }
          record = static_cast<const planish::RecordType*>(shape);
        }
        std::vector<const Type*> parts;
        for (size_t i = 0; i < p.elems.size(); i++) {
          bind_pattern(p.elems[i], record->fields[i].type, kind, value_loc);
          parts.push_back(p.elems[i]->type);
        }
        p.type = types_.tuple(parts);
      },
      [&](RecordPat& p) {
        std::vector<Field> shape;
        for (FieldPat& f : p.fields) {
          auto same = std::ranges::find(shape, f.name.name, &Field::name);
          if (same != shape.end()) {
            cx_.diags.report(Diag::duplicate_field, f.name.loc,
                             "field `{}` stands twice in this pattern", cx_.text(f.name.name));
            failed_ = true;
            continue;
          }
          shape.push_back({f.name.name, fresh(f.name.loc)});
        }
        auto* wanted = static_cast<const planish::RecordType*>(types_.record(shape));
        if (!mismatch(wanted)) {
          for (FieldPat& f : p.fields) bind_pattern(f.pattern, types_.error(), kind, value_loc);
          return;
        }
        auto* record = planish::as<planish::RecordType>(resolve_meta(expected));
        if (record == nullptr) record = wanted;
        std::vector<Field> parts;
        for (FieldPat& f : p.fields) {
          auto it = std::ranges::find(record->fields, f.name.name, &Field::name);
          bind_pattern(f.pattern, it != record->fields.end() ? it->type : types_.error(), kind,
                       value_loc);
          parts.push_back({f.name.name, f.pattern->type});
        }
        if (parts.size() == shape.size()) p.type = types_.record(parts);
      },
      [&](ConstrPat& p) {
        auto* sum = planish::as<planish::SumType>(resolve_meta(expected));
        if (sum != nullptr) {
          auto it = std::ranges::find(sum->constructors, p.name.name, &Constructor::name);
          if (it == sum->constructors.end() || it->args.size() != p.args.size()) {
            failed_ = true;
            auto& diag =
                it == sum->constructors.end()
                    ? cx_.diags.report(Diag::type_mismatch, p.loc,
                                       "the value has no constructor `#{}`: its type is `{}`",
                                       cx_.text(p.name.name), show(cx_, sum))
                    : cx_.diags.report(
                          Diag::type_mismatch, p.loc,
                          "constructor `#{}` has {} argument{}, but the pattern has {}",
                          cx_.text(p.name.name), it->args.size(), it->args.size() == 1 ? "" : "s",
                          p.args.size());
            if (value_loc.valid()) diag.label(value_loc, show(cx_, sum));
            for (Pattern* arg : p.args) bind_pattern(arg, types_.error(), kind, value_loc);
            return;
          }
          for (size_t i = 0; i < p.args.size(); i++)
            bind_pattern(p.args[i], it->args[i], kind, value_loc);
          return;
        }
        std::vector<const Type*> args;
        for (Pattern* arg : p.args) args.push_back(fresh(arg->loc));
        const MetaType* meta = fresh(p.loc);
        auto copied = cx_.arena.copy(args);
        Constructor constructor{p.name.name, {copied.data(), copied.size()}};
        meta->constructors = cx_.arena.copy({constructor});
        bool ok = mismatch(meta);
        for (size_t i = 0; i < p.args.size(); i++) {
          bind_pattern(p.args[i], ok ? args[i] : types_.error(), kind, value_loc);
        }
      });
}

const Type* Infer::function_type(std::span<Pattern* const> params, const Type* result) {
  const Type* type = result;
  for (size_t i = params.size(); i-- > 0;) {
    Pattern* p = params[i];
    NamePat* name = whole_name(p);
    bool consumes = (p->type->flags & kHasUnique) != 0;
    type = types_.arrow(name != nullptr ? name->symbol : nullptr, consumes,
                        types_.with_unique(p->type, false), {}, type);
  }
  return type;
}

// ---- Parts of values

const Type* Infer::project(const Type* type, const Ident& field, Loc loc) {
  const Type* root = resolve_meta(type);
  if (auto* record = planish::as<planish::RecordType>(root)) {
    auto it = std::ranges::find(record->fields, field.name, &Field::name);
    if (it != record->fields.end()) return it->type;
    failed_ = true;
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
  failed_ = true;
  report_no_record(root, field, loc);
  return types_.error();
}

const Type* Infer::index_type(const Type* type, std::span<const DimIndex> indices, Loc loc) {
  const Type* i64 = types_.prim(Prim::I64);
  for (const DimIndex& index : indices) {
    if (!index.slice) {
      must_be_prim(expr(index.index), kSignedPrims, {Reason::Index, index.loc, {}, {}, 0},
                   "an index must be a signed integer");
      continue;
    }
    for (Expr* part : {index.from, index.to, index.stride}) {
      if (part != nullptr) expect(part, i64, {Reason::SliceBound, part->loc, {}, {}, 0});
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
    if (root->kind != TypeKind::Error && root->kind != TypeKind::Meta && !mismatch_reported_) {
      failed_ = mismatch_reported_ = true;
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
    if (!unify_or_report(shape, root, {Reason::Index, loc, {}, {}, 0})) return types_.error();
    rest = elem;
    break;
  }
  for (size_t i = indices.size(); i-- > 0;) {
    if (indices[i].slice) rest = types_.array(nullptr, rest);
  }
  return rest;
}

const Type* Infer::walk_path(const Type* type, std::span<const PathStep> steps, Loc source_loc) {
  for (const PathStep& step : steps) {
    type = step.is_index ? index_type(type, step.indices, source_loc)
                         : project(type, step.field, source_loc);
    source_loc = span(source_loc, step.loc);
  }
  return type;
}

}  // namespace planish
