#include "analysis/shapes/shaped_values.h"

#include <algorithm>
#include <stdexcept>

#include "ir/scalar_eval.h"
#include "ir/walk.h"

namespace planish::shapes {

using namespace ir;

Term ShapedValues::constant(const Const& constant) {
  if (constant.prim == Prim::Bool || constant.prim == Prim::Unit)
    return terms_.number(static_cast<Wide>(constant.bits));
  if (is_integer(constant.prim)) return terms_.number(as_int64(constant));
  FunctionInfo info;
  info.source = Source::Operation;
  info.name = "constant";
  std::vector<uint64_t> key{static_cast<uint64_t>(Kind::FromBits),
                            static_cast<uint64_t>(constant.prim), constant.bits};
  return terms_.apply(terms_.operation(key, info), {});
}

ShapedValue ShapedValues::value(const Atom& atom) {
  if (atom.is_const()) return {{}, constant(atom.constant)};
  auto it = state_.known.find(atom.var);
  if (it == state_.known.end()) throw std::logic_error("a variable is used before it is bound");
  return it->second.raw;
}

ShapedValue ShapedValues::normal(const ShapedValue& value, std::vector<Var>* checks) {
  ShapedValue result;
  for (Term dim : value.dims) result.dims.push_back(facts_.normal(dim, checks));
  result.element = facts_.normal(value.element, checks);
  return result;
}

void ShapedValues::bind(Var var, ShapedValue value) {
  Known known;
  known.raw = typed(var, value);
  known.value = normal(known.raw, &known.checks);
  known.nest = walk_.nest;
  state_.known[var] = std::move(known);
}

ShapedValue ShapedValues::typed(Var var, const ShapedValue& found) {
  const Type* type = storage_.type(var);
  ShapedValue result{{}, found.element};
  for (size_t i = 0; i < type->dims.size(); i++) {
    const Dim& dim = type->dims[i];
    Term term;
    if (dim.kind == DimKind::Const) {
      term = terms_.number(dim.value);
    } else if (dim.kind == DimKind::Var) {
      term = number(dim.var);
    } else {
      term = found.dims[i];
    }
    result.dims.push_back(term);
  }
  return result;
}

std::vector<Term> ShapedValues::places_and(size_t count, std::span<const Index> needs) {
  std::vector<Term> args;
  for (size_t i = 0; i < count; i++) args.push_back(terms_.index(Terms::place(i)));
  for (Index index : needs) args.push_back(terms_.index(index));
  return args;
}

Term ShapedValues::unknown_dim(Var var, size_t dim, Source source, std::span<const Index> needs) {
  FunctionInfo info{source, var, dim, walk_.place, Gives::Number, {}};
  return terms_.apply(terms_.new_function(info), places_and(dim, needs));
}

Term ShapedValues::unknown_element(Var var, Source source, std::span<const Index> needs) {
  const Type* type = storage_.type(var);
  bool is_bool = !type->is_acc() && type->elem == Prim::Bool;
  FunctionInfo info{source, var, std::nullopt, walk_.place, is_bool ? Gives::Truth : Gives::Number,
                    {}};
  return terms_.apply(terms_.new_function(info), places_and(type->dims.size(), needs));
}

ShapedValue ShapedValues::unknown(Var var, Source source, std::span<const Index> needs) {
  const Type* type = storage_.type(var);
  ShapedValue value;
  for (size_t i = 0; i < type->dims.size(); i++) {
    value.dims.push_back(type->dims[i].is_varying() ? unknown_dim(var, i, source, needs) : Term{});
  }
  value.element = unknown_element(var, source, needs);
  return value;
}

void ShapedValues::bind_unknown(Var var, Source source, std::span<const Index> needs) {
  bind(var, unknown(var, source, needs));
}

void ShapedValues::add_needs(std::vector<Index>& needs, Term term) {
  for (Index index : terms_.indices(term)) {
    if (Terms::is_place(index) || std::ranges::find(needs, index) != needs.end()) continue;
    needs.push_back(index);
  }
}

void ShapedValues::add_needs(std::vector<Index>& needs, const ShapedValue& value) {
  for (Term dim : value.dims) add_needs(needs, dim);
  add_needs(needs, value.element);
}

std::vector<Index> ShapedValues::needs_of(const Op* op) {
  std::vector<Index> needs;
  auto add = [&](Var var) { add_needs(needs, value(var)); };
  for_each_var_use(op, add);
  std::vector<Var> bound;
  for_each_binder(op, [&](Var var) { bound.push_back(var); });
  for_each_body(op, [&](const Body* inner) {
    for (Var var : free_variables(storage_, inner)) {
      if (state_.known.contains(var) && std::ranges::find(bound, var) == bound.end()) add(var);
    }
  });
  for_each_lambda(op, [&](const Lambda* inner) {
    for (Var var : free_variables(storage_, inner)) {
      if (state_.known.contains(var)) add(var);
    }
  });
  return needs;
}

ShapedValue ShapedValues::part(const ShapedValue& array, std::span<const Term> indices,
                               size_t kept) {
  std::vector<Terms::Replacement> by;
  for (size_t i = 0; i < array.dims.size(); i++) {
    Term now =
        i < indices.size() ? indices[i] : terms_.index(Terms::place(i - indices.size() + kept));
    by.push_back({Terms::place(i), now});
  }
  ShapedValue result;
  for (size_t i = indices.size(); i < array.dims.size(); i++)
    result.dims.push_back(terms_.substitute(array.dims[i], by));
  result.element = terms_.substitute(array.element, by);
  return result;
}

ShapedValue ShapedValues::array_of(Term length, const ShapedValue& value, Index index) {
  std::vector<Terms::Replacement> by;
  for (size_t i = 0; i < value.dims.size(); i++)
    by.push_back({Terms::place(i), terms_.index(Terms::place(i + 1))});
  by.push_back({index, terms_.index(Terms::place(0))});
  ShapedValue result;
  result.dims.push_back(length);
  for (Term dim : value.dims) result.dims.push_back(terms_.substitute(dim, by));
  result.element = terms_.substitute(value.element, by);
  return result;
}

ShapedValue ShapedValues::array_of_same(const ShapedValue& value) {
  constexpr Index kNoIndex{~0u};  // stands in no term
  return array_of({}, value, kNoIndex);
}

bool ShapedValues::has_nothing_yet(const ShapedValue& value) {
  return terms_.has_nothing_yet(value.element) ||
         std::ranges::any_of(value.dims, [&](Term dim) { return terms_.has_nothing_yet(dim); });
}

void ShapedValues::bind_all_unknown(const Stm& stm, Source source) {
  std::vector<Index> needs = needs_of(stm.op);
  for (Var var : stm.pattern) bind_unknown(var, source, needs);
}

}  // namespace planish::shapes
