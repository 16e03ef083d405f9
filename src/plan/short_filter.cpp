#include "plan/short_filter.h"

#include <algorithm>

#include "analysis/cost.h"
#include "ir/match.h"
#include "ir/print.h"
#include "plan/operators.h"

namespace planish::plan {
namespace {

class ShortFilterPlanner {
 public:
  ShortFilterPlanner(const Context& cx, const ir::Filter& op)
      : cx_(cx), op_(op), plan_(std::make_unique<ShortFilterPlan>(cx.storage)) {}

  Tried<ShortFilterPlan> run() {
    WhyNot why_not = look_at_target();
    if (why_not.empty()) why_not = look_at_arrays();
    if (why_not.empty()) why_not = look_at_body();
    if (why_not.empty()) why_not = look_at_values();
    if (!why_not.empty()) return refused<ShortFilterPlan>(std::move(why_not));
    return {std::move(plan_), {}};
  }

 private:
  const ir::Body& body() const { return *op_.predicate->body; }

  WhyNot look_at_target() const {
    if (cx_.where == Where::Host) return nothing_to_do("it is done on the host");
    if (cx_.target.vectors.least_compressed == 0 || !cx_.has_masks())
      return nothing_to_do("no instruction moves lanes together");
    if (statement_count(&body()) > cx_.target.strategies.ranges.filter_body)
      return "its body is long";
    return {};
  }

  // An element of the array, as it comes to the lanes.
  WhyNot look_at_arrays() {
    for (size_t k = 0; k < op_.arrays.size(); k++) {
      const ir::Var array = op_.arrays[k];
      const ir::Type* type = cx_.type(array);
      if (type->rank() != 1) return "it goes over rows";
      const Elements elements = cx_.layouts.elements(array);
      const ir::Iota* iota = cx_.layouts.progression(array);
      const bool counts = iota != nullptr && iota->step == ir::Atom::i64(1);
      if (elements == Elements::Pieces || (elements == Elements::Computed && !counts))
        return "an array is not in memory";
      if (elements == Elements::InMemory && !cx_.layouts.is_dense_along(array, 0))
        return "elements do not lie side by side";
      if (elements == Elements::InMemory && !is_lane_prim(type->elem))
        return "there are no vectors of " + std::string(prim_name(type->elem));
      const LaneKind kind = elements == Elements::Same       ? LaneKind::Uniform
                            : elements == Elements::Computed ? LaneKind::Affine
                                                             : LaneKind::Varying;
      plan_->kinds.set(op_.predicate->params[k].var, kind);
    }
    return {};
  }

  WhyNot look_at_body() {
    plan_->kinds.analyse(body());
    return look_at_statements(body());
  }

  WhyNot look_at_statements(const ir::Body& code) const {
    for (const ir::Stm& stm : code.stms) {
      WhyNot why_not;
      const bool has_form = ir::match(
          stm.op, [](const ir::Same&) { return true; },
          [&](const ir::Unary& n) {
            const Prim prim = cx_.type(n.x)->elem;
            return prim == Prim::Bool || (is_lane_prim(prim) && takes_lanes(n.op, prim));
          },
          [&](const ir::Binary& n) {
            const Prim prim = cx_.type(n.x)->elem;
            return (prim == Prim::Bool || is_lane_prim(prim)) && takes_vectors(n.op, prim);
          },
          [&](const ir::Index& n) {
            why_not = look_at_index(stm, n);
            return true;
          },
          [&](const ir::If& n) {
            why_not = look_at_branches(stm, n);
            return true;
          },
          [](const auto&) { return false; });
      if (!has_form) return std::string(ir::op_text(stm.op)) + " is not done in lanes";
      if (!why_not.empty()) return why_not;
    }
    return {};
  }

  // Neighbours have to lie side by side. What all elements read is not read where there are none.
  WhyNot look_at_index(const ir::Stm& stm, const ir::Index& index) const {
    const LaneKinds& kinds = plan_->kinds;
    const size_t last = index.indices.size() - 1;
    if (!cx_.type(stm.pattern[0])->is_scalar() || !kinds.is_uniform(index.array))
      return "a part of an array differs between elements";
    if (!std::ranges::all_of(index.indices.first(last),
                             [&](const ir::Atom& at) { return kinds.is_uniform(at); }) ||
        kinds.kind(index.indices[last]) != LaneKind::Affine)
      return "it reads elements that are no neighbours";
    if (cx_.layouts.elements(index.array) != Elements::InMemory ||
        !cx_.layouts.is_dense_along(index.array, last))
      return "elements do not lie side by side";
    const Prim prim = cx_.type(index.array)->elem;
    if (!is_lane_prim(prim)) return "there are no vectors of " + std::string(prim_name(prim));
    return {};
  }

  WhyNot look_at_branches(const ir::Stm& stm, const ir::If& branch) const {
    if (plan_->kinds.is_uniform(branch.condition)) return "all elements go the same way";
    for (const ir::Var var : stm.pattern) {
      const ir::Type* type = cx_.type(var);
      if (!type->is_scalar() || !(type->elem == Prim::Bool || is_lane_prim(type->elem)) ||
          plan_->kinds.kind(var) != LaneKind::Varying)
        return "there are no vectors of what a branch gives";
    }
    WhyNot why_not = look_at_statements(*branch.then_body);
    return why_not.empty() ? look_at_statements(*branch.else_body) : why_not;
  }

  WhyNot look_at_values() {
    const std::span<const ir::Atom> results = body().results;
    plan_->values.assign(results.begin() + 1, results.end());
    if (results.size() == 1) {
      for (const ir::Param& param : op_.predicate->params) plan_->values.emplace_back(param.var);
    }
    int64_t widest = cx_.target.vectors.least_compressed;
    for (const ir::Atom& value : plan_->values) {
      const Prim prim = cx_.type(value)->elem;
      if (!is_lane_prim(prim)) return "there are no vectors of " + std::string(prim_name(prim));
      widest = std::max<int64_t>(widest, byte_size(prim));
    }
    plan_->lanes = static_cast<unsigned>(cx_.target.vectors.bytes / widest);
    return {};
  }

  const Context& cx_;
  const ir::Filter& op_;
  std::unique_ptr<ShortFilterPlan> plan_;
};

}  // namespace

Tried<ShortFilterPlan> try_short_filter(const Context& cx, const ir::Filter& op) {
  return ShortFilterPlanner(cx, op).run();
}

}  // namespace planish::plan
