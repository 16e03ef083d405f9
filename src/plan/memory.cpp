#include "plan/memory.h"

#include <algorithm>
#include <unordered_set>

#include "analysis/inner_bodies.h"
#include "ir/match.h"
#include "ir/one_point.h"
#include "plan/concats.h"
#include "plan/made_sizes.h"
#include "plan/offers.h"
#include "plan/placements.h"
#include "plan/plan.h"
#include "plan/transfers.h"

namespace planish::plan {

bool BodyMemory::is_over(ir::Var root, size_t position) const {
  auto last = last_uses.find(root.id);
  return last == last_uses.end() || last->second <= position;
}

const InConcat* MemoryPlan::in_concat(const BodyMemory& body, ir::Var var) {
  auto found = std::ranges::find(body.in_concats, var, &InConcat::piece);
  return found == body.in_concats.end() ? nullptr : &*found;
}

std::optional<size_t> MemoryPlan::result_of(const BodyMemory& body, ir::Var var) {
  std::optional<size_t> found;
  for (size_t k = 0; k < body.results.size(); k++) {
    const ResultMemory& result = body.results[k];
    if (!(result.made == var)) continue;
    if (result.offer != Offer::Nothing) return k;
    if (!found) found = k;
  }
  return found;
}

ir::Var MemoryPlan::taken_over(ir::Var copy) const {
  auto found = takeovers.find(copy.id);
  return found == takeovers.end() ? ir::Var{} : found->second;
}

const Temporary& MemoryPlan::temporary(const ir::Op* op, ir::Var of) const {
  const std::vector<Temporary>& of_op = temporaries.at(op);
  auto found = std::ranges::find(of_op, of, &Temporary::of);
  if (found == of_op.end())
    throw std::logic_error("compiler bug: an operator needs memory that the plan does not know");
  return *found;
}

namespace {

// Where what loops change lies, if it becomes a result: Note [Destinations] in plan/memory.h.
enum class Changed : uint8_t { InPlace, Aside };

class MemoryPlanner {
 public:
  MemoryPlanner(const ir::Program& program, const Target& target, const Plan& strategies,
                const Layouts& layouts, const PlacedResults& placed, const StridedParams& strided)
      : program_(program),
        storage_(*program.storage),
        target_(target),
        strategies_(strategies),
        placed_(placed),
        cx_{program, layouts, plan_.roots, placed, strided},
        placements_(program, target, strategies, layouts, placed, plan_) {
    plan_.roots = Roots(program, layouts, strategies);
  }

  MemoryPlan run() {
    for (const ir::Function* fn : program_.functions) function(*fn);
    return std::move(plan_);
  }

 private:
  void function(const ir::Function& fn) {
    placements_.begin(fn);
    Offers offers(fn.results.size());
    for (size_t k = 0; k < fn.results.size(); k++) {
      if (placed_.contains(fn.name, k)) offers[k] = Offer::Place;
    }
    body(*fn.body, offers, arrays(fn.params));
  }

  std::vector<ir::Var> arrays(std::span<const ir::Param> params) const {
    std::vector<ir::Var> out;
    for (const ir::Param& param : params) {
      if (storage_.type(param.var)->is_array()) out.push_back(param.var);
    }
    return out;
  }

  // ---- Bodies

  void body(const ir::Body& code, const Offers& offers, std::vector<ir::Var> owned = {},
            Changed changed = Changed::InPlace) {
    BodyMemory& memory = plan_.bodies[&code];
    memory = {};
    memory.last_uses = last_uses(storage_, code, plan_.roots);
    memory.owned = std::move(owned);
    find_concats(storage_, code, strategies_, placed_, memory);
    results(code, offers, memory, changed);
    for (size_t i = 0; i < code.stms.size(); i++) {
      const ir::Stm& stm = code.stms[i];
      memory.stms.push_back(plan_transfers(cx_, code, i, memory));
      placements_.statement(code, memory, i);
      take_over(code, memory, i);
      ir::match(stm.op, [&](const auto& op) { enter(memory, i, stm, op); });
    }
  }

