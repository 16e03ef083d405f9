#include "sema/infer/infer_patterns.h"

#include <algorithm>

#include "sema/infer/infer.h"
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

const Type* InferPatterns::param(Pattern* pattern) {
  const Type* type = nullptr;
  // An annotated parameter needs no metavariable.
  Pattern* inner = pattern;
  while (auto* p = ast::as<ParensPat>(inner)) inner = p->inner;
  if (inner->kind == PatternKind::AscribePat) {
    type = all_.resolve(*static_cast<AscribePat*>(inner)->ascribed).type;
  } else {
    type = fresh(pattern->loc);
  }
  bind_pattern(pattern, type, ValueKind::Param, {});
  return pattern->type;
}

void InferPatterns::bind_pattern(Pattern* pattern, const Type* expected, ValueKind kind,
                                 Loc value_loc) {
  pattern->type = expected;
  match(
      pattern, [&](NamePat& p) { p.symbol = all_.names.bind_name(p.name, p.loc, kind, expected); },
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
            p.ascribed->type != nullptr ? p.ascribed->type : all_.resolve(*p.ascribed).type;
        if (ascribed != expected) must_be(ascribed, expected, p, value_loc);
        p.type = ascribed;
        bind_pattern(p.inner, ascribed, kind, value_loc);
      },
      [&](LiteralPat& p) {
        const Type* type = all_.exprs.expr(p.literal);
        must_be(type, expected, p, value_loc);
      },
      [&](TuplePat& p) { bind_tuple(p, expected, kind, value_loc); },
      [&](RecordPat& p) { bind_record(p, expected, kind, value_loc); },
      [&](ConstrPat& p) { bind_constructor(p, expected, kind, value_loc); });
}

bool InferPatterns::must_be(const Type* shape, const Type* expected, const Pattern& pattern,
                            Loc value_loc) {
  return all_.unifier.unify_or_report(shape, expected,
                                      {Reason::PatternValue, pattern.loc, value_loc, {}, 0});
}

void InferPatterns::bind_tuple(TuplePat& p, const Type* expected, ValueKind kind, Loc value_loc) {
  const Type* root = resolve_meta(expected);
  auto* record = planish::as<planish::RecordType>(root);
  if (record == nullptr || !record->tuple || record->fields.size() != p.elems.size()) {
    std::vector<const Type*> parts;
    for (Pattern* elem : p.elems) parts.push_back(fresh(elem->loc));
    const Type* shape = types_.tuple(parts);
    if (!must_be(shape, expected, p, value_loc)) {
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
}

void InferPatterns::bind_record(RecordPat& p, const Type* expected, ValueKind kind, Loc value_loc) {
  std::vector<Field> shape;
  for (FieldPat& f : p.fields) {
    auto same = std::ranges::find(shape, f.name.name, &Field::name);
    if (same != shape.end()) {
      cx_.diags.report(Diag::duplicate_field, f.name.loc, "field `{}` stands twice in this pattern",
                       cx_.text(f.name.name));
      state_.failed = true;
      continue;
    }
    shape.push_back({f.name.name, fresh(f.name.loc)});
  }
  auto* wanted = static_cast<const planish::RecordType*>(types_.record(shape));
  if (!must_be(wanted, expected, p, value_loc)) {
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
}

void InferPatterns::bind_constructor(ConstrPat& p, const Type* expected, ValueKind kind,
                                     Loc value_loc) {
  auto* sum = planish::as<planish::SumType>(resolve_meta(expected));
  if (sum != nullptr) return bind_known_constructor(p, *sum, kind, value_loc);
  std::vector<const Type*> args;
  for (Pattern* arg : p.args) args.push_back(fresh(arg->loc));
  const MetaType* meta = fresh(p.loc);
  auto copied = cx_.arena.copy(args);
  Constructor constructor{p.name.name, {copied.data(), copied.size()}};
  meta->constructors = cx_.arena.copy({constructor});
  bool ok = must_be(meta, expected, p, value_loc);
  for (size_t i = 0; i < p.args.size(); i++) {
    bind_pattern(p.args[i], ok ? args[i] : types_.error(), kind, value_loc);
  }
}

void InferPatterns::bind_known_constructor(ConstrPat& p, const planish::SumType& sum,
                                           ValueKind kind, Loc value_loc) {
  auto it = std::ranges::find(sum.constructors, p.name.name, &Constructor::name);
  if (it == sum.constructors.end() || it->args.size() != p.args.size()) {
    state_.failed = true;
    auto& diag =
        it == sum.constructors.end()
            ? cx_.diags.report(Diag::type_mismatch, p.loc,
                               "the value has no constructor `#{}`: its type is `{}`",
                               cx_.text(p.name.name), show(cx_, &sum))
            : cx_.diags.report(Diag::type_mismatch, p.loc,
                               "constructor `#{}` has {} argument{}, but the pattern has {}",
                               cx_.text(p.name.name), it->args.size(),
                               it->args.size() == 1 ? "" : "s", p.args.size());
    if (value_loc.valid()) diag.label(value_loc, show(cx_, &sum));
    for (Pattern* arg : p.args) bind_pattern(arg, types_.error(), kind, value_loc);
    return;
  }
  for (size_t i = 0; i < p.args.size(); i++) bind_pattern(p.args[i], it->args[i], kind, value_loc);
}

const Type* InferPatterns::function_type(std::span<Pattern* const> params, const Type* result) {
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

}  // namespace planish
