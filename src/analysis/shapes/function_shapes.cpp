#include "analysis/shapes/function_shapes.h"

#include <algorithm>

#include "analysis/shapes/analyser.h"
#include "ir/call_graph.h"

namespace planish::shapes {

using namespace ir;

namespace {

// A term over the parameters of a function as one over the arguments of a call.
class Instantiate : public Terms::Rewriter {
 public:
  Instantiate(Terms& terms, const std::vector<ParameterFunctions>& parameters,
              std::span<const ShapedValue> args, std::span<const Index> needs, PlaceId place,
              std::unordered_map<uint32_t, Function>& unknowns)
      : terms_(terms),
        parameters_(parameters),
        args_(args),
        needs_(needs),
        place_(place),
        unknowns_(unknowns) {}

  std::optional<Term> apply(Function function, std::span<const Term> at) override {
    for (size_t i = 0; i < parameters_.size(); i++) {
      if (parameters_[i].element == function) return lookup(args_[i].element, at);
      for (size_t dim = 0; dim < parameters_[i].dims.size(); dim++) {
        if (parameters_[i].dims[dim] == function) return lookup(args_[i].dims[dim], at);
      }
    }
    FunctionInfo info = terms_.info(function);
    if (info.source == Source::Operation || info.source == Source::Branch) return std::nullopt;
    auto [it, is_new] = unknowns_.try_emplace(function.id);
    if (is_new) {
      info.source = Source::Call;
      info.place = place_;
      it->second = terms_.new_function(info);
    }
    std::vector<Term> all(at.begin(), at.end());
    for (Index index : needs_) all.push_back(terms_.index(index));
    return terms_.apply(it->second, all);
  }

 private:
  Term lookup(Term term, std::span<const Term> at) {
    std::vector<Terms::Replacement> by;
    for (size_t i = 0; i < at.size(); i++) by.push_back({Terms::place(i), at[i]});
    return terms_.substitute(term, by);
  }

