// Loops that append: `loop ys = [] for i < n do ys ++ [x]`.
#include <fmt/format.h>

#include <algorithm>

#include "driver/explain/causes.h"
#include "driver/explain/summary.h"

namespace planish::explain {

using namespace ir;

namespace {

constexpr size_t kAppendDepth = 8;

class Appends {
 public:
  Appends(const Context& cx, std::vector<Cause>& causes) : cx_(cx), causes_(causes) {}

  void look_at(const Stm& stm, const Loop& loop) {
    define(loop.body);
    for (size_t i = 0; i < loop.params.size(); i++) {
      const Var param = loop.params[i].param.var;
      if (!cx_.storage.type(param)->is_array()) continue;
      if (const Stm* append = appended(loop.body->results[i], param, 0))
        report(stm, loop, param, *append);
    }
  }

 private:
  void define(const Body* stms) {
    for (const Stm& stm : stms->stms) {
      for (size_t i = 0; i < stm.pattern.size(); i++) definitions_[stm.pattern[i]] = {&stm, i};
      if (const auto* choice = as<If>(stm.op)) {
        define(choice->then_body);
        define(choice->else_body);
      }
    }
  }

  // The concatenation that makes the value of the parameter; null: there is none.
  const Stm* appended(const Atom& value, Var param, size_t depth) const {
    auto it = value.var ? definitions_.find(value.var) : definitions_.end();
    if (it == definitions_.end() || depth > kAppendDepth) return nullptr;
    const auto& [stm, number] = it->second;
    auto deeper = [&](const Atom& next) { return appended(next, param, depth + 1); };
    return match(
        stm->op, [&](const Same& n) { return deeper(n.value); },
        [&](const Coerce& n) { return deeper(n.array); },
        [&](const If& n) {
          const Stm* found = deeper(n.then_body->results[number]);
          return found != nullptr ? found : deeper(n.else_body->results[number]);
        },
        [&](const Concat& n) {
          return std::ranges::any_of(n.arrays, [&](Var array) { return is_param(array, param, 0); })
                     ? stm
                     : nullptr;
        },
        [](const auto&) -> const Stm* { return nullptr; });
  }

  bool is_param(Var var, Var param, size_t depth) const {
    if (var == param) return true;
    auto it = definitions_.find(var);
    if (it == definitions_.end() || depth > kAppendDepth) return false;
    const Op* op = it->second.first->op;
    if (const auto* coerce = as<Coerce>(op)) return is_param(coerce->array, param, depth + 1);
    // Several appends in one iteration.
    if (const auto* concat = as<Concat>(op))
      return std::ranges::any_of(concat->arrays,
                                 [&](Var array) { return is_param(array, param, depth + 1); });
    return false;
  }

  void report(const Stm& loop_stm, const Loop& loop, Var param, const Stm& append) {
    std::string count = loop.condition == nullptr ? cx_.sizes.size(loop.bound) : std::string();
    const bool is_word = count.find(' ') == std::string::npos;
    std::string sum = count.empty() ? "the square of the number of iterations"
                      : is_word     ? fmt::format("{} * {} / 2 elements", count, count)
                                    : fmt::format("half the square of {} elements", count);
    const std::string name = array_text(cx_, param);
    causes_.push_back(
        {CauseKind::AppendInLoop, cx_.source.users_place(append.place),
         fmt::format(
             "{} is copied in each iteration of the loop at {} to append to it: about {} are "
             "copied",
             name, cx_.position(loop_stm.place), sum),
         cx_.source.language(cx_.source.users_place(append.place)) == Language::Nesl
             ? "compute all elements at once, in an apply-to-each or by a scan; or make the vector "
               "before, with room for all, and write to it: `v <- [(i, e)]`"
             : fmt::format(
                   "compute all elements at once with `map`, `scan` or `filter`; or make the array "
                   "before the loop, with room for all, and write to it: `{} with [i] = …`",
                   name == "an array" ? "xs" : std::string(cx_.names.name(param))),
         cx_.source.users_place(loop_stm.place)});
  }

  const Context& cx_;
  std::vector<Cause>& causes_;
  std::unordered_map<Var, std::pair<const Stm*, size_t>> definitions_;
};

}  // namespace

void find_appends(const Context& cx, const Function& fn, std::vector<Cause>& causes) {
  Appends found(cx, causes);
  for_each_users_loop(cx, fn.body,
                      [&](const Stm& stm, const Loop& loop) { found.look_at(stm, loop); });
}

}  // namespace planish::explain
