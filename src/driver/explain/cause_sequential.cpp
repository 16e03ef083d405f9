// Loops of one thread that have most of the work, and operators that have few elements for it.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/inner_bodies.h"
#include "driver/explain/causes.h"
#include "driver/explain/summary.h"
#include "ir/facts.h"
#include "ir/one_point.h"

namespace planish::explain {

using namespace ir;

namespace {

constexpr double kMost = 0.5;
// Less work is done before anybody notices, in nanoseconds.
constexpr double kShort = 1000;

const Stm* definition(const Body* body, const Atom& atom) {
  for (const Stm& stm : body->stms) {
    if (atom.var && !stm.pattern.empty() && stm.pattern[0] == atom.var) return &stm;
  }
  return nullptr;
}

// How often statements of the body use the variable, those inside of it included.
size_t use_count(const Body* body, Var var) {
  size_t count = 0;
  for (const Stm& stm : body->stms) {
    for_each_var_use(stm.op, [&](Var used) { count += used == var ? 1 : 0; });
    for_each_inner_body(stm.op, [&](const Body* inner) {
      count += use_count(inner, var);
      for (const Atom& atom : inner->results) count += atom.var == var ? 1 : 0;
    });
  }
  return count;
}

// By what the loop carries.
Advice advice_for(const Loop& loop) {
  constexpr Advice kOtherwise = {
      "if what an iteration gives the next can be combined in any grouping, write a `reduce` or a "
      "`scan`; if iterations do not need each other, a `map`; otherwise make what is in the loop "
      "parallel, or do several such loops at once",
      "if what a call gives the next can be combined in any grouping, write a sum or a `scan`; if "
      "calls do not need each other, an apply-to-each; otherwise make what the function does "
      "parallel, or do several such calls at once"};
  if (loop.condition != nullptr) return kOtherwise;
  bool only_sums = !loop.params.empty();
  bool only_writes = !loop.params.empty();
  for (size_t i = 0; i < loop.params.size(); i++) {
    const Var param = loop.params[i].param.var;
    const Stm* stm = definition(loop.body, loop.body->results[i]);
    const auto* sum = stm == nullptr ? nullptr : as<Binary>(stm->op);
    only_sums = only_sums && sum != nullptr && is_associative(sum->op) &&
                (sum->x.var == param || sum->y.var == param) && use_count(loop.body, param) == 1;
    const auto* write = stm == nullptr ? nullptr : as<Update>(stm->op);
    only_writes = only_writes && write != nullptr && write->array == param &&
                  use_count(loop.body, param) == 1 && write->dims.size() == 1 &&
                  write->dims[0].is_index && write->dims[0].start.var == loop.index;
  }
  if (only_sums)
    return {
        "this is a reduction, whose iterations can be done in any grouping: write `reduce`, as in "
        "`reduce (+) 0 (map (\\i -> …) (iota n))`",
        "this is a sum, whose parts can be added in any grouping: `sum({… : i in [0:n]})`"};
  if (only_writes)
    return {
        "each iteration writes an element of its own: write `map` or `tabulate`, whose elements "
        "are computed at once",
        "each call writes an element of its own: write an apply-to-each, whose elements are "
        "computed at once"};
  return kOtherwise;
}

}  // namespace

void find_sequential(const Context& cx, const WorkEstimate& work, std::vector<Cause>& causes) {
  // The innermost loop that still has most of it: what is around it is not the matter.
  const HostLoop* most = nullptr;
  for (const HostLoop& loop : work.loops) {
    if (loop.stm == nullptr || !cx.source.is_written_by_user(loop.stm->place) ||
        work.share_of(loop.sequential) < kMost || loop.sequential < kShort)
      continue;
    if (most == nullptr || loop.sequential >= most->sequential * kMost) most = &loop;
  }
  // What has been said of it is the reason.
  auto is_said = [&](const Cause& cause) {
    return cause.loop && is_same_range(*cause.loop, cx.source.users_place(most->stm->place));
  };
  if (most != nullptr && std::ranges::none_of(causes, is_said)) {
    const auto& loop = *as<Loop>(most->stm->op);
    std::string count = iterations_text(cx, loop);
    causes.push_back(
        {CauseKind::SequentialLoop, cx.source.users_place(most->stm->place),
         fmt::format("this loop has {} of the work, and {} one after the other in one thread",
                     work.share_of(most->sequential) > 0.95 ? "all" : "most",
                     count.empty() ? "does its iterations" : fmt::format("does {}", count)),
         advice_text(cx, cx.source.users_place(most->stm->place), advice_for(loop)),
         cx.source.users_place(most->stm->place)});
  }
  for (const Step& step : work.steps) {
    const Space* space = space_of(step.stm->op);
    // A kernel of one thread is a matter of its own: device_facts.cpp.
    if (space == nullptr || step.parallel || has_one_point(step.stm->op) ||
        work.share_of(step.nanoseconds) < kMost || step.nanoseconds < kShort)
      continue;
    std::vector<std::string> sizes;
    for (const Level& level : space->levels) sizes.push_back(cx.sizes.known_size(level.bound));
    causes.push_back(
        {CauseKind::FewElements, cx.source.users_place(step.stm->place),
         fmt::format("most of the work is here, and there are only {} elements to share it",
                     fmt::join(sizes, " x ")),
         advice_text(cx, cx.source.users_place(step.stm->place),
                     {"what is done for each element has to be parallel itself: write its loops "
                      "as `map`, `reduce` or `scan`",
                      "what is done for each element has to be parallel itself: write an "
                      "apply-to-each, a sum or a scan in place of functions that call "
                      "themselves at their end"}),
         std::nullopt});
  }
}

}  // namespace planish::explain