  // Note [Copies that are taken over]
  void take_over(const ir::Body& code, const BodyMemory& memory, size_t position) {
    const ir::Stm& stm = code.stms[position];
    const auto* copy = ir::as<ir::Copy>(stm.op);
    // Without updates in place, a copy before an update is one.
    if (copy == nullptr || !target_.in_place) return;
    const ir::Var made = stm.pattern[0];
    const auto placement = plan_.placements.find(made.id);
    if (placement == plan_.placements.end() || placement->second.home != Home::Block) return;
    const std::optional<size_t> result = MemoryPlan::result_of(memory, made);
    const bool has_place = MemoryPlan::in_concat(memory, made) != nullptr ||
                           (result && memory.results[*result].offer != Offer::Nothing);
    const ir::Var root = plan_.roots.of(copy->array);
    if (has_place || !cx_.layouts.is_row_major(copy->array) || !memory.is_over(root, position) ||
        !holds(code, memory, position, root))
      return;
    plan_.takeovers[made.id] = root;
  }

  // The body, and not the code around it, has the reference to the root.
  static bool holds(const ir::Body& code, const BodyMemory& memory, size_t position, ir::Var root) {
    if (std::ranges::count(memory.owned, root) > 0) return true;
    const auto before = code.stms.first(position);
    return std::ranges::any_of(
        before, [&](const ir::Stm& stm) { return std::ranges::count(stm.pattern, root) > 0; });
  }

  void results(const ir::Body& code, const Offers& offers, BodyMemory& memory, Changed changed) {
    memory.results.resize(code.results.size());
    std::unordered_set<uint32_t> has_place;
    for (size_t k = 0; k < code.results.size(); k++) {
      const ir::Var result = code.results[k].var;
      if (!result || !storage_.type(result)->is_array()) continue;
      ResultMemory& out = memory.results[k];
      if (k < offers.size()) out.offer = offers[k];
      const ir::Var made = origin(code, result, placed_);
      if (!made || has_place.contains(made.id)) continue;
      if (changed == Changed::Aside && is_changed_by_loop(code, result, made)) continue;
      // What a filter makes needs room for all of its elements.
      const bool is_filtered = ir::as<ir::Filter>(definition(code, made).stm->op) != nullptr;
      if (is_filtered && out.offer != Offer::LatePlace) continue;
      if (out.offer != Offer::Nothing) has_place.insert(made.id);
      out.made = made;
      out.fit = fit(storage_, code, memory, made, storage_.type(result));
    }
    plan_result_transfers(cx_, code, memory);
  }

  // ---- What lies inside

