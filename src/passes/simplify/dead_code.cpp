#include "passes/simplify/dead_code.h"

#include "analysis/inner_bodies.h"
#include "analysis/liveness.h"
#include "ir/match.h"
#include "ir/walk.h"

namespace planish::passes {

using namespace ir;

namespace {

class DeadCode : public Rebuild {
 public:
  explicit DeadCode(const Program& program) : Rebuild(*program.storage), liveness_(program) {}

  Program program(const Program& program) {
    Program result = program;
    result.functions.clear();
    for (const Function* fn : program.functions) {
      if (liveness_.is_live(fn)) result.functions.push_back(function_children(fn));
    }
    return result;
  }

  const Body* body(const Body* body) override {
    return live_part(body, std::vector<bool>(body->results.size(), true));
  }

  Stm stm(const Stm& old) override {
    const Op* now = match(
        old.op, [&](const If& op) -> const Op* { return live_if(old, op); },
        [&](const Match& op) -> const Op* { return live_match(old, op); },
        [&](const Map& op) -> const Op* { return live_map(old, op); },
        [&](const SegMap& op) -> const Op* { return live_points(old, op); },
        [&](const Loop& op) -> const Op* { return live_loop(old, op); },
        [&](const auto&) -> const Op* { return nullptr; });
    if (now == nullptr && mapped_function(old.op).lambda != nullptr) return live_elements(old);
    if (const auto* map = as<SegFlatMap>(old.op)) return live_rows(old, *map);
    if (const auto* filter = as<SegFilter>(old.op)) return live_kept(old, *filter);
    if (now == nullptr) return stm_children(old);
    Stm result = old;
    result.op = now;
    result.pattern = selected(old.pattern, live_mask(old.pattern));
    return result;
  }

 private:
  using Mask = std::vector<bool>;

  Mask live_mask(std::span<const Var> vars) const {
    Mask mask;
    for (Var var : vars) mask.push_back(liveness_.is_live(var));
    return mask;
  }

  template <class T>
  std::span<const T> selected(std::span<const T> all, const Mask& mask) {
    std::vector<T> some;
    for (size_t i = 0; i < all.size(); i++) {
      if (mask[i]) some.push_back(all[i]);
    }
    return some.size() == all.size() ? all : storage_.arena.copy(some);
  }

  // The live statements, and the results that are asked for.
  const Body* live_part(const Body* body, const Mask& results) {
    std::vector<Stm> stms;
    bool changed = false;
    for (const Stm& old : body->stms) {
      if (!liveness_.is_live(old)) {
        changed = true;
        continue;
      }
      stms.push_back(stm(old));
      changed |= stms.back().op != old.op || stms.back().pattern.size() != old.pattern.size();
    }
    std::span<const Atom> kept = selected(body->results, results);
    if (!changed && kept.size() == body->results.size()) return body;
    return storage_.arena.make<Body>(Body{storage_.arena.copy(stms), kept});
  }

  // The functions below give the old operation if all of it is live.
  template <class T>
  const Op* if_changed(const T& old, const T& now, bool changed) {
    return changed ? storage_.arena.make<T>(now) : &old;
  }

  const Op* live_if(const Stm& old, const If& op) {
    Mask mask = live_mask(old.pattern);
    If now = op;
    now.then_body = live_part(op.then_body, mask);
    now.else_body = live_part(op.else_body, mask);
    return if_changed(op, now, now.then_body != op.then_body || now.else_body != op.else_body);
  }

  const Op* live_match(const Stm& old, const Match& op) {
    Mask mask = live_mask(old.pattern);
    Match now = op;
    bool changed = false;
    std::vector<MatchCase> cases(op.cases.begin(), op.cases.end());
    for (MatchCase& one : cases) {
      const Body* before = one.body;
      one.body = live_part(before, mask);
      changed |= one.body != before;
    }
    if (op.otherwise != nullptr) now.otherwise = live_part(op.otherwise, mask);
    if (changed) now.cases = storage_.arena.copy(cases);
    return if_changed(op, now, changed || now.otherwise != op.otherwise);
  }

  const Op* live_map(const Stm& old, const Map& op) {
    Mask used;
    for (const Param& param : op.fn->params) used.push_back(liveness_.is_live(param.var));
    Map now = op;
    now.arrays = selected(op.arrays, used);
    Lambda fn = *op.fn;
    fn.params = selected(op.fn->params, used);
    fn.body = live_part(op.fn->body, live_mask(old.pattern));
    bool changed = fn.body != op.fn->body || fn.params.size() != op.fn->params.size();
    if (changed) now.fn = storage_.arena.make<Lambda>(fn);
    return if_changed(op, now, changed);
  }

