#include "passes/flatten/body_steps.h"

#include <algorithm>

#include "ir/match.h"
#include "passes/flatten/flattening.h"

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

BodySteps::BodySteps(Flattening& all)
    : storage_(all.storage),
      branching_(all.branching),
      parallelism_(all.parallelism),
      vars_(all.vars),
      liftability_(all.liftability) {}

// Statements that wait for something parallel to come.
class BodySteps::Waiting {
 public:
  Waiting(const Storage& storage, const Body* body)
      : storage_(storage), last_uses_(last_uses(storage, body)) {}

  void add(const Stm& stm) {
    stms_.push_back(stm);
    bound_.insert(stm.pattern.begin(), stm.pattern.end());
  }
  // A cheap one, which uses what waits.
  void add_cheap(const Stm& stm) {
    add(stm);
    cheap_.push_back(stm);
  }
  bool is_used_by(const Stm& stm) const {
    Body alone{{&stm, 1}, {}};
    return std::ranges::any_of(free_variables(storage_, &alone),
                               [&](Var var) { return bound_.contains(var); });
  }
  const std::vector<Stm>& stms() const { return stms_; }
  // What waits becomes steps, before statement number `next`. Gives what is kept of them.
  std::vector<Var> flush(size_t next, std::vector<BodyStep>& steps);

 private:
  std::vector<Var> kept(size_t next) const;

  const Storage& storage_;
  const std::unordered_map<Var, size_t> last_uses_;
  std::vector<Stm> stms_;
  std::vector<Stm> cheap_;
  std::unordered_set<Var> bound_;
};

std::vector<Var> BodySteps::Waiting::flush(size_t next, std::vector<BodyStep>& steps) {
  std::vector<Var> values;
  const bool only_cheap = stms_.size() == cheap_.size();
  if (!only_cheap) {
    values = kept(next);
    steps.push_back({BodyStep::Kind::Sequential, stms_, values});
  }
  for (const Stm& stm : cheap_) steps.push_back({BodyStep::Kind::Again, {stm}, {}});
  stms_.clear();
  cheap_.clear();
  bound_.clear();
  return values;
}

// What statements from number `next` on use, or cheap ones that are done again.
std::vector<Var> BodySteps::Waiting::kept(size_t next) const {
  std::vector<Var> values;
  Body cheap_code{cheap_, {}};
  std::vector<Var> by_cheap = free_variables(storage_, &cheap_code);
  for (const Stm& stm : stms_) {
    bool again = std::ranges::any_of(cheap_, [&](const Stm& cheap) { return cheap.op == stm.op; });
    // Certificates are not kept.
    if (again || stm.op->kind == Kind::Check) continue;
    for (Var var : stm.pattern) {
      auto used = last_uses_.find(var);
      bool later = used != last_uses_.end() && used->second >= next;
      if (later || std::ranges::find(by_cheap, var) != by_cheap.end()) values.push_back(var);
    }
  }
  return values;
}

std::optional<std::vector<BodyStep>> BodySteps::plan(const Nest& around, const Body* body,
                                                     Rows rows) {
  Nest nest = around;
  std::vector<BodyStep> steps;
  Waiting waiting(storage_, body);
  bool regular = true;
  for (size_t i = 0; i < body->stms.size(); i++) {
    const Stm& stm = body->stms[i];
    if (parallelism_.is_cheap_later(stm, nest) || parallelism_.is_generator(stm, body)) {
      if (waiting.is_used_by(stm)) {
        waiting.add_cheap(stm);
      } else {
        steps.push_back({BodyStep::Kind::Again, {stm}, {}});
      }
    } else if (parallelism_.is_worth(stm, nest) ||
               (rows == Rows::Wanted &&
                (liftability_.is_liftable(stm, nest) || liftability_.makes_elements(stm)))) {
      for (Var var : waiting.flush(i, steps))
        regular = regular && nest.is_invariant(storage_.type(var));
      steps.push_back({BodyStep::Kind::Operator, {stm}, {stm.pattern.begin(), stm.pattern.end()}});
    } else {
      waiting.add(stm);
    }
    nest.bind(stm.pattern);
  }
  // What still waits is done together with the results.
  if (!waiting.stms().empty()) steps.push_back({BodyStep::Kind::Sequential, waiting.stms(), {}});
  return regular || rows == Rows::Wanted ? std::optional(std::move(steps)) : std::nullopt;
}

// ---- Recursion with several calls

void BodySteps::join_calls(std::vector<BodyStep>& steps) {
  for (size_t first = 0; first < steps.size(); first++) {
    if (called_by(steps[first]) == Name{}) continue;
    for (size_t second = first + 1; second < steps.size(); second++) {
      if (std::optional<size_t> both = join(steps, first, second)) {
        first = *both;
        second = *both;
      }
    }
  }
}

Name BodySteps::called_by(const BodyStep& step) const {
  const auto* call = step.kind == BodyStep::Kind::Operator ? as<Call>(step.stms[0].op) : nullptr;
  return call != nullptr && branching_.contains(call->fn) ? call->fn : Name{};
}

// What depends on the first call comes after the second, unless that needs it.
std::optional<size_t> BodySteps::join(std::vector<BodyStep>& steps, size_t first, size_t second) {
  std::unordered_set<Var> later;
  auto bind = [&](const BodyStep& step) {
    for (const Stm& stm : step.stms) later.insert(stm.pattern.begin(), stm.pattern.end());
  };
  auto uses = [&](const BodyStep& step) {
    Body alone{step.stms, {}};
    return free_variables(storage_, &alone);
  };
  auto depends = [&](const BodyStep& step) {
    return std::ranges::any_of(uses(step), [&](Var var) { return later.contains(var); });
  };
  bind(steps[first]);
  std::vector<BodyStep> before;
  std::vector<BodyStep> after;
  bool consumes = false;
  for (size_t i = first + 1; i < second; i++) {
    if (!depends(steps[i])) {
      before.push_back(steps[i]);
      continue;
    }
    bind(steps[i]);
    after.push_back(steps[i]);
    for (Var var : uses(steps[i]))
      consumes = consumes || (storage_.type(var)->is_array() && vars_.is_consumed(var));
  }
  if (called_by(steps[second]) != called_by(steps[first]) || depends(steps[second]) || consumes)
    return std::nullopt;
  BodyStep both = steps[first];
  both.stms.insert(both.stms.end(), steps[second].stms.begin(), steps[second].stms.end());
  std::vector<BodyStep> now(steps.begin(), steps.begin() + ptrdiff_t(first));
  now.insert(now.end(), before.begin(), before.end());
  const size_t at = now.size();
  now.push_back(both);
  now.insert(now.end(), after.begin(), after.end());
  now.insert(now.end(), steps.begin() + ptrdiff_t(second) + 1, steps.end());
  steps = std::move(now);
  return at;
}

}  // namespace planish::passes
