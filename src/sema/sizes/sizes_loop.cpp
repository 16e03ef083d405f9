// Size inference of loops.
//
// Note [Sizes of loops]
// A loop is a function from its parameter to its parameter, applied again and again. Every
// dimension of the initial value gets a metavariable in the parameter's type; the body is checked;
// then each dimension is classified by what the body gives in its place:
//   - the same metavariable, or the initial size: the dimension stays what it was;
//   - the metavariable of another dimension that began with the same size: it stays what it was if
//     the other does;
//   - anything else: it varies from iteration to iteration.
// Where one branch of the body gives the parameter and the other an array from elsewhere, the two
// sizes are the same only if the initial size can be that too (can_be_equal); otherwise the
// branches differ, and the dimension varies. The varying ones become sizes of the loop, which exist
// anew for every iteration; outside they are unknown.
#include <algorithm>

#include "sema/sizes/sizes.h"
#include "sema/types/type_print.h"

namespace planish {

using namespace ast;

namespace {

struct LoopDim {
  const Size* param;  // its metavariable
  const Size* initial;
  const Size* body = nullptr;
  LoopDim* copies = nullptr;
  bool variant = false;
};

// Calls f on the sizes of two types of the same structure, outside of function types.
template <class F>
void zip_sizes(const Type* a, const Type* b, F& f) {
  if (a->kind != b->kind) return;
  switch (a->kind) {
    case TypeKind::Array: {
      auto *x = planish::as<planish::ArrayType>(a), *y = planish::as<planish::ArrayType>(b);
      if (x->dim != nullptr && y->dim != nullptr) f(x->dim, y->dim);
      return zip_sizes(x->elem, y->elem, f);
    }
    case TypeKind::Record: {
      auto x = planish::as<planish::RecordType>(a)->fields,
           y = planish::as<planish::RecordType>(b)->fields;
      for (size_t i = 0; i < x.size() && i < y.size(); i++) zip_sizes(x[i].type, y[i].type, f);
      return;
    }
    case TypeKind::Sum: {
      auto x = planish::as<planish::SumType>(a)->constructors,
           y = planish::as<planish::SumType>(b)->constructors;
      for (size_t i = 0; i < x.size() && i < y.size(); i++) {
        for (size_t j = 0; j < x[i].args.size() && j < y[i].args.size(); j++)
          zip_sizes(x[i].args[j], y[i].args[j], f);
      }
      return;
    }
    case TypeKind::Named: {
      auto x = planish::as<NamedType>(a)->args, y = planish::as<NamedType>(b)->args;
      for (size_t i = 0; i < x.size() && i < y.size(); i++) {
        if (x[i].size != nullptr && y[i].size != nullptr) f(x[i].size, y[i].size);
        if (x[i].type != nullptr && y[i].type != nullptr) zip_sizes(x[i].type, y[i].type, f);
      }
      return;
    }
    default: return;
  }
}

}  // namespace

const Type* Sizes::with_rows_of(const Type* declared, const Type* type) {
  type = norm(type);
  if ((declared->flags & kHasVarying) == 0 || declared->kind != type->kind) return type;
  std::vector<const Type*> parts;
  std::vector<const Size*> sizes;
  types_.map_children(
      declared,
      [&](const Type* t) {
        parts.push_back(t);
        return t;
      },
      [&](const Size* s) {
        sizes.push_back(s);
        return s;
      });
  size_t part = 0, size = 0;
  return types_.map_children(
      type, [&](const Type* t) { return with_rows_of(parts.at(part++), t); },
      [&](const Size* s) {
        bool rows = sizes.at(size++)->kind == SizeKind::Varying && s->kind != SizeKind::Varying;
        return rows ? types_.varying(types_.next_varying()) : s;
      });
}

const Type* Sizes::with_declared_rows(const Pattern* pattern, const Type* type) {
  return match(
      pattern, [&](const AscribePat& p) { return with_rows_of(p.ascribed->type, type); },
      [&](const ParensPat& p) { return with_declared_rows(p.inner, type); },
      [&](const AttrPat& p) { return with_declared_rows(p.inner, type); },
      [&](const TuplePat& p) {
        if (type->kind != TypeKind::Record) return type;
        size_t part = 0;
        return types_.map_children(
            type,
            [&](const Type* t) {
              const Pattern* elem = part < p.elems.size() ? p.elems[part] : nullptr;
              part++;
              return elem != nullptr ? with_declared_rows(elem, t) : t;
            },
            [](const Size* s) { return s; });
      },
      [&](const auto&) { return type; });
}

const Type* Sizes::infer_loop(Loop& e) {
  Expr* init = e.init != nullptr ? e.init : e.implicit_init;
  const bool outer_varying = allow_varying_;
  allow_varying_ = allow_varying_ || asks_for_varying(e.pattern);
  const Type* init_type = norm(expr(init));
  allow_varying_ = outer_varying;
  const Type* bound = e.form == LoopForm::While ? nullptr : expr(e.bound);

  depth_++;
  int loop_depth = depth_;
  int outer_function = function_depth_;
  std::vector<LoopDim> dims;
  auto fresh_dims = [&](auto& self, const Type* t) -> const Type* {
    if ((t->flags & kHasDim) == 0 || t->kind == TypeKind::Arrow) return t;
    return types_.map_children(
        t, [&](const Type* part) { return self(self, part); },
        [&](const Size* size) {
          if (size->kind == SizeKind::Varying) return size;
          const Size* meta = fresh(e.pattern->loc, "the loop parameter's type");
          dims.push_back({meta, size});
          initial_sizes_.emplace(meta->meta, size);
          return meta;
        });
  };
  const Type* loop_type = fresh_dims(fresh_dims, with_declared_rows(e.pattern, init_type));
  // The index and the element change from iteration to iteration: no size of the parameter can
  // mention them.
  depth_++;
  if (e.form == LoopForm::For) {
    bind_symbol(e.index_symbol, bound);
  } else if (e.form == LoopForm::ForIn) {
    auto* array = planish::as<planish::ArrayType>(norm(bound));
    bind_pattern(e.element, array != nullptr ? array->elem : types_.error(), e.bound->loc);
  }
  depth_++;
  bind_pattern(e.pattern, loop_type, init->loc);
  depth_++;
  function_depth_ = depth_;
  if (e.form == LoopForm::While) expr(e.bound);
  allow_varying_ = allow_varying_ || asks_for_varying(e.pattern);
  const Type* body_type = norm(expr(e.body));
  allow_varying_ = outer_varying;

  // Classify. A dimension that the body's constraints have determined is compared below.
  auto pair = [&](const Size* param, const Size* body) {
    for (LoopDim& d : dims) {
      if (d.param == param) d.body = body;
    }
  };
  zip_sizes(loop_type, body_type, pair);
  for (LoopDim& d : dims) {
    const Size* param = norm(d.param);
    const Size* body = d.body != nullptr ? norm(d.body) : param;
    if (param->kind != SizeKind::Meta || body == param || body == norm(d.initial)) continue;
    auto other =
        std::ranges::find_if(dims, [&](const LoopDim& o) { return norm(o.param) == body; });
    if (other != dims.end() && norm(other->initial) == norm(d.initial)) {
      d.copies = &*other;
    } else {
      d.variant = true;
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (LoopDim& d : dims) {
      if (!d.variant && d.copies != nullptr && d.copies->variant) d.variant = changed = true;
    }
  }
  std::vector<ValueSymbol*> loop_sizes;
  for (LoopDim& d : dims) {
    const Size* param = norm(d.param);
    if (param->kind != SizeKind::Meta) continue;
    if (!d.variant) {
      solve(param->meta, d.initial);
      continue;
    }
    if (param->meta->level < loop_depth && !reported_) {
      failed_ = reported_ = true;
      cx_.diags
          .report(Diag::size_escapes, e.pattern->loc,
                  "a size of the loop parameter changes from iteration to iteration, but is used "
                  "outside of the loop")
          .primary_label(show(cx_, norm(loop_type)))
          .label(e.body->loc, "the body changes it")
          .suggest(
              "if the size stays the same, coerce what the body gives to the type of the loop "
              "parameter: `… :> [n]t`");
    }
    ValueSymbol* symbol = unknown(e.pattern->loc, UnknownReason::Loop, {}, loop_sizes);
    symbol->level = loop_depth;
    param->meta->solution = types_.var(symbol);
  }
  e.loop_sizes = list(loop_sizes);

  auto with_fresh_loop_sizes = [&](const char* what) {
    Substitution s;
    for (ValueSymbol* v : loop_sizes) s.sizes.emplace_back(v, fresh(e.loc, what));
    const Type* t = norm(loop_type);
    return s.sizes.empty() ? t : types_.substitute(t, s);
  };
  unify_or_report(with_fresh_loop_sizes("the loop's body"), body_type,
                  {Reason::LoopBody, e.body->loc, e.pattern->loc, {}, 0});
  unify_or_report(with_fresh_loop_sizes("the loop's initial value"), init_type,
                  {Reason::LoopInit, init->loc, e.pattern->loc, {}, 0});

  depth_ = loop_depth;
  function_depth_ = outer_function;
  std::vector<ValueSymbol*> created;
  Substitution s;
  for (ValueSymbol* v : loop_sizes)
    s.sizes.emplace_back(v, types_.var(unknown(e.loc, UnknownReason::Loop, {}, created)));
  const Type* result = norm(loop_type);
  if (!s.sizes.empty()) result = types_.substitute(result, s);
  result = leave_scope(result, loop_depth, e.loc, created);
  depth_--;
  e.new_sizes = list(created);
  return types_.with_unique(result, false);
}

}  // namespace planish
