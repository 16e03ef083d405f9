// Loops in parallel operators that have more iterations for some elements than for others.
// Operators there are cut into equal shares; a loop is one thread's.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "analysis/inner_bodies.h"
#include "analysis/iteration.h"
#include "driver/explain/causes.h"
#include "ir/match.h"

namespace planish::explain {

using namespace ir;

namespace {

class HeavyElements {
 public:
  HeavyElements(const Context& cx, std::vector<Cause>& causes) : cx_(cx), causes_(causes) {}

  void host(const Body* stms) {
    for (const Stm& stm : stms->stms) {
      const Lambda* function = is_core_operator(stm.op) ? element_function(stm.op) : nullptr;
      if (function == nullptr) {
        for_each_inner_body(stm.op, [&](const Body* inner) { host(inner); });
        continue;
      }
      inside_.clear();
      for (const Param& param : function->params) inside_.insert(param.var);
      element(stm, function->body);
    }
  }

 private:
  void element(const Stm& around, const Body* stms) {
    for (const Stm& stm : stms->stms) {
      if (const auto* loop = as<Loop>(stm.op)) {
        std::string count;
        if (cx_.source.is_written_by_user(stm.place) && !has_operators(loop->body) &&
            differs(*loop, count))
          report(around, stm, count);
        continue;  // what is in it is in one thread
      }
      if (const Lambda* function = is_core_operator(stm.op) ? element_function(stm.op) : nullptr) {
        for (const Param& param : function->params) inside_.insert(param.var);
      }
      // Elements that are read, and what follows from them, differ.
      for (Var var : stm.pattern) {
        if (depends(stm)) inside_.insert(var);
      }
      for_each_inner_body(stm.op, [&](const Body* inner) { element(around, inner); });
    }
  }

  // Then all elements go on to their next iteration together.
  static bool has_operators(const Body* stms) {
    return std::ranges::any_of(stms->stms, [](const Stm& stm) {
      bool found = is_core_operator(stm.op);
      for_each_inner_body(stm.op,
                          [&](const Body* inner) { found = found || has_operators(inner); });
      return found;
    });
  }

  bool depends(const Stm& stm) const {
    bool found = false;
    for_each_var_use(stm.op, [&](Var var) { found = found || inside_.contains(var); });
    for_each_inner_body(stm.op, [&](const Body*) { found = true; });
    return found;
  }

  // How often it runs is another number for each element.
  bool differs(const Loop& loop, std::string& count) const {
    if (loop.condition == nullptr) {
      count = cx_.sizes.size(loop.bound);
      return loop.bound.var && inside_.contains(loop.bound.var);
    }
    // while i < k: a counter below a number of the element.
    if (loop.condition->results.size() != 1) return false;
    for (const Stm& stm : loop.condition->stms) {
      const auto* compared = as<Binary>(stm.op);
      if (compared == nullptr || stm.pattern[0] != loop.condition->results[0].var) continue;
      const bool below = compared->op == BinaryOp::Lt || compared->op == BinaryOp::Le;
      if (!below || !is_counter(loop, compared->x.var)) return false;
      count = cx_.sizes.size(compared->y);
      return compared->y.var && inside_.contains(compared->y.var);
    }
    return false;
  }

  static bool is_counter(const Loop& loop, Var var) {
    for (size_t i = 0; i < loop.params.size(); i++) {
      if (loop.params[i].param.var != var) continue;
      for (const Stm& stm : loop.body->stms) {
        const auto* sum = as<Binary>(stm.op);
        if (sum != nullptr && stm.pattern[0] == loop.body->results[i].var)
          return sum->op == BinaryOp::Add && sum->x.var == var && sum->y.is_const();
      }
    }
    return false;
  }

  void report(const Stm& around, const Stm& loop, const std::string& count) {
    const Place place = cx_.source.users_place(loop.place);
    const Place outer = cx_.source.users_place(around.place);
    const std::string_view name = cx_.source.name(outer);
    causes_.push_back(
        {CauseKind::HeavyElement, place,
         fmt::format(
             "this loop has {} for each element of the `{}` at {}, and belongs to one thread: one "
             "heavy element makes all others wait",
             count.empty() ? "another number of iterations"
                           : fmt::format("{} iterations, another number", count),
             name.empty() ? operator_text(around.op) : name, cx_.source.position(outer)),
         advice_text(cx_, place,
                     {"write the loop as `map`, `reduce` or `scan`: those are cut into equal "
                      "shares, whatever element they belong to",
                      "write it as an apply-to-each, a sum or a scan: those are cut into equal "
                      "shares, whatever element they belong to"}),
         place});
  }

  const Context& cx_;
  std::vector<Cause>& causes_;
  std::unordered_set<Var> inside_;  // differs from element to element
};

}  // namespace

void find_heavy_elements(const Context& cx, const Function& fn, std::vector<Cause>& causes) {
  HeavyElements(cx, causes).host(fn.body);
}

}  // namespace planish::explain
