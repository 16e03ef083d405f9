#include "passes/flatten/distribution.h"

#include <algorithm>

#include "passes/flatten/flattening.h"

namespace planish::passes {

using namespace ir;

Distribution::Distribution(Flattening& all)
    : storage_(all.storage),
      parallelism_(all.parallelism),
      builder_(all.builder),
      vars_(all.vars),
      points_(all.points),
      entry_(all.entry),
      nests_(all.nests),
      ends_(all.ends) {}

void Distribution::distribute(Nest nest, const Body* body, const std::vector<BodyStep>& steps,
                              std::span<const Var> to) {
  std::vector<bool> done(to.size());
  // The array for a variable: that of the result, if it is one.
  auto array_for = [&](Var var) {
    if (std::ranges::count(body->results, Atom(var)) == 1) {
      auto at = size_t(std::ranges::find(body->results, Atom(var)) - body->results.begin());
      done[at] = true;
      return to[at];
    }
    return vars_.array_over(nest, var);
  };
  std::vector<Stm> rest;
  for (const BodyStep& step : steps) {
    if (step.kind == BodyStep::Kind::Again) {
      nest.add(step.stms[0]);
      continue;
    }
    if (&step == &steps.back() && step.kind == BodyStep::Kind::Sequential) {
      rest = step.stms;
      break;
    }
    for (const Stm& stm : step.stms) nest.bind(stm.pattern);
    std::vector<Var> arrays;
    for (Var var : step.kept) arrays.push_back(array_for(var));
    if (step.kind == BodyStep::Kind::Sequential) {
      Body kept{storage_.arena.copy(step.stms),
                storage_.arena.copy(std::vector<Atom>(step.kept.begin(), step.kept.end()))};
      points_.add_segmap(nest, &kept, arrays);
    } else {
      distribute_operator(nest, step.stms[0], arrays);
    }
    std::vector<Atom> indices = nest.indices();
    for (size_t i = 0; i < arrays.size(); i++) {
      entry_.read(
          nest, step.kept[i], arrays[i], indices,
          parallelism_.is_consumed(step.kept[i]) ? NestEntry::Use::Consumed : NestEntry::Use::Read);
      nest.holders[step.kept[i]] = {arrays[i], nest.levels.size(), true};
    }
  }
  for (const Stm& stm : rest) nest.bind(stm.pattern);
  std::vector<Atom> results;
  std::vector<Var> arrays;
  for (size_t i = 0; i < to.size(); i++) {
    if (done[i]) continue;
    results.push_back(body->results[i]);
    arrays.push_back(to[i]);
  }
  if (rest.empty() && arrays.empty()) return;
  Body last{storage_.arena.copy(rest), storage_.arena.copy(results)};
  points_.add_segmap(nest, &last, arrays);
}

void Distribution::distribute_operator(const Nest& nest, const Stm& stm, std::span<const Var> to) {
  if (const auto* loop = as<Loop>(stm.op)) return interchange(nest, stm, *loop, to);
  if (stm.op->kind != Kind::Map) return ends_.end_or_lift(nest, stm, to);
  Nest inside = nest;
  OperatorParts parts = *operator_parts(stm.op);
  entry_.enter(inside, stm, parts);
  nests_.flatten_body(std::move(inside), parts.map->body, to, stm);
}

//   map n (xs) \(x) { loop (y = x) for k < m { f y } }
//   ==>
//   loop (ys = xs) for k < m { map n (ys) \(y) { f y } }
void Distribution::interchange(const Nest& nest, const Stm& stm, const Loop& loop,
                               std::span<const Var> to) {
  Nest inside = nest;
  std::vector<Atom> indices = nest.indices();
  std::vector<LoopParam> params;
  for (size_t i = 0; i < loop.params.size(); i++) {
    Var var = loop.params[i].param.var;
    Var array = vars_.array_over(nest, var);
    const bool unique = vars_.is_consumed(var);
    // What operators give at the end of an iteration is nobody else's.
    params.push_back({{array, unique}, start_of(nest, loop.params[i], to[i])});
    entry_.read(inside, var, array, indices,
                unique ? NestEntry::Use::Consumed : NestEntry::Use::Read);
    inside.holders[var] = {array, nest.levels.size(), unique};
  }
  Loop now = loop;
  now.params = storage_.arena.copy(params);
  // The same loop may be taken apart in several versions of a nest, each of which has an index of
  // its own.
  const Body* iteration = loop.body;
  if (loop.index) {
    now.index = vars_.fresh_like({&loop.index, 1})[0];
    Substitution by;
    by[loop.index] = now.index;
    iteration = substitute(storage_, loop.body, by);
  }
  now.body = builder_.body([&] {
    std::vector<Var> results;
    for (const LoopParam& param : loop.params)
      results.push_back(vars_.array_over(nest, param.param.var));
    nests_.flatten_body(std::move(inside), iteration, results, stm);
    return std::vector<Atom>(results.begin(), results.end());
  });
  Stm made = stm;
  made.op = builder_.make(now);
  made.pattern = storage_.arena.copy(to);
  made.certs = storage_.arena.copy(nest.certs);
  builder_.add(made);
}

Var Distribution::start_of(const Nest& nest, const LoopParam& param, Var result) {
  const Var var = param.param.var;
  const bool unique = vars_.is_consumed(var);
  Var start = unique ? nest.owned_holder(param.init) : nest.holder(param.init);
  // If there are no iterations, the result is what the loop starts with: so neither of the two may
  // be written to later, unless the loop itself owns it.
  if (start && !unique && (vars_.is_consumed(result) || vars_.is_consumed(start))) start = {};
  if (start) return start;
  start = vars_.array_over(nest, var);
  Body initial{{}, storage_.arena.copy(std::vector<Atom>{param.init})};
  points_.add_segmap(nest, &initial, {&start, 1});
  return start;
}

}  // namespace planish::passes
