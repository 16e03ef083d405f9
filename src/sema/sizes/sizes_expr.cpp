// Size inference of expressions other than applications and loops.
#include <algorithm>

#include "sema/sizes/size_uses.h"
#include "sema/sizes/sizes.h"
#include "sema/types/type_print.h"
#include "sema/types/type_walk.h"

namespace planish {

using namespace ast;

const Type* Sizes::expr(Expr* e) {
  const Type* type = infer(e);
  e->type = type;
  return type;
}

const Type* Sizes::project(const Type* type, Name field) {
  auto* record = planish::as<planish::RecordType>(type);
  if (record == nullptr) return types_.error();
  auto it = std::ranges::find(record->fields, field, &Field::name);
  return it != record->fields.end() ? it->type : types_.error();
}

const Size* Sizes::minus(const Size* a, const Size* b) {
  const Size* args[] = {types_.var(cx_.minus), a, b};
  return types_.term(SizeOp::Apply, {}, args);
}

const Size* Sizes::plus_one(const Size* a) {
  const Size* args[] = {types_.var(cx_.plus), a, types_.constant(1)};
  return types_.term(SizeOp::Apply, {}, args);
}

const Type* Sizes::infer(Expr* e) {
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
      [&](Project& x) { return project(expr(x.from), x.field.name); },
      [&](LocalOpen& x) { return expr(x.body); }, [&](Index& x) { return infer_index(x); },
      [&](Range& x) { return infer_range(x); },
      [&](Ascribe& x) {
        const Type* declared = close_open_sizes(*x.ascribed, "the annotation");
        bool outer = allow_varying_;
        allow_varying_ = (declared->flags & kHasVarying) != 0;
        const Type* type = expr(x.value);
        allow_varying_ = outer;
        unify_or_report(declared, type, {Reason::Ascription, x.value->loc, x.ascribed->loc, {}, 0});
        if ((declared->flags & kHasVarying) != 0)
          return number_varying(types_.with_unique(declared, false));
        return types_.with_unique(declared, false);
      },
      [&](Coerce& x) { return infer_coerce(x); }, [&](Apply& x) { return infer_apply(x); },
      [&](BinOp& x) { return infer_binop(x); }, [&](Negate& x) { return expr(x.operand); },
      [&](Not& x) { return expr(x.operand); }, [&](Lambda& x) { return infer_lambda(x, nullptr); },
      [&](OpSection& x) { return instantiate(x.symbol, x.loc, x.instance, x.type); },
      [&](OpSectionLeft& x) { return infer_section_left(x); },
      [&](OpSectionRight& x) { return infer_section_right(x); },
      [&](ProjectSection& x) { return infer_project_section(x); },
      [&](Let& x) { return infer_let(x); }, [&](LetFun& x) { return infer_let_fun(x); },
      [&](LetWith& x) { return infer_let_with(x); }, [&](Update& x) { return infer_update(x); },
      [&](If& x) {
        expr(x.condition);
        const Type* then_type = expr(x.then_branch);
        const Type* else_type = expr(x.else_branch);
        std::vector<ValueSymbol*> created;
        Join how{x.loc, UnknownReason::Branch, created};
        const Type* type = join(then_type, else_type, how);
        x.new_sizes = list(created);
        return type;
      },
      [&](Match& x) { return infer_match(x); }, [&](Loop& x) { return infer_loop(x); },
      [&](Assert& x) {
        expr(x.condition);
        return expr(x.body);
      },
      [&](AttrExpr& x) { return expr(x.body); }, [&](ErrorExpr&) { return types_.error(); });
}

const Type* Sizes::infer_var(Var& e) {
  if (e.symbol == nullptr) return types_.error();
  const Type* type = e.symbol->type;
  if (type == nullptr || !e.symbol->params.empty() || e.symbol == self_)
    type = instantiate(e.symbol, e.loc, e.instance, e.type);
  for (const Ident& field : e.fields) type = project(type, field.name);
  return type;
}

