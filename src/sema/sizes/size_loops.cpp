#include "sema/sizes/size_loops.h"

#include <algorithm>

#include "sema/sizes/sizes.h"
#include "sema/types/type_print.h"

namespace planish {

using namespace ast;

namespace {

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

const Type* SizeLoops::param_type(const Loop& e, const Type* init, std::vector<LoopDim>& dims) {
  auto fresh_dims = [&](auto& self, const Type* t) -> const Type* {
    if ((t->flags & kHasDim) == 0 || t->kind == TypeKind::Arrow) return t;
    return types_.map_children(
        t, [&](const Type* part) { return self(self, part); },
        [&](const Size* size) {
          if (size->kind == SizeKind::Varying) return size;
          const Size* meta = fresh(e.pattern->loc, "the loop parameter's type");
          dims.push_back({meta, size});
          state_.initial_sizes.emplace(meta->meta, size);
          return meta;
        });
  };
  return fresh_dims(fresh_dims, all_.patterns.with_declared_rows(e.pattern, init));
}

// A dimension that the body's constraints have determined is compared afterwards.
void SizeLoops::classify(std::span<LoopDim> dims) {
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
}

std::vector<ValueSymbol*> SizeLoops::solve_dims(const Loop& e, const Type* loop_type,
                                                int loop_depth, std::span<const LoopDim> dims) {
  std::vector<ValueSymbol*> loop_sizes;
  for (const LoopDim& d : dims) {
    const Size* param = norm(d.param);
    if (param->kind != SizeKind::Meta) continue;
    if (!d.variant) {
      all_.unifier.solve(param->meta, d.initial);
      continue;
    }
    if (param->meta->level < loop_depth && !state_.reported) report_escaping(e, loop_type);
    ValueSymbol* symbol = unknown(e.pattern->loc, UnknownReason::Loop, {}, loop_sizes);
    symbol->level = loop_depth;
    param->meta->solution = types_.var(symbol);
  }
  return loop_sizes;
}

void SizeLoops::report_escaping(const Loop& e, const Type* loop_type) {
  state_.failed = state_.reported = true;
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

const Type* SizeLoops::infer_loop(Loop& e) {
  Expr* init = e.init != nullptr ? e.init : e.implicit_init;
  const bool outer_varying = state_.allow_varying;
  const bool inner_varying = outer_varying || SizePatterns::asks_for_varying(e.pattern);
  state_.allow_varying = inner_varying;
  const Type* init_type = norm(all_.exprs.expr(init));
  state_.allow_varying = outer_varying;
  const Type* bound = e.form == LoopForm::While ? nullptr : all_.exprs.expr(e.bound);

  state_.depth++;
  int loop_depth = state_.depth;
  int outer_function = state_.function_depth;
  std::vector<LoopDim> dims;
  const Type* loop_type = param_type(e, init_type, dims);
  // The index and the element change from iteration to iteration: no size of the parameter can
  // mention them.
  state_.depth++;
  if (e.form == LoopForm::For) {
    all_.patterns.bind_symbol(e.index_symbol, bound);
  } else if (e.form == LoopForm::ForIn) {
    auto* array = planish::as<planish::ArrayType>(norm(bound));
    all_.patterns.bind_pattern(e.element, array != nullptr ? array->elem : types_.error(),
                               e.bound->loc);
  }
  state_.depth++;
  all_.patterns.bind_pattern(e.pattern, loop_type, init->loc);
  state_.depth++;
  state_.function_depth = state_.depth;
  if (e.form == LoopForm::While) all_.exprs.expr(e.bound);
  state_.allow_varying = inner_varying;
  const Type* body_type = norm(all_.exprs.expr(e.body));
  state_.allow_varying = outer_varying;

  auto pair = [&](const Size* param, const Size* body) {
    for (LoopDim& d : dims) {
      if (d.param == param) d.body = body;
    }
  };
  zip_sizes(loop_type, body_type, pair);
  classify(dims);
  std::vector<ValueSymbol*> loop_sizes = solve_dims(e, loop_type, loop_depth, dims);
  e.loop_sizes = list(loop_sizes);

  // The parameter's type with other sizes in place of those of the loop.
  auto with_sizes = [&](auto&& size_for) {
    Substitution s;
    for (ValueSymbol* v : loop_sizes) s.sizes.emplace_back(v, size_for());
    const Type* t = norm(loop_type);
    return s.sizes.empty() ? t : types_.substitute(t, s);
  };
  all_.unifier.unify_or_report(with_sizes([&] { return fresh(e.loc, "the loop's body"); }),
                               body_type, {Reason::LoopBody, e.body->loc, e.pattern->loc, {}, 0});
  all_.unifier.unify_or_report(with_sizes([&] { return fresh(e.loc, "the loop's initial value"); }),
                               init_type, {Reason::LoopInit, init->loc, e.pattern->loc, {}, 0});

  state_.depth = loop_depth;
  state_.function_depth = outer_function;
  std::vector<ValueSymbol*> created;
  const Type* result =
      with_sizes([&] { return types_.var(unknown(e.loc, UnknownReason::Loop, {}, created)); });
  result = all_.borders.leave_scope(result, loop_depth, e.loc, created);
  state_.depth--;
  e.new_sizes = list(created);
  return types_.with_unique(result, false);
}

}  // namespace planish
