#include "plan/neighbours.h"

#include <algorithm>
#include <unordered_set>

#include "ir/walk.h"
#include "plan/operators.h"

namespace planish::plan {
namespace {

constexpr int64_t kAccessBytes = 16;  // the widest load or store

// Arrays from outside that the body reads elements of.
size_t arrays_read(const Context& cx, const ir::Body& body) {
  std::unordered_set<uint32_t> arrays;
  for (const ir::Stm& stm : body.stms) {
    const auto* index = ir::as<ir::Index>(stm.op);
    if (index != nullptr && cx.type(stm.pattern[0])->is_scalar()) arrays.insert(index->array.id);
  }
  return arrays.size();
}

}  // namespace

Tried<NeighboursPlan> try_neighbours(const Context& cx, const ir::SegMap& op) {
  const ThreadFigures& figures = cx.target.strategies.threads;
  const auto refuse = [](WhyNot why) { return refused<NeighboursPlan>(std::move(why)); };
  if (is_irregular(op.space.levels)) return refuse("rows have different lengths");
  if (!are_scalars(cx.storage, op.body->results)) return refuse("it gives arrays");
  if (!is_straight(op.body)) return refuse("there are loops or calls in it");
  if (has_checks(op.body)) return refuse("there are checks in it");
  if (op.body->stms.size() > figures.point) return refuse("its body is long");
  const bool is_flat = std::ranges::all_of(
      op.body->stms, [&](const ir::Stm& stm) { return all_scalars(cx.storage, stm.pattern); });
  if (!is_flat) return refuse("there are arrays in it");
  int64_t smallest = kAccessBytes;
  for (const ir::Atom& result : op.body->results)
    smallest = std::min(smallest, std::max<int64_t>(1, byte_size(cx.type(result)->elem)));
  auto plan = std::make_unique<NeighboursPlan>();
  plan->width = std::min(figures.most_neighbours, kAccessBytes / smallest);
  plan->groups = arrays_read(cx, *op.body) > 1 ? figures.few_groups : figures.many_groups;
  const auto statements = static_cast<int64_t>(op.body->stms.size());
  while (plan->groups > 1 && statements * plan->width * plan->groups > figures.all_points)
    plan->groups /= 2;
  if (statements * plan->width > figures.all_points) return refuse("its body is long");
  return {std::move(plan), {}};
}

}  // namespace planish::plan
