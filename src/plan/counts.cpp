#include "plan/counts.h"

#include <algorithm>

#include "analysis/cost.h"
#include "ir/walk.h"
#include "plan/operators.h"

namespace planish::plan {

using namespace ir;

namespace {

// So many times as wide as what is read, or wider, is a sum.
constexpr int64_t kLeastGain = 4;

bool is_integer_sum(const Storage& storage, const Lambda& op) {
  return is_reorderable(op) && std::ranges::all_of(op.body->stms, [&](const Stm& stm) {
           return as<Binary>(stm.op)->op == BinaryOp::Add &&
                  is_integer(storage.type(stm.pattern[0])->elem);
         });
}

// The bool that became the number; none: it is no such number.
Atom condition_of(const Storage& storage, const Body& body, const Atom& number) {
  for (const Stm& stm : body.stms) {
    if (!number.var || stm.pattern.size() != 1 || stm.pattern[0] != number.var) continue;
    const auto* convert = as<Convert>(stm.op);
    const bool is_bool = convert != nullptr && convert->value.var &&
                         storage.type(convert->value)->elem == Prim::Bool;
    return is_bool ? convert->value : Atom();
  }
  return {};
}

// The widest scalar that is read from an array; 0: there is none.
int64_t widest_read(const Storage& storage, const Body& body) {
  int64_t widest = 0;
  for (const Stm& stm : body.stms) {
    if (as<Index>(stm.op) != nullptr)
      widest = std::max<int64_t>(widest, byte_size(storage.type(stm.pattern[0])->elem));
    for_each_inner_body(stm.op, [&](const Body* inner) {
      widest = std::max(widest, widest_read(storage, *inner));
    });
  }
  return widest;
}

struct Sum {
  const Stm& stm;
  const Lambda& op;
  std::span<const Atom> neutral;
  const Body& body;
  int64_t read_bytes = 0;
  size_t longest_body = 0;
};

Tried<CountsPlan> try_sum(const Context& cx, const Sum& sum) {
  if (sum.stm.pattern.size() != sum.neutral.size() || !are_scalars(cx.storage, sum.neutral) ||
      !is_integer_sum(cx.storage, sum.op))
    return refused<CountsPlan>(nothing_to_do("it is no sum of integers"));
  auto plan = std::make_unique<CountsPlan>();
  int64_t narrowest = INT64_MAX;
  for (size_t k = 0; k < sum.neutral.size(); k++) {
    plan->conditions.push_back(condition_of(cx.storage, sum.body, sum.body.results[k]));
    if (!plan->conditions.back().var)
      return refused<CountsPlan>(nothing_to_do("it adds up other numbers than those of bools"));
    narrowest = std::min<int64_t>(narrowest, byte_size(cx.type(sum.neutral[k])->elem));
  }
  if (sum.read_bytes == 0 || sum.read_bytes * kLeastGain > narrowest)
    return refused<CountsPlan>(nothing_to_do("what it reads is not narrow"));
  if (!cx.has_masks()) return refused<CountsPlan>(nothing_to_do("no single lanes can be loaded"));
  if (!is_straight(&sum.body)) return refused<CountsPlan>("there are loops or calls in it");
  // A loop that can be left in the middle is not vectorised.
  if (has_checks(&sum.body)) return refused<CountsPlan>("there are checks in it");
  if (statement_count(&sum.body) > sum.longest_body) return refused<CountsPlan>("its body is long");
  plan->bytes = sum.read_bytes;
  plan->block = int64_t{1} << (8 * plan->bytes - 1);
  return {std::move(plan), {}};
}

}  // namespace

Tried<CountsPlan> try_counts(const Context& cx, const Stm& stm, const Reduce& op) {
  if (op.map == nullptr) return refused<CountsPlan>(nothing_to_do("it counts nothing"));
  int64_t widest = widest_read(cx.storage, *op.map->body);
  for (const Var array : op.arrays) {
    if (!cx.type(array)->is_array() || cx.layouts.elements(array) == Elements::Computed) continue;
    widest = std::max<int64_t>(widest, byte_size(cx.type(array)->elem));
  }
  return try_sum(cx, {stm, *op.op, op.neutral, *op.map->body, widest,
                      cx.target.strategies.rows.masked_body_in_task});
}

Tried<CountsPlan> try_counts(const Context& cx, const Stm& stm, const SegRed& op) {
  return try_sum(cx, {stm, *op.op, op.neutral, *op.body, widest_read(cx.storage, *op.body),
                      cx.target.strategies.rows.masked_body});
}

}  // namespace planish::plan