  Terms& terms_;
  const std::vector<ParameterFunctions>& parameters_;
  std::span<const ShapedValue> args_;
  std::span<const Index> needs_;
  PlaceId place_;
  std::unordered_map<uint32_t, Function>& unknowns_;
};

}  // namespace

ShapedValue FunctionShapes::instantiate(const ShapedValue& value,
                                        const std::vector<ParameterFunctions>& parameters,
                                        std::span<const ShapedValue> args, const Stm& stm,
                                        std::unordered_map<uint32_t, Function>& unknowns) {
  std::vector<Index> needs;
  for (const ShapedValue& arg : args) add_needs(needs, arg);
  Instantiate rewriter(terms_, parameters, args, needs, stm.place, unknowns);
  ShapedValue result;
  for (Term dim : value.dims) result.dims.push_back(terms_.rewrite(dim, rewriter));
  result.element = terms_.rewrite(value.element, rewriter);
  return result;
}

void FunctionShapes::add_parameters(const ir::Function& fn) {
  std::vector<ParameterFunctions>& all = state_.parameters[fn.name];
  for (const Param& param : fn.params) {
    const Type* type = storage_.type(param.var);
    ParameterFunctions one;
    for (size_t i = 0; i < type->dims.size(); i++) {
      FunctionInfo info{Source::Parameter, param.var, i, fn.place, Gives::Number, {}};
      one.dims.push_back(type->dims[i].is_varying() ? std::optional(terms_.new_function(info))
                                                    : std::nullopt);
    }
    bool is_bool = !type->is_acc() && type->elem == Prim::Bool;
    one.element = terms_.new_function({Source::Parameter,
                                       param.var,
                                       std::nullopt,
                                       fn.place,
                                       is_bool ? Gives::Truth : Gives::Number,
                                       {}});
    all.push_back(std::move(one));
  }
}

Signature FunctionShapes::analyse(const ir::Function& fn) {
  facts_.enter();
  const std::vector<ParameterFunctions>& parameters = state_.parameters.at(fn.name);
  for (size_t i = 0; i < fn.params.size(); i++) {
    ShapedValue value;
    size_t rank = storage_.type(fn.params[i].var)->dims.size();
    for (size_t dim = 0; dim < rank; dim++) {
      std::optional<Function> length = parameters[i].dims[dim];
      value.dims.push_back(length ? terms_.apply(*length, places_and(dim, {})) : Term{});
    }
    value.element = terms_.apply(parameters[i].element, places_and(rank, {}));
    bind(fn.params[i].var, value);
  }
  all_.statements.body(fn.body);
  Signature signature;
  for (size_t i = 0; i < fn.results.size(); i++) {
    ShapedValue value = normal(this->value(fn.body->results[i]), nullptr);
    // Elements of arrays are not followed through calls.
    if (storage_.type(fn.results[i].var)->dims.size() > 0 ||
        storage_.type(fn.results[i].var)->is_acc())
      value.element = unknown_element(fn.results[i].var, Source::Call, {});
    signature.results.push_back(std::move(value));
  }
  for (const Param& param : fn.params)
    signature.parameters.push_back(normal(value(param.var), nullptr));
  facts_.leave();
  return signature;
}

bool FunctionShapes::widen(Term& now, Term found, const FunctionInfo& info, size_t places) {
  if (now == found || terms_.has_nothing_yet(found)) return false;
  if (terms_.has_nothing_yet(now)) {
    now = found;
    return true;
  }
  if (std::ranges::find(given_up_, now) != given_up_.end()) return false;
  now = terms_.apply(terms_.new_function(info), places_and(places, {}));
  given_up_.push_back(now);
  return true;
}

bool FunctionShapes::widen(const ir::Function& fn, Signature& now, const Signature& found) {
  bool changed = false;
  for (size_t i = 0; i < fn.results.size(); i++) {
    Var var = fn.results[i].var;
    const Type* type = storage_.type(var);
    FunctionInfo info{Source::Call, var, std::nullopt, fn.place, Gives::Number, {}};
    if (type->is_scalar()) {
      if (type->elem == Prim::Bool) info.gives = Gives::Truth;
      changed |= widen(now.results[i].element, found.results[i].element, info, 0);
      continue;
    }
    for (size_t dim = 0; dim < type->dims.size(); dim++) {
      if (!type->dims[dim].is_varying()) {
        now.results[i].dims[dim] = found.results[i].dims[dim];
        continue;
      }
      info.dim = dim;
      changed |= widen(now.results[i].dims[dim], found.results[i].dims[dim], info, dim);
    }
  }
  return changed;
}

void FunctionShapes::recursive_group(std::span<const ir::Function* const> group) {
  for (const ir::Function* fn : group) {
    Signature nothing;
    for (const Param& result : fn->results) {
      size_t rank = storage_.type(result.var)->dims.size();
      ShapedValue value{std::vector<Term>(rank, terms_.nothing_yet()), terms_.nothing_yet()};
      if (rank > 0) value.element = unknown_element(result.var, Source::Call, {});
      nothing.results.push_back(std::move(value));
    }
    state_.signatures[fn->name] = std::move(nothing);
  }
  std::vector<std::vector<ShapedValue>> parameters(group.size());
  // Each size changes twice at most.
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < group.size(); i++) {
      Signature found = analyse(*group[i]);
      changed |= widen(*group[i], state_.signatures[group[i]->name], found);
      parameters[i] = std::move(found.parameters);
    }
  }
  // Only now it is known what parameters have to be like; in the group nobody relies on it.
  for (size_t i = 0; i < group.size(); i++)
    state_.signatures[group[i]->name].parameters = std::move(parameters[i]);
  // What never comes back gives anything.
  for (const ir::Function* fn : group) {
    Signature& now = state_.signatures[fn->name];
    for (size_t i = 0; i < now.results.size(); i++) {
      if (has_nothing_yet(now.results[i]))
        now.results[i] = unknown(fn->results[i].var, Source::Call, {});
    }
    // A size that is a result itself may have become unknown.
    for (size_t i = 0; i < now.results.size(); i++) {
      const Type* type = storage_.type(fn->results[i].var);
      for (size_t dim = 0; dim < type->dims.size(); dim++) {
        auto it = std::ranges::find(fn->results, type->dims[dim].var, &Param::var);
        if (it != fn->results.end()) {
          size_t size = static_cast<size_t>(it - fn->results.begin());
          now.results[i].dims[dim] = now.results[size].element;
        }
      }
    }
  }
}

void FunctionShapes::program() {
  CallGraph calls(state_.program);
  std::span<const ir::Function* const> order = calls.callees_first();
  for (const ir::Function* fn : order) add_parameters(*fn);
  for (size_t i = 0; i < order.size();) {
    size_t end = i;
    while (end < order.size() && calls.is_recursive(order[end]->name)) end++;
    if (end > i) {
      recursive_group(order.subspan(i, end - i));
      i = end;
    } else {
      state_.signatures[order[i]->name] = analyse(*order[i]);
      i++;
    }
  }
}

}  // namespace planish::shapes