const Type* Sizes::infer_array(ArrayLit& e) {
  if (e.elems.empty()) {
    auto* array = planish::as<planish::ArrayType>(norm(e.type));
    const Type* elem =
        array != nullptr ? fresh_sized(array->elem, e.loc, "the empty array") : types_.error();
    return types_.array(types_.constant(0), elem);
  }
  const Type* first = expr(e.elems[0]);
  bool outer = coerce_varying_;
  for (Expr* elem : e.elems.subspan(1)) {
    const Type* type = expr(elem);
    if (type == first) continue;
    if (allow_varying_ && !unify(first, type)) {
      // An annotation asks for rows of different length.
      std::vector<ValueSymbol*> created;
      Join how{e.loc, UnknownReason::Row, created};
      first = join(first, type, how);
      Substitution s;
      for (ValueSymbol* v : created) s.sizes.emplace_back(v, types_.varying(types_.next_varying()));
      if (!s.sizes.empty()) first = types_.substitute(first, s);
      continue;
    }
    unify_or_report(first, type, {Reason::Elements, elem->loc, e.elems[0]->loc, {}, 0});
  }
  coerce_varying_ = outer;
  return types_.array(types_.constant(static_cast<int64_t>(e.elems.size())), first);
}

const Type* Sizes::infer_constr(Constr& e) {
  const Type* type = fresh_sized(e.type, e.loc, "the constructor", true);
  auto* sum = planish::as<planish::SumType>(type);
  for (size_t i = 0; i < e.args.size(); i++) {
    const Type* arg = expr(e.args[i]);
    if (sum == nullptr) continue;
    auto it = std::ranges::find(sum->constructors, e.name.name, &Constructor::name);
    if (it != sum->constructors.end() && i < it->args.size()) {
      unify_or_report(it->args[i], arg,
                      {Reason::Argument, e.args[i]->loc, {}, cx_.sources.text(e.name.loc), i + 1});
    }
  }
  return type;
}

// ---- Indices

