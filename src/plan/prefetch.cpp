#include "plan/prefetch.h"

#include <algorithm>
#include <unordered_set>

#include "ir/match.h"
#include "ir/walk.h"

namespace planish::plan {
namespace {

class PrefetchPlanner {
 public:
  PrefetchPlanner(const Context& cx, ir::Var index)
      : cx_(cx), plan_(std::make_unique<PrefetchPlan>()) {
    plan_->loads[index.id] = 0;
  }

  Tried<PrefetchPlan> run(const ir::Body& body) {
    for (const ir::Stm& stm : body.stms) look_at(stm);
    if (!has_rows_) return refused<PrefetchPlan>(nothing_to_do("it takes no rows"));
    if (plan_->rows.empty())
      return refused<PrefetchPlan>(nothing_to_do("no row is found by two loads from the index"));
    return {std::move(plan_), {}};
  }

 private:
  static constexpr int kSame = -1;     // it has nothing to do with the index
  static constexpr int kUnknown = -2;  // it is not known before

  int loads(const ir::Atom& atom) const {
    if (atom.is_const()) return kSame;
    if (auto found = plan_->loads.find(atom.var.id); found != plan_->loads.end())
      return found->second;
    return bound_.contains(atom.var.id) ? kUnknown : kSame;
  }

  void look_at(const ir::Stm& stm) {
    for (ir::Var var : stm.pattern) bound_.insert(var.id);
    if (const auto* row = ir::as<ir::Slice>(stm.op)) {
      const bool is_row =
          !bound_.contains(row->array.id) && row->dims.size() == 1 && !row->dims[0].is_index;
      has_rows_ = has_rows_ || is_row;
      if (is_row && loads(row->dims[0].start) == PrefetchPlan::kLoads) plan_->rows.push_back(row);
      return;
    }
    if (stm.pattern.size() != 1 || !cx_.type(stm.pattern[0])->is_scalar()) return;
    const auto* index = ir::as<ir::Index>(stm.op);
    if (index != nullptr
            ? bound_.contains(index->array.id)
            : ir::as<ir::Binary>(stm.op) == nullptr && ir::as<ir::Convert>(stm.op) == nullptr)
      return;
    int deepest = kSame;
    bool known = true;
    const auto use = [&](const ir::Atom& atom) {
      deepest = std::max(deepest, loads(atom));
      known = known && loads(atom) != kUnknown;
    };
    if (index != nullptr) {
      std::ranges::for_each(index->indices, use);
    } else {
      ir::for_each_atom(stm.op, use);
    }
    if (!known || deepest < 0) return;
    const int loads = deepest + (index != nullptr ? 1 : 0);
    if (loads > PrefetchPlan::kLoads) return;
    plan_->loads[stm.pattern[0].id] = loads;
    plan_->steps.push_back(&stm);
  }

  const Context& cx_;
  std::unique_ptr<PrefetchPlan> plan_;
  std::unordered_set<uint32_t> bound_;  // in the body
  bool has_rows_ = false;
};

}  // namespace

Tried<PrefetchPlan> try_prefetch(const Context& cx, const ir::Body& body, ir::Var index) {
  return PrefetchPlanner(cx, index).run(body);
}

}  // namespace planish::plan