  void body_of(const ir::Stm& stm, const ir::Body& code, const Offers& offers,
               Changed changed = Changed::InPlace) {
    placements_.repeated(stm, code, [&] { body(code, offers, {}, changed); });
  }
  void function_of(const ir::Stm& stm, const ir::Lambda* lambda, const Offers& offers) {
    if (lambda != nullptr) body_of(stm, *lambda->body, offers);
  }
  void combining(const ir::Stm& stm, const ir::Lambda* op) {
    if (op != nullptr) function_of(stm, op, operator_offers(storage_, *op));
  }
  // What is combined before is read where the last result lies.
  void scanning(const ir::Stm& stm, const ir::Lambda* op, const ir::Lambda* post) {
    if (op == nullptr) return;
    function_of(stm, op, post == nullptr ? places_from(*op->body, 0) : Offers());
    if (post != nullptr) function_of(stm, post, places_from(*post->body, 0));
  }
  void branch_of(const BodyMemory& memory, size_t position, const ir::Stm& stm,
                 const ir::Body& code, const Offers& offers) {
    // A body without statements may stand in several operations.
    const bool is_shared = plan_.bodies.contains(&code);
    body(code, offers, memory.stms[position].handed);
    if (!is_shared) placements_.branch_results(stm, plan_.bodies[&code]);
  }
  void enter(const BodyMemory& memory, size_t position, const ir::Stm& stm, const ir::If& op) {
    const Offers offers = branch_offers(storage_, memory, stm);
    for (const ir::Body* branch : {op.then_body, op.else_body})
      branch_of(memory, position, stm, *branch, offers);
  }
  void enter(const BodyMemory& memory, size_t position, const ir::Stm& stm, const ir::Match& op) {
    const Offers offers = branch_offers(storage_, memory, stm);
    for (const ir::MatchCase& one : op.cases) branch_of(memory, position, stm, *one.body, offers);
    if (op.otherwise != nullptr) branch_of(memory, position, stm, *op.otherwise, offers);
  }
  void enter(const BodyMemory&, size_t, const ir::Stm&, const ir::Loop& op) {
    if (op.condition != nullptr) body(*op.condition, {});
    std::vector<ir::Param> params;
    for (const ir::LoopParam& param : op.params) params.push_back(param.param);
    body(*op.body, {}, arrays(params));
  }
  void enter(const BodyMemory&, size_t, const ir::Stm& stm, const ir::Map& op) {
    placements_.strips(stm);
    function_of(stm, op.fn, places_from(*op.fn->body, 0));
  }
  void enter(const BodyMemory&, size_t, const ir::Stm& stm, const ir::Reduce& op) {
    if (op.map != nullptr) function_of(stm, op.map, places_from(*op.map->body, op.neutral.size()));
    combining(stm, op.op);
  }
  void enter(const BodyMemory&, size_t, const ir::Stm& stm, const ir::Scan& op) {
    if (op.map != nullptr) function_of(stm, op.map, places_from(*op.map->body, op.taken()));
    scanning(stm, op.op, op.post);
  }
  void enter(const BodyMemory&, size_t, const ir::Stm& stm, const ir::Hist& op) {
    function_of(stm, op.map, {});
    combining(stm, op.op);
  }
  void enter(const BodyMemory&, size_t, const ir::Stm& stm, const ir::FlatMap& op) {
    function_of(stm, op.fn, row_offers(*op.fn->body, op.groups));
  }
  void enter(const BodyMemory&, size_t, const ir::Stm& stm, const ir::WithAcc& op) {
    combining(stm, op.op);
    function_of(stm, op.fn, {});
  }
  void enter(const BodyMemory&, size_t, const ir::Stm& stm, const ir::SegMap& op) {
    const bool is_aside = target_.machine == Machine::Gpu && !ir::has_one_point(stm.op);
    placements_.in_task([&] {
      body_of(stm, *op.body, places_from(*op.body, 0),
              is_aside ? Changed::Aside : Changed::InPlace);
    });
  }
  void enter(const BodyMemory&, size_t, const ir::Stm& stm, const ir::SegRed& op) {
    placements_.in_task([&] {
      placements_.strips(stm);
      body_of(stm, *op.body, places_from(*op.body, op.neutral.size()));
      combining(stm, op.op);
    });
  }
  void enter(const BodyMemory&, size_t, const ir::Stm& stm, const ir::SegScan& op) {
    placements_.in_task([&] {
      body_of(stm, *op.body, places_from(*op.body, op.taken()));
      scanning(stm, op.op, op.post);
    });
  }
  void enter(const BodyMemory&, size_t, const ir::Stm& stm, const ir::SegHist& op) {
    placements_.in_task([&] {
      body_of(stm, *op.body, {});
      combining(stm, op.op);
    });
  }
  void enter(const BodyMemory&, size_t, const ir::Stm& stm, const ir::SegPartition& op) {
    placements_.in_task([&] { body_of(stm, *op.body, places_from(*op.body, 1)); });
    const auto& halves = strategies_.of(stm).partition;
    if (halves == nullptr) return;
    placements_.in_task([&] { body_of(stm, halves->classify.body, {}); });
    placements_.in_task(
        [&] { body_of(stm, halves->place.body, places_from(halves->place.body, 0)); });
  }
  void enter(const BodyMemory&, size_t, const ir::Stm& stm, const ir::SegFlatMap& op) {
    const auto& lengths = strategies_.of(stm).lengths;
    if (lengths != nullptr) placements_.in_task([&] { body_of(stm, lengths->body, {}); });
    placements_.in_task([&] {
      body_of(stm, *op.body,
              lengths != nullptr ? places_from(*op.body, op.groups.size())
                                 : row_offers(*op.body, op.groups));
    });
  }
  // Filters and writes to computed places: their bodies are offered nothing.
  template <class Op>
  void enter(const BodyMemory&, size_t, const ir::Stm& stm, const Op& op) {
    if constexpr (requires { op.space; }) {
      placements_.in_task([&] { enter_all(stm); });
    } else {
      enter_all(stm);
    }
  }
  void enter_all(const ir::Stm& stm) {
    for_each_inner_body(stm.op, [&](const ir::Body* inner) { body_of(stm, *inner, {}); });
  }

  const ir::Program& program_;
  const ir::Storage& storage_;
  const Target& target_;
  const Plan& strategies_;
  const PlacedResults& placed_;
  MemoryPlan plan_;
  const TransferContext cx_;
  Placements placements_;
};

}  // namespace

MemoryPlan plan_memory(const ir::Program& program, const Target& target, const Plan& strategies,
                       const Layouts& layouts, const PlacedResults& placed,
                       const StridedParams& strided) {
  return MemoryPlanner(program, target, strategies, layouts, placed, strided).run();
}

}  // namespace planish::plan