const Size* Sizes::slice_size(const DimIndex& index, const Size* dim, Loc loc,
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

const Type* Sizes::index_type(const Type* type, std::span<const DimIndex> indices, Loc loc,
                              SliceSize mode, std::vector<ValueSymbol*>& created) {
  std::vector<const Size*> dims;
  for (const DimIndex& index : indices) {
    for (Expr* part : {index.index, index.from, index.to, index.stride}) {
      if (part != nullptr) expr(part);
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

const Type* Sizes::infer_index(Index& e) {
  std::vector<ValueSymbol*> created;
  const Type* array = expr(e.array);
  const Type* type = index_type(array, e.indices, e.array->loc, SliceSize::Exact, created);
  type = open_varying(type, e.loc, &created);
  e.new_sizes = list(created);
  return type;
}

const Type* Sizes::infer_range(Range& e) {
  const Type* start_type = expr(e.start);
  if (e.second != nullptr) expr(e.second);
  expr(e.end);
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

// `e :> t`: the sizes of t are believed (and checked at run time); what t leaves open is taken from
// e.
const Type* Sizes::infer_coerce(Coerce& e) {
  const Type* actual = expr(e.value);
  const Type* target = close_open_sizes(*e.target, "the coercion");
  auto walk = [&](auto& self, const Type* to, const Type* from) -> void {
    if (auto* m = planish::as<MetaType>(from)) {
      if (m->link != nullptr) self(self, to, m->link);
      return;
    }
    if (to->kind != from->kind) return;
    auto on_size = [&](const Size* a, const Size* b) {
      if (a != nullptr && b != nullptr && norm(a)->kind == SizeKind::Meta) unify_size(a, b);
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
  return number_varying(types_.with_unique(target, false));
}

// ---- Binding constructs

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

bool Sizes::asks_for_varying(const Pattern* pattern) {
  return match(
      pattern,
      [](const AscribePat& p) {
        return (p.ascribed->type->flags & kHasVarying) != 0 || asks_for_varying(p.inner);
      },
      [](const ParensPat& p) { return asks_for_varying(p.inner); },
      [](const AttrPat& p) { return asks_for_varying(p.inner); },
      [](const TuplePat& p) {
        return std::ranges::any_of(p.elems, [](const Pattern* e) { return asks_for_varying(e); });
      },
      [](const RecordPat& p) {
        return std::ranges::any_of(p.fields,
                                   [](const FieldPat& f) { return asks_for_varying(f.pattern); });
      },
      [](const auto&) { return false; });
}

const Type* Sizes::infer_let(Let& e) {
  bool outer_varying = allow_varying_;
  allow_varying_ = allow_varying_ || asks_for_varying(e.pattern);
  const Type* value = expr(e.value);
  allow_varying_ = outer_varying;
  depth_++;
  for (SizeBinder& size : e.sizes) {
    const Size* meta = fresh(size.name.loc, "the size binder");
    meta->meta->name = size.name.name;
    size.symbol->equals = meta;
    size.symbol->level = depth_;
    size.symbol->type = types_.prim(Prim::I64);
  }
  bind_pattern(e.pattern, value, e.value->loc);
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
    if (!binds_size(e.pattern, size.symbol) && !reported_) {
      failed_ = reported_ = true;
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
  type = leave_scope(type, depth_, e.loc, created);
  depth_--;
  e.new_sizes = list(created);
  return type;
}

const Type* Sizes::infer_let_fun(LetFun& e) {
  std::vector<SchemeParam> params;
  for (TypeParam& p : e.type_params) params.push_back({p.type_symbol, p.size_symbol});
  FunctionParts parts;
  parts.params = e.params;
  parts.result = e.result;
  parts.body = e.value;
  parts.type_params = e.symbol->params;
  std::vector<SchemeParam> generalised = params;
  const Type* type = function(parts, generalised);
  depth_++;
  e.symbol->type = type;
  e.symbol->level = depth_;
  e.symbol->params = cx_.arena.copy(generalised);
  const Type* body = expr(e.body);
  std::vector<ValueSymbol*> created;
  body = leave_scope(body, depth_, e.loc, created);
  depth_--;
  e.new_sizes = list(created);
  return body;
}

const Type* Sizes::path_type(const Type* type, std::span<const PathStep> steps, Loc loc) {
  std::vector<ValueSymbol*> created;
  for (const PathStep& step : steps) {
    type = step.is_index ? index_type(type, step.indices, loc, SliceSize::Any, created)
                         : project(type, step.field.name);
  }
  return type;
}

// The type of `source with path = value`.
const Type* Sizes::updated_type(const Type* source, std::span<const PathStep> steps, Expr* value,
                                Loc loc) {
  bool fields_only = std::ranges::none_of(steps, &PathStep::is_index);
  if (!fields_only) {
    const Type* part = path_type(source, steps, loc);
    const Type* type = expr(value);
    unify_or_report(part, type, {Reason::UpdateValue, value->loc, loc, {}, 0});
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

const Type* Sizes::infer_let_with(LetWith& e) {
  const Type* source =
      e.source != nullptr && e.source->type != nullptr ? e.source->type : types_.error();
  if (e.source != nullptr && !e.source->params.empty())
    source = instantiate(e.source, e.name.loc, nullptr, source);
  const Type* updated = updated_type(source, e.steps, e.value, e.name.loc);
  depth_++;
  bind_symbol(e.symbol, updated);
  const Type* body = expr(e.body);
  std::vector<ValueSymbol*> created;
  body = leave_scope(body, depth_, e.loc, created);
  depth_--;
  e.new_sizes = list(created);
  return body;
}

const Type* Sizes::infer_update(Update& e) {
  const Type* source = expr(e.source);
  return updated_type(source, e.steps, e.value, e.source->loc);
}

const Type* Sizes::infer_match(Match& e) {
  const Type* scrutinee = expr(e.scrutinee);
  const Type* result = nullptr;
  std::vector<ValueSymbol*> created;
  for (Case& c : e.cases) {
    depth_++;
    bind_pattern(c.pattern, scrutinee, e.scrutinee->loc);
    const Type* type = leave_scope(expr(c.body), depth_, c.loc, created);
    depth_--;
    Join how{e.loc, UnknownReason::Branch, created};
    result = result == nullptr ? type : join(result, type, how);
  }
  e.new_sizes = list(created);
  return result;
}

const Type* Sizes::infer_lambda(Lambda& e, const planish::ArrowType* expected) {
  int outer_function = function_depth_;
  bool outer_varying = allow_varying_;
  depth_++;
  int start = depth_;
  bind_params(e.params, expected);
  depth_++;
  function_depth_ = depth_;
  const Type* declared =
      e.result != nullptr ? close_open_sizes(*e.result, "the declared result") : nullptr;
  if (declared != nullptr) allow_varying_ = (declared->flags & kHasVarying) != 0;
  const Type* body = expr(e.body);
  if (declared != nullptr) {
    unify_or_report(declared, body, {Reason::Result, e.body->loc, e.result->loc, {}, 0});
    body = declared;
  }
  allow_varying_ = outer_varying;
  depth_ = start;
  function_depth_ = outer_function;
  check_hidden_sizes(e.params, start);
  const Type* type = function_type(e.params, body, start);
  depth_--;
  // A parameter that is declared to be irregular takes any irregular array, as that of a definition
  // does.
  return std::ranges::any_of(e.params, asks_for_varying) ? unnumber_varying(type) : type;
}

}  // namespace planish
