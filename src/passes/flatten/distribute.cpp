// Taking the body of a nest apart: rules G4 (distribution) and G7 (interchange with a loop).
//
// Note [Distribution]
// Statements that are neither cheap nor parallel are gathered until something parallel comes, and
// become one segmap then. What they bind and something later uses is kept, in arrays over the whole
// nest, and read from there. Cheap statements are kept nowhere: they are done again wherever they
// are used. Checks are not cheap, so each of them is done once, and before everything that relies
// on it; certificates inside are not needed after that.
#include <algorithm>

#include "ir/match.h"
#include "passes/flatten/flattener.h"

namespace planish::passes {

using namespace ir;

namespace {

// For each variable the number of the last statement of the body that uses it; results count as a
// statement at the end.
std::unordered_map<Var, size_t> last_uses(const Storage& storage, const Body* body) {
  std::unordered_map<Var, size_t> last;
  for (size_t i = 0; i < body->stms.size(); i++) {
    Body alone{body->stms.subspan(i, 1), {}};
    for (Var var : free_variables(storage, &alone)) last[var] = i;
  }
  for (const Atom& result : body->results) {
    if (result.var) last[result.var] = body->stms.size();
  }
  return last;
}

}  // namespace

// ---- The plan

std::optional<std::vector<Flattener::Step>> Flattener::plan(const Nest& around, const Body* body,
                                                            Rows rows) {
  Nest nest = around;
  std::unordered_map<Var, size_t> last = last_uses(storage_, body);
  std::vector<Step> steps;
  std::vector<Stm> waiting;
  std::vector<Stm> waiting_cheap;      // those that use what waits
  std::unordered_set<Var> bound_here;  // by waiting statements
  bool regular = true;

  auto uses_waiting = [&](const Stm& stm) {
    Body alone{{&stm, 1}, {}};
    return std::ranges::any_of(free_variables(storage_, &alone),
                               [&](Var var) { return bound_here.contains(var); });
  };
  auto wait = [&](const Stm& stm) {
    waiting.push_back(stm);
    bound_here.insert(stm.pattern.begin(), stm.pattern.end());
  };
  // What waits becomes a step, before statement number `next`.
  auto flush = [&](size_t next) {
    bool only_cheap = waiting.size() == waiting_cheap.size();
    if (!only_cheap) {
      Step step{Step::Kind::Sequential, waiting, {}};
      Body cheap_code{waiting_cheap, {}};
      std::vector<Var> by_cheap = free_variables(storage_, &cheap_code);
      for (const Stm& stm : waiting) {
        bool again = std::ranges::any_of(waiting_cheap,
                                         [&](const Stm& cheap) { return cheap.op == stm.op; });
        if (again) continue;
        for (Var var : stm.pattern) {
          auto used = last.find(var);
          bool later = used != last.end() && used->second >= next;
          if (!later && std::ranges::find(by_cheap, var) == by_cheap.end()) continue;
          // Certificates are not kept.
          if (stm.op->kind == Kind::Check) continue;
          step.kept.push_back(var);
          regular = regular && nest.is_invariant(storage_.type(var));
        }
      }
      steps.push_back(std::move(step));
    }
    for (const Stm& cheap : waiting_cheap) steps.push_back({Step::Kind::Again, {cheap}, {}});
    waiting.clear();
    waiting_cheap.clear();
    bound_here.clear();
  };

  for (size_t i = 0; i < body->stms.size(); i++) {
    const Stm& stm = body->stms[i];
    if (parallelism_.is_cheap_later(stm, nest) || parallelism_.is_generator(stm, body)) {
      if (uses_waiting(stm)) {
        wait(stm);
        waiting_cheap.push_back(stm);
      } else {
        steps.push_back({Step::Kind::Again, {stm}, {}});
      }
    } else if (parallelism_.is_worth(stm, nest) ||
               (rows == Rows::Wanted && (is_liftable(stm, nest) || makes_elements(stm)))) {
      flush(i);
      steps.push_back({Step::Kind::Operator, {stm}, {stm.pattern.begin(), stm.pattern.end()}});
    } else {
      wait(stm);
    }
    nest.bind(stm.pattern);
  }
  // What still waits is done together with the results.
  if (!waiting.empty()) steps.push_back({Step::Kind::Sequential, waiting, {}});
  return regular || rows == Rows::Wanted ? std::optional(std::move(steps)) : std::nullopt;
}

// ---- Making it

void Flattener::distribute(Nest nest, const Body* body, const std::vector<Step>& steps,
                           std::span<const Var> to) {
  std::vector<bool> done(to.size());
  // The array for a variable: that of the result, if it is one.
  auto array_for = [&](Var var) {
    if (std::ranges::count(body->results, Atom(var)) == 1) {
      auto at = size_t(std::ranges::find(body->results, Atom(var)) - body->results.begin());
      done[at] = true;
      return to[at];
    }
    return array_over(nest, var);
  };
  std::vector<Stm> rest;
  for (const Step& step : steps) {
    if (step.kind == Step::Kind::Again) {
      nest.add(step.stms[0]);
      continue;
    }
    if (&step == &steps.back() && step.kind == Step::Kind::Sequential) {
      rest = step.stms;
      break;
    }
    for (const Stm& stm : step.stms) nest.bind(stm.pattern);
    std::vector<Var> arrays;
    for (Var var : step.kept) arrays.push_back(array_for(var));
    if (step.kind == Step::Kind::Sequential) {
      Body kept{storage_.arena.copy(step.stms),
                storage_.arena.copy(std::vector<Atom>(step.kept.begin(), step.kept.end()))};
      segmap_of(nest, &kept, arrays);
    } else {
      distribute_operator(nest, step.stms[0], arrays);
    }
    std::vector<Atom> indices = nest.indices();
    for (size_t i = 0; i < arrays.size(); i++) {
      read(nest, step.kept[i], arrays[i], indices, parallelism_.is_consumed(step.kept[i]));
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
  segmap_of(nest, &last, arrays);
}

void Flattener::distribute_operator(const Nest& nest, const Stm& stm, std::span<const Var> to) {
  if (const auto* loop = as<Loop>(stm.op)) return interchange(nest, stm, *loop, to);
  if (stm.op->kind != Kind::Map) return end_or_lift(nest, stm, to);
  Nest inside = nest;
  OperatorParts parts = *operator_parts(stm.op);
  enter(inside, stm, parts);
  nest_body(std::move(inside), parts.map->body, to, stm);
}

//   map n (xs) \(x) { loop (y = x) for k < m { f y } }
//   ==>
//   loop (ys = xs) for k < m { map n (ys) \(y) { f y } }
void Flattener::interchange(const Nest& nest, const Stm& stm, const Loop& loop,
                            std::span<const Var> to) {
  Nest inside = nest;
  std::vector<Atom> indices = nest.indices();
  std::vector<LoopParam> params;
  for (size_t i = 0; i < loop.params.size(); i++) {
    const LoopParam& param = loop.params[i];
    Var var = param.param.var;
    Var array = array_over(nest, var);
    bool unique = is_consumed(var);
    Var start = unique ? nest.owned_holder(param.init) : nest.holder(param.init);
    // If there are no iterations, the result is what the loop starts with: so neither of the two
    // may be written to later, unless the loop itself owns it.
    if (start && !unique && (is_consumed(to[i]) || is_consumed(start))) start = {};
    if (!start) {
      start = array_over(nest, var);
      Body initial{{}, storage_.arena.copy(std::vector<Atom>{param.init})};
      segmap_of(nest, &initial, {&start, 1});
    }
    // What operators give at the end of an iteration is nobody else's.
    params.push_back({{array, unique}, start});
    read(inside, var, array, indices, unique);
    inside.holders[var] = {array, nest.levels.size(), unique};
  }
  Loop now = loop;
  now.params = storage_.arena.copy(params);
  // The same loop may be taken apart in several versions of a nest, each of which has an index of
  // its own.
  const Body* iteration = loop.body;
  if (loop.index) {
    now.index = fresh_like({&loop.index, 1})[0];
    Substitution by;
    by[loop.index] = now.index;
    iteration = substitute(storage_, loop.body, by);
  }
  now.body = builder_.body([&] {
    std::vector<Var> results;
    for (const LoopParam& param : loop.params) results.push_back(array_over(nest, param.param.var));
    Stm like = stm;
    nest_body(std::move(inside), iteration, results, like);
    return std::vector<Atom>(results.begin(), results.end());
  });
  Stm made = stm;
  made.op = builder_.make(now);
  made.pattern = storage_.arena.copy(to);
  made.certs = storage_.arena.copy(nest.certs);
  builder_.add(made);
}

}  // namespace planish::passes
