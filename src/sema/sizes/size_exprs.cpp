#include "sema/sizes/size_exprs.h"

#include <algorithm>

#include "sema/sizes/size_uses.h"
#include "sema/sizes/sizes.h"
#include "sema/types/type_walk.h"

namespace planish {

using namespace ast;

namespace {

// Does a value of the pattern's type show what the size is?
bool binds_size(const Pattern* pattern, const ValueSymbol* size) {
  auto any = [&](const auto& parts) {
    return std::ranges::any_of(parts, [&](const Pattern* p) { return binds_size(p, size); });
  };
  return match(
      pattern,
      [&](const AscribePat& p) {
        return size_uses(p.ascribed->type, size).constructive || binds_size(p.inner, size);
      },
      [&](const ParensPat& p) { return binds_size(p.inner, size); },
      [&](const AttrPat& p) { return binds_size(p.inner, size); },
      [&](const TuplePat& p) { return any(p.elems); },
      [&](const ConstrPat& p) { return any(p.args); },
      [&](const RecordPat& p) {
        return std::ranges::any_of(p.fields,
                                   [&](const FieldPat& f) { return binds_size(f.pattern, size); });
      },
      [](const auto&) { return false; });
}

}  // namespace

const Type* SizeExprs::expr(Expr* e) {
  const Type* type = infer(e);
  e->type = type;
  return type;
}

const Type* SizeExprs::infer(Expr* e) {
  return match(
      e, [&](IntLit& x) { return norm(x.type); }, [&](FloatLit& x) { return norm(x.type); },
      [&](BoolLit& x) { return x.type; },
      [&](StringLit& x) {
        return types_.array(types_.constant(static_cast<int64_t>(x.bytes.size())),
                            types_.prim(Prim::U8));
      },
      [&](Var& x) { return infer_var(x); },
      [&](Hole& x) { return fresh_sized(x.type, x.loc, "the hole", true); },
      [&](Parens& x) { return expr(x.inner); },
      [&](Tuple& x) {
        std::vector<const Type*> parts;
        parts.reserve(x.elems.size());
        for (Expr* elem : x.elems) parts.push_back(expr(elem));
        return types_.tuple(parts);
      },
      [&](Record& x) {
        std::vector<Field> fields;
        for (RecordField& f : x.fields) fields.push_back({f.name.name, expr(f.value)});
        return types_.record(std::move(fields));
      },
      [&](ArrayLit& x) { return infer_array(x); }, [&](Constr& x) { return infer_constr(x); },
      [&](Project& x) { return all_.indices.project(expr(x.from), x.field.name); },
      [&](LocalOpen& x) { return expr(x.body); },
      [&](Index& x) { return all_.indices.infer_index(x); },
      [&](Range& x) { return all_.indices.infer_range(x); },
      [&](Ascribe& x) { return infer_ascribe(x); }, [&](Coerce& x) { return infer_coerce(x); },
      [&](Apply& x) { return all_.calls.infer_apply(x); },
      [&](BinOp& x) { return all_.calls.infer_binop(x); },
      [&](Negate& x) { return expr(x.operand); }, [&](Not& x) { return expr(x.operand); },
      [&](Lambda& x) { return all_.functions.infer_lambda(x, nullptr); },
      [&](OpSection& x) { return all_.calls.instantiate(x.symbol, x.loc, x.instance, x.type); },
      [&](OpSectionLeft& x) { return all_.calls.infer_section_left(x); },
      [&](OpSectionRight& x) { return all_.calls.infer_section_right(x); },
      [&](ProjectSection& x) { return all_.indices.infer_project_section(x); },
      [&](Let& x) { return infer_let(x); },
      [&](LetFun& x) { return all_.functions.infer_let_fun(x); },
      [&](LetWith& x) { return infer_let_with(x); }, [&](Update& x) { return infer_update(x); },
      [&](If& x) { return infer_if(x); }, [&](Match& x) { return infer_match(x); },
      [&](Loop& x) { return all_.loops.infer_loop(x); },
      [&](Assert& x) {
        expr(x.condition);
        return expr(x.body);
      },
      [&](AttrExpr& x) { return expr(x.body); }, [&](ErrorExpr&) { return types_.error(); });
}

const Type* SizeExprs::infer_var(Var& e) {
  if (e.symbol == nullptr) return types_.error();
  const Type* type = e.symbol->type;
  if (type == nullptr || !e.symbol->params.empty() || e.symbol == state_.self)
    type = all_.calls.instantiate(e.symbol, e.loc, e.instance, e.type);
  for (const Ident& field : e.fields) type = all_.indices.project(type, field.name);
  return type;
}

const Type* SizeExprs::infer_array(ArrayLit& e) {
  if (e.elems.empty()) {
    auto* array = planish::as<planish::ArrayType>(norm(e.type));
    const Type* elem =
        array != nullptr ? fresh_sized(array->elem, e.loc, "the empty array") : types_.error();
    return types_.array(types_.constant(0), elem);
  }
  const Type* first = expr(e.elems[0]);
  for (Expr* elem : e.elems.subspan(1)) {
    const Type* type = expr(elem);
    if (type == first) continue;
    if (state_.allow_varying && !all_.unifier.unify(first, type)) {
      // An annotation asks for rows of different length.
      std::vector<ValueSymbol*> created;
      SizeBorders::Join how{e.loc, UnknownReason::Row, created};
      first = all_.borders.join(first, type, how);
      Substitution s;
      for (ValueSymbol* v : created) s.sizes.emplace_back(v, types_.varying(types_.next_varying()));
      if (!s.sizes.empty()) first = types_.substitute(first, s);
      continue;
    }
    all_.unifier.unify_or_report(first, type,
                                 {Reason::Elements, elem->loc, e.elems[0]->loc, {}, 0});
  }
  return types_.array(types_.constant(static_cast<int64_t>(e.elems.size())), first);
}

const Type* SizeExprs::infer_constr(Constr& e) {
  const Type* type = fresh_sized(e.type, e.loc, "the constructor", true);
  auto* sum = planish::as<planish::SumType>(type);
  for (size_t i = 0; i < e.args.size(); i++) {
    const Type* arg = expr(e.args[i]);
    if (sum == nullptr) continue;
    auto it = std::ranges::find(sum->constructors, e.name.name, &Constructor::name);
    if (it != sum->constructors.end() && i < it->args.size()) {
      all_.unifier.unify_or_report(
          it->args[i], arg,
          {Reason::Argument, e.args[i]->loc, {}, cx_.sources.text(e.name.loc), i + 1});
    }
  }
  return type;
}

const Type* SizeExprs::infer_ascribe(Ascribe& e) {
  const Type* declared = close_open_sizes(*e.ascribed, "the annotation");
  bool outer = state_.allow_varying;
  state_.allow_varying = (declared->flags & kHasVarying) != 0;
  const Type* type = expr(e.value);
  state_.allow_varying = outer;
  all_.unifier.unify_or_report(declared, type,
                               {Reason::Ascription, e.value->loc, e.ascribed->loc, {}, 0});
  if ((declared->flags & kHasVarying) != 0)
    return all_.borders.number_varying(types_.with_unique(declared, false));
  return types_.with_unique(declared, false);
}

// `e :> t`: the sizes of t are believed (and checked at run time); what t leaves open is taken from
// e.
const Type* SizeExprs::infer_coerce(Coerce& e) {
  const Type* actual = expr(e.value);
  const Type* target = close_open_sizes(*e.target, "the coercion");
  auto walk = [&](auto& self, const Type* to, const Type* from) -> void {
    if (auto* m = planish::as<MetaType>(from)) {
      if (m->link != nullptr) self(self, to, m->link);
      return;
    }
    if (to->kind != from->kind) return;
    auto on_size = [&](const Size* a, const Size* b) {
      if (a != nullptr && b != nullptr && norm(a)->kind == SizeKind::Meta)
        all_.unifier.unify_size(a, b);
    };
    switch (to->kind) {
      case TypeKind::Array: {
        auto *a = planish::as<planish::ArrayType>(to), *b = planish::as<planish::ArrayType>(from);
        on_size(a->dim, b->dim);
        return self(self, a->elem, b->elem);
      }
      case TypeKind::Record: {
        auto a = planish::as<planish::RecordType>(to)->fields,
             b = planish::as<planish::RecordType>(from)->fields;
        for (size_t i = 0; i < a.size() && i < b.size(); i++) self(self, a[i].type, b[i].type);
        return;
      }
      case TypeKind::Sum: {
        auto a = planish::as<planish::SumType>(to)->constructors,
             b = planish::as<planish::SumType>(from)->constructors;
        for (size_t i = 0; i < a.size() && i < b.size(); i++) {
          for (size_t j = 0; j < a[i].args.size() && j < b[i].args.size(); j++)
            self(self, a[i].args[j], b[i].args[j]);
        }
        return;
      }
      case TypeKind::Named: {
        auto a = planish::as<NamedType>(to)->args, b = planish::as<NamedType>(from)->args;
        for (size_t i = 0; i < a.size() && i < b.size(); i++) {
          on_size(a[i].size, b[i].size);
          if (a[i].type != nullptr && b[i].type != nullptr) self(self, a[i].type, b[i].type);
        }
        return;
      }
      default: return;
    }
  };
  walk(walk, target, actual);
  return all_.borders.number_varying(types_.with_unique(target, false));
}

const Type* SizeExprs::infer_let(Let& e) {
  bool outer_varying = state_.allow_varying;
  state_.allow_varying = state_.allow_varying || SizePatterns::asks_for_varying(e.pattern);
  const Type* value = expr(e.value);
  state_.allow_varying = outer_varying;
  state_.depth++;
  for (SizeBinder& size : e.sizes) {
    const Size* meta = fresh(size.name.loc, "the size binder");
    meta->meta->name = size.name.name;
    size.symbol->equals = meta;
    size.symbol->level = state_.depth;
    size.symbol->type = types_.prim(Prim::I64);
  }
  all_.patterns.bind_pattern(e.pattern, value, e.value->loc);
  NamePat* name = whole_name(e.pattern);
  auto* prim = planish::as<PrimType>(value);
  const bool names_size =
      name != nullptr && name->symbol != nullptr && prim != nullptr && prim->prim == Prim::I64;
  if (const Size* size = names_size ? size_of_expr(cx_, e.value) : nullptr) {
    // `let k = length row`: a name for the size of the row.
    size = norm(size);
    if (any_part(size, is_row_length)) name->symbol->equals = size;
  }
  for (SizeBinder& size : e.sizes) {
    if (!binds_size(e.pattern, size.symbol) && !state_.reported) {
      state_.failed = state_.reported = true;
      cx_.diags
          .report(Diag::unused_size, size.loc,
                  "the size `{}` is not used in the pattern that follows", cx_.text(size.name.name))
          .suggest("use it as a dimension in the pattern's type, as in `let [n] (xs: [n]i32) = …`");
    }
  }
  const Type* type = expr(e.body);
  std::vector<ValueSymbol*> created;
  // An i64 is its value: outside, the size is called by the expression that was bound.
  if (names_size && (type->flags & (kHasSizeVar | kHasSizeMeta)) != 0) {
    if (const Size* size = size_of_expr(cx_, e.value)) {
      Substitution s;
      s.sizes.emplace_back(name->symbol, size);
      type = types_.substitute(norm(type), s);
    }
  }
  type = all_.borders.leave_scope(type, state_.depth, e.loc, created);
  state_.depth--;
  e.new_sizes = list(created);
  return type;
}

const Type* SizeExprs::path_type(const Type* type, std::span<const PathStep> steps, Loc loc) {
  std::vector<ValueSymbol*> created;
  for (const PathStep& step : steps) {
    type = step.is_index ? all_.indices.index_type(type, step.indices, loc,
                                                   SizeIndices::SliceSize::Any, created)
                         : all_.indices.project(type, step.field.name);
  }
  return type;
}

// The type of `source with path = value`.
const Type* SizeExprs::updated_type(const Type* source, std::span<const PathStep> steps,
                                    Expr* value, Loc loc) {
  bool fields_only = std::ranges::none_of(steps, &PathStep::is_index);
  if (!fields_only) {
    const Type* part = path_type(source, steps, loc);
    const Type* type = expr(value);
    all_.unifier.unify_or_report(part, type, {Reason::UpdateValue, value->loc, loc, {}, 0});
    return source;
  }
  // A field may get a value of another size.
  const Type* type = expr(value);
  auto replace = [&](auto& self, const Type* at, std::span<const PathStep> rest) -> const Type* {
    if (rest.empty()) return type;
    auto* record = planish::as<planish::RecordType>(at);
    if (record == nullptr) return types_.error();
    auto fields = cx_.arena.copy(record->fields);
    for (Field& f : fields) {
      if (f.name == rest[0].field.name) f.type = self(self, f.type, rest.subspan(1));
    }
    return types_.record_sorted(fields);
  };
  return replace(replace, source, steps);
}

const Type* SizeExprs::infer_let_with(LetWith& e) {
  const Type* source =
      e.source != nullptr && e.source->type != nullptr ? e.source->type : types_.error();
  if (e.source != nullptr && !e.source->params.empty())
    source = all_.calls.instantiate(e.source, e.name.loc, nullptr, source);
  const Type* updated = updated_type(source, e.steps, e.value, e.name.loc);
  state_.depth++;
  all_.patterns.bind_symbol(e.symbol, updated);
  const Type* body = expr(e.body);
  std::vector<ValueSymbol*> created;
  body = all_.borders.leave_scope(body, state_.depth, e.loc, created);
  state_.depth--;
  e.new_sizes = list(created);
  return body;
}

const Type* SizeExprs::infer_update(Update& e) {
  const Type* source = expr(e.source);
  return updated_type(source, e.steps, e.value, e.source->loc);
}

const Type* SizeExprs::infer_if(If& e) {
  expr(e.condition);
  const Type* then_type = expr(e.then_branch);
  const Type* else_type = expr(e.else_branch);
  std::vector<ValueSymbol*> created;
  SizeBorders::Join how{e.loc, UnknownReason::Branch, created};
  const Type* type = all_.borders.join(then_type, else_type, how);
  e.new_sizes = list(created);
  return type;
}

const Type* SizeExprs::infer_match(Match& e) {
  const Type* scrutinee = expr(e.scrutinee);
  const Type* result = nullptr;
  std::vector<ValueSymbol*> created;
  for (Case& c : e.cases) {
    state_.depth++;
    all_.patterns.bind_pattern(c.pattern, scrutinee, e.scrutinee->loc);
    const Type* type = all_.borders.leave_scope(expr(c.body), state_.depth, c.loc, created);
    state_.depth--;
    SizeBorders::Join how{e.loc, UnknownReason::Branch, created};
    result = result == nullptr ? type : all_.borders.join(result, type, how);
  }
  e.new_sizes = list(created);
  return result;
}

}  // namespace planish
