#include "plan/lengths.h"

#include <algorithm>
#include <unordered_set>

#include "ir/match.h"
#include "ir/walk.h"
#include "plan/uses.h"

namespace planish::plan {
namespace {

// The operation that gives the atom; null: it is another one, or the body does not make it.
template <class T>
const T* definition_in(std::span<const ir::Stm> stms, const ir::Atom& atom) {
  for (const ir::Stm& stm : stms) {
    if (!stm.pattern.empty() && ir::Atom(stm.pattern[0]) == atom) return ir::as<T>(stm.op);
  }
  return nullptr;
}

// Does it look at nothing but whether a length is negative?
bool is_of_length(const ir::Body& body, std::span<const ir::Atom> lengths, const ir::Check& check) {
  const auto* compared = definition_in<ir::Binary>(body.stms, check.condition);
  return compared != nullptr && compared->op == ir::BinaryOp::Ge &&
         compared->y == ir::Atom::i64(0) && std::ranges::count(lengths, compared->x) > 0;
}

bool is_simple_scalar(const ir::Storage& storage, const ir::Stm& stm) {
  if (!stm.certs.empty()) return false;
  return ir::match(
      stm.op, [](const ir::Unary&) { return true; }, [](const ir::Ternary&) { return true; },
      [](const ir::Binary&) { return true; }, [](const ir::Convert&) { return true; },
      [](const ir::Same&) { return true; },
      [&](const ir::Index&) { return storage.type(stm.pattern[0])->is_scalar(); },
      [](const auto&) { return false; });
}

// The part of the body that computes the lengths, if it is cheap and cannot fail. If the body has
// checks before its branches, a length that they do not allow might be taken for an array too large
// for memory. But that a length is negative may be found when the row is made: until then it counts
// as 0.
std::string find_lengths(const Context& cx, const ir::Body& body, size_t groups,
                         std::vector<ir::Stm>& stms) {
  const ir::Storage& storage = cx.storage;
  const std::span<const ir::Atom> lengths = body.results.first(groups);
  std::unordered_set<uint32_t> needed;
  const auto need = [&](ir::Var var) { needed.insert(var.id); };
  for (const ir::Atom& length : lengths) {
    if (length.var) need(length.var);
  }
  for (size_t i = body.stms.size(); i-- > 0;) {
    const ir::Stm& stm = body.stms[i];
    const auto* check = ir::as<ir::Check>(stm.op);
    if (check != nullptr && !is_of_length(body, lengths, *check)) return "there are checks in it";
    const bool is_needed =
        std::ranges::any_of(stm.pattern, [&](ir::Var var) { return needed.contains(var.id); });
    if (!is_needed) continue;
    if (!is_simple_scalar(storage, stm)) return "it takes more than scalars to find a length";
    ir::for_each_var_use(stm.op, need);
    stms.push_back(stm);
  }
  if (stms.size() > cx.target.strategies.ranges.length_body)
    return "it takes long to find a length";
  std::ranges::reverse(stms);
  return {};
}

ir::Var offsets_of(std::span<const ir::Level> levels, std::span<const ir::Stm> stms,
                   const ir::Atom& length) {
  if (levels.size() != 1) return {};
  const ir::Atom point(levels[0].index);
  const auto* difference = definition_in<ir::Binary>(stms, length);
  if (difference == nullptr || difference->op != ir::BinaryOp::Sub) return {};
  const auto* end = definition_in<ir::Index>(stms, difference->x);
  const auto* start = definition_in<ir::Index>(stms, difference->y);
  if (end == nullptr || start == nullptr || end->array != start->array ||
      start->indices.size() != 1 || start->indices[0] != point)
    return {};
  const auto* next = definition_in<ir::Binary>(stms, end->indices[0]);
  if (next == nullptr || next->op != ir::BinaryOp::Add) return {};
  const ir::Atom one = ir::Atom::i64(1);
  const bool is_next = (next->x == point && next->y == one) || (next->x == one && next->y == point);
  return is_next ? start->array : ir::Var{};
}

}  // namespace

Tried<LengthsPlan> try_lengths_first(const Context& cx, const ir::Body& around, const ir::Stm& stm,
                                     const ir::SegFlatMap& op) {
  const size_t groups = op.groups.size();
  auto plan = std::make_unique<LengthsPlan>();
  std::string why_not = find_lengths(cx, *op.body, groups, plan->stms);
  if (!why_not.empty()) return refused<LengthsPlan>(std::move(why_not));
  for (size_t group = 0; group < groups; group++) {
    const ir::Atom& length = op.body->results[group];
    // The array of lengths stands after the totals. It has to be made if something uses it.
    const bool is_wanted = is_used(cx.storage, around, stm.pattern[groups + group]);
    plan->offsets.push_back(is_wanted ? ir::Var{}
                                      : offsets_of(op.space.levels, plan->stms, length));
    if (plan->offsets.back()) continue;
    plan->counted.push_back(group);
    plan->results.push_back(length);
  }
  plan->body = {plan->stms, plan->results};
  return {std::move(plan), {}};
}

}  // namespace planish::plan
