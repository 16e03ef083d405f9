#include "analysis/iteration.h"

#include <algorithm>

#include "ir/facts.h"
#include "ir/scalar_eval.h"

namespace planish {

using namespace ir;

namespace {

bool is_of(const Lambda* lambda, const Body* body) {
  return lambda != nullptr && lambda->body == body;
}

Iteration in_space(const Space& space) {
  Iteration result{Runs::ForEach, {}};
  for (const Level& level : space.levels) {
    // The bound counts the iterations of all levels up to this one.
    if (level.offsets) result.counts.clear();
    result.counts.push_back(level.bound);
  }
  return result;
}

}  // namespace

bool Iteration::runs_surely() const {
  return runs == Runs::ForEach && std::ranges::all_of(counts, [](const Atom& count) {
           return count.is_const() && as_int64(count.constant) > 0;
         });
}

Iteration iteration_of(const Op* op, const Body* body) {
  return match(
      op, [](const If&) { return Iteration{Runs::AtMostOnce, {}}; },
      [](const Match&) { return Iteration{Runs::AtMostOnce, {}}; },
      [&](const WithAcc& node) {
        return is_of(node.fn, body) ? Iteration{Runs::AtMostOnce, {}} : Iteration{};
      },
      [&](const Loop& node) {
        return node.condition == nullptr ? Iteration{Runs::ForEach, {node.bound}} : Iteration{};
      },
      [&](const auto& node) {
        if constexpr (requires { node.space; }) {
          if (node.body == body) return in_space(node.space);
        } else if constexpr (requires { node.width; }) {
          if (is_of(element_function(op), body)) return Iteration{Runs::ForEach, {node.width}};
        }
        return Iteration{};
      });
}

const Lambda* element_function(const Op* op) {
  const std::optional<OperatorParts> parts = operator_parts(op);
  return parts && parts->first == 0 ? parts->map : nullptr;
}

std::span<const Var> element_arrays(const Op* op) {
  const std::optional<OperatorParts> parts = operator_parts(op);
  return parts ? parts->arrays : std::span<const Var>{};
}

}  // namespace planish
