#include "plan/scatter.h"

#include <unordered_set>

#include "ir/match.h"
#include "ir/walk.h"

namespace planish::plan {
namespace {

// Do all elements that are written to in a row lie side by side: is the place the index plus what
// is the same in the row?
bool writes_side_by_side(const ir::Body& body, ir::Var index, const ir::Atom& place) {
  std::unordered_set<uint32_t> moving{index.id};     // with the index, one by one
  std::unordered_set<uint32_t> differing{index.id};  // in the row
  for (const ir::Stm& stm : body.stms) {
    bool differs = false;
    ir::for_each_var_use(stm.op, [&](ir::Var var) { differs |= differing.contains(var.id); });
    ir::for_each_body(stm.op, [&](const ir::Body*) { differs = true; });
    ir::for_each_lambda(stm.op, [&](const ir::Lambda*) { differs = true; });
    if (!differs) continue;
    for (ir::Var var : stm.pattern) differing.insert(var.id);
    const auto* sum = ir::as<ir::Binary>(stm.op);
    if (sum == nullptr) continue;
    const auto is_moving = [&](const ir::Atom& atom) {
      return atom.var && moving.contains(atom.var.id);
    };
    const auto is_same = [&](const ir::Atom& atom) {
      return !atom.var || !differing.contains(atom.var.id);
    };
    const bool adds = sum->op == ir::BinaryOp::Add && is_same(sum->x) && is_moving(sum->y);
    const bool shifts = (sum->op == ir::BinaryOp::Add || sum->op == ir::BinaryOp::Sub) &&
                        is_moving(sum->x) && is_same(sum->y);
    if (adds || shifts) moving.insert(stm.pattern[0].id);
  }
  return place.var && moving.contains(place.var.id);
}

}  // namespace

WhyNot why_not_in_order(const ir::SegScatter& op) {
  return op.last ? WhyNot() : nothing_to_do("any of several values for a place may stay");
}

WhyNot why_no_scalar_loop(const Cost& cost, const ir::SegScatter& op) {
  if (!cost.is_cheap()) return nothing_to_do("there is much to compute");
  const ir::Atom& place = op.body->results[op.shape.size() - 1];
  if (writes_side_by_side(*op.body, op.space.levels.back().index, place))
    return nothing_to_do("it writes side by side");
  return {};
}

}  // namespace planish::plan
