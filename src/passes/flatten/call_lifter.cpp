#include "passes/flatten/call_lifter.h"

#include <algorithm>

#include "analysis/inner_bodies.h"
#include "passes/flatten/flattening.h"
#include "passes/flatten/joined_calls.h"

namespace planish::passes {

using namespace ir;

namespace {

bool may_consume(const Storage& storage, const Param& param) {
  return param.unique && storage.type(param.var)->is_array();
}

}  // namespace

CallLifter::CallLifter(Flattening& all)
    : storage_(all.storage),
      functions_(all.functions),
      graph_(all.graph),
      builder_(all.builder),
      arrays_(all.arrays),
      layout_(all.layout),
      entry_(all.entry),
      values_(all.values),
      gatherer_(all.gatherer),
      lifted_functions_(all.lifted_functions),
      all_(all) {}

void CallLifter::lift_calls(Nest& nest, std::span<const Stm> calls) {
  const Function& fn = *functions_.find(as<Call>(calls[0].op)->fn);
  builder_.place = calls[0].place;
  const LiftedFunction& lifted = lifted_functions_.version_of(fn, varying_params(nest, fn, calls));
  JoinedCalls joined(all_, nest, calls.size());
  const std::vector<Atom> args = arguments(nest, lifted, calls, joined);
  for (const Stm& stm : calls) nest.bind(stm.pattern);
  const Results results = results_of(lifted, calls[0], joined);
  // The place of the call, not of the nest: it is part of the path of a failure.
  builder_.add({storage_.arena.copy(results.pattern),
                builder_.make(Call{{}, lifted.name, builder_.list(args)}),
                storage_.arena.copy(nest.certs),
                {},
                calls[0].place});
  for (size_t k = 0; k < calls.size(); k++) {
    for (size_t i = 0; i < results.values.size(); i++) {
      Var var = calls[k].pattern[i];
      values_.hold(nest, var, joined.part(k, results.values[i], storage_.type(var)));
    }
  }
}

std::vector<bool> CallLifter::varying_params(const Nest& nest, const Function& fn,
                                             std::span<const Stm> calls) {
  std::vector<bool> varies;
  for (size_t i = 0; i < fn.params.size(); i++) {
    const Atom& first = as<Call>(calls[0].op)->args[i];
    bool same = !may_consume(storage_, fn.params[i]) && !changes_in_recursion(fn, i);
    for (const Stm& stm : calls) {
      const Atom& arg = as<Call>(stm.op)->args[i];
      same =
          same && arg == first && nest.is_invariant(arg) && nest.is_invariant(storage_.type(arg));
    }
    varies.push_back(!same);
  }
  return varies;
}

// Sizes come first.
std::vector<Atom> CallLifter::arguments(Nest& nest, const LiftedFunction& lifted,
                                        std::span<const Stm> calls, JoinedCalls& joined) {
  const Function& fn = *lifted.of;
  std::vector<Atom> sizes{joined.points(), joined.ends()};
  if (graph_.is_recursive(fn.name)) {
    const Var depth = lifted_functions_.depth();
    sizes.push_back(depth ? builder_.binary(BinaryOp::Add, depth, Atom::i64(1), "depth")
                          : Atom::i64(0));
  }
  std::vector<Atom> args;
  for (size_t i = 0; i < fn.params.size(); i++) {
    if (!lifted.varies[i]) {
      args.push_back(as<Call>(calls[0].op)->args[i]);
      continue;
    }
    size_t varying = lifted.varying_dims(storage_.type(fn.params[i].var));
    std::vector<Lifted> values;
    for (const Stm& stm : calls)
      values.push_back(argument(nest, fn.params[i], as<Call>(stm.op)->args[i], varying));
    Lifted all = joined.join(values);
    if (all.rows) {
      sizes.push_back(all.rows->total);
      args.emplace_back(arrays_.as_type(all.rows->offsets, joined.offsets_type()));
    }
    args.emplace_back(all.array);
  }
  sizes.insert(sizes.end(), args.begin(), args.end());
  return sizes;
}

Lifted CallLifter::argument(Nest& nest, const Param& param, const Atom& arg, size_t varying) {
  const Type* type = storage_.type(arg);
  std::optional<Lifted> held =
      may_consume(storage_, param) ? nest.owned_lifted(arg) : nest.lifted(arg);
  if (!held && is_only_value(nest, arg)) {
    const Type* alone = storage_.types.with_outer(nest.dims(), type);
    held = Lifted{builder_.let("only", alone, arrays_.reshape(arg.var, alone)), {}};
  }
  const Lifted value = held ? *held : gatherer_.gather(nest, {}, {&arg, 1})[0];
  return varying > 0 ? values_.as_rows(nest, value, type, varying)
                     : layout_.with_one_dim(nest, value, type);
}

// Totals, then offsets and arrays.
CallLifter::Results CallLifter::results_of(const LiftedFunction& lifted, const Stm& call,
                                           const JoinedCalls& joined) {
  Results results;
  std::vector<Var> arrays;
  Dim points = Builder::dim(joined.points());
  for (size_t i = 0; i < lifted.of->results.size(); i++) {
    const Type* type = storage_.type(call.pattern[i]);
    size_t varying = lifted.varying_dims(storage_.type(lifted.of->results[i].var));
    Lifted& result = results.values.emplace_back();
    if (varying == 0) {
      result.array = builder_.new_var("result", storage_.types.with_outer({&points, 1}, type));
    } else {
      Var total = builder_.new_var("total", storage_.types.scalar(Prim::I64));
      results.pattern.push_back(total);
      result.rows = {builder_.new_var("offsets", joined.offsets_type()), total};
      result.array = builder_.new_var("rows", layout_.rows_type(type, varying, total));
      arrays.push_back(result.rows->offsets);
    }
    arrays.push_back(result.array);
  }
  results.pattern.insert(results.pattern.end(), arrays.begin(), arrays.end());
  return results;
}

bool CallLifter::changes_in_recursion(const Function& fn, size_t param) {
  auto visit = [&](auto& self, const Body* body) -> bool {
    return std::ranges::any_of(body->stms, [&](const Stm& stm) {
      const auto* call = as<Call>(stm.op);
      bool found =
          call != nullptr && call->fn == fn.name && call->args[param] != Atom(fn.params[param].var);
      for_each_inner_body(stm.op, [&](const Body* inner) { found = found || self(self, inner); });
      return found;
    });
  };
  return visit(visit, fn.body);
}

bool CallLifter::is_only_value(const Nest& nest, const Atom& value) const {
  return nest.dims() == std::vector{Dim::constant(1)} && storage_.type(value)->is_array() &&
         nest.is_invariant(value) && nest.is_invariant(storage_.type(value));
}

// ---- Host level

void CallLifter::host_call(const Stm& stm) {
  Nest nest;
  nest.place = stm.place;
  nest.certs.assign(stm.certs.begin(), stm.certs.end());
  entry_.add_level(nest, Atom::i64(1));
  lift_calls(nest, {&stm, 1});
  std::span<const Atom> first = builder_.list<Atom>({Atom::i64(0)});
  for (Var var : stm.pattern) {
    Lifted lifted = *nest.lifted(var);
    if (lifted.rows && storage_.type(var)->rank() == storage_.type(lifted.array)->rank()) {
      arrays_.bind(var, lifted.array);
    } else if (lifted.rows) {
      builder_.add({&var, 1}, arrays_.reshape(lifted.array, storage_.type(var)));
    } else {
      builder_.add({&var, 1}, builder_.make(Index{{}, lifted.array, first}));
    }
  }
}

}  // namespace planish::passes