  // What is read, and what is gathered or kept for nobody.
  Stm live_elements(const Stm& old) {
    const MappedFunction element = mapped_function(old.op);
    Mask used;
    for (const Param& param : element.lambda->params) used.push_back(liveness_.is_live(param.var));
    Mask given(element.lambda->body->results.size());
    Mask bound(old.pattern.size(), true);
    for (size_t i = 0; i < given.size(); i++) {
      given[i] = i < element.needed || liveness_.is_live(old.pattern[i + element.shift]);
      if (i >= element.needed) bound[i + element.shift] = given[i];
    }
    Lambda fn = *element.lambda;
    fn.params = selected(fn.params, used);
    fn.body = live_part(fn.body, given);
    Stm result = old;
    result.pattern = selected(old.pattern, bound);
    result.op = match(old.op, [&](const auto& op) -> const Op* {
      using T = std::remove_cvref_t<decltype(op)>;
      if constexpr (
          requires { op.map; } || requires { op.predicate; } || std::is_same_v<T, FlatMap>) {
        T now = op;
        const bool changed =
            fn.body != element.lambda->body || fn.params.size() != element.lambda->params.size();
        if constexpr (requires { op.map; }) {
          if (changed) now.map = storage_.arena.make<Lambda>(fn);
        } else if constexpr (std::is_same_v<T, FlatMap>) {
          if (changed) now.fn = storage_.arena.make<Lambda>(fn);
          now.groups = live_groups(op.groups, given);
        } else {
          if (changed) now.predicate = storage_.arena.make<Lambda>(fn);
        }
        now.arrays = selected(op.arrays, used);
        bool is_new = changed;
        if constexpr (requires { op.op; }) {
          now.op = lambda(op.op);
          is_new |= now.op != op.op;
        }
        if constexpr (requires { op.post; }) {
          if (op.post != nullptr) now.post = lambda(op.post);
          is_new |= now.post != op.post;
        }
        return if_changed(op, now, is_new);
      } else {
        return old.op;
      }
    });
    return result;
  }

  // How many rows of each group are still given.
  std::span<const uint32_t> live_groups(std::span<const uint32_t> groups, const Mask& given) {
    std::vector<uint32_t> live(groups.size());
    size_t next = groups.size();
    for (size_t g = 0; g < groups.size(); g++) {
      for (uint32_t row = 0; row < groups[g]; row++) live[g] += given[next++] ? 1 : 0;
    }
    return storage_.arena.copy(live);
  }

  const Op* live_points(const Stm& old, const SegMap& op) {
    SegMap now = op;
    now.body = live_part(op.body, live_mask(old.pattern));
    return if_changed(op, now, now.body != op.body);
  }

  // The totals and lengths of all groups stay.
  Stm live_rows(const Stm& old, const SegFlatMap& op) {
    const size_t groups = op.groups.size();
    Mask bound = live_mask(old.pattern);
    std::fill_n(bound.begin(), 2 * groups, true);
    const Mask given(bound.begin() + static_cast<ptrdiff_t>(groups), bound.end());
    SegFlatMap now = op;
    now.body = live_part(op.body, given);
    now.groups = live_groups(op.groups, given);
    Stm result = old;
    result.pattern = selected(old.pattern, bound);
    result.op = if_changed(op, now, now.body != op.body);
    return result;
  }

  // How many are kept, and the first array of them, stay.
  Stm live_kept(const Stm& old, const SegFilter& op) {
    const size_t always = std::min(Liveness::kNeededOfFilter, op.body->results.size());
    const size_t shift = old.pattern.size() - op.body->results.size();
    Mask bound = live_mask(old.pattern);
    std::fill_n(bound.begin(), always + shift, true);
    const Mask given(bound.begin() + static_cast<ptrdiff_t>(shift), bound.end());
    SegFilter now = op;
    now.body = live_part(op.body, given);
    Stm result = old;
    result.pattern = selected(old.pattern, bound);
    result.op = if_changed(op, now, now.body != op.body);
    return result;
  }

  const Op* live_loop(const Stm& old, const Loop& op) {
    Mask mask = live_mask(old.pattern);
    Loop now = op;
    now.params = selected(op.params, mask);
    now.body = live_part(op.body, mask);
    if (op.condition != nullptr) now.condition = body(op.condition);
    return if_changed(op, now,
                      now.params.size() != op.params.size() || now.body != op.body ||
                          now.condition != op.condition);
  }

  Liveness liveness_;
};

}  // namespace

Program dead_code(const Program& program) { return DeadCode(program).program(program); }

}  // namespace planish::passes
