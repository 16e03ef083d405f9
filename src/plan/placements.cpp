#include "plan/placements.h"

#include <algorithm>

#include "ir/match.h"
#include "plan/escapes.h"
#include "plan/made_sizes.h"
#include "plan/plan.h"

namespace planish::plan {

Placements::Placements(const ir::Program& program, const Target& target, const Plan& strategies,
                       const Layouts& layouts, const PlacedResults& placed, MemoryPlan& plan)
    : storage_(*program.storage),
      target_(target),
      strategies_(strategies),
      layouts_(layouts),
      placed_(placed),
      plan_(plan),
      frame_(new_frame(Where::Host)) {
  find_escaping(program, placed, escaping_);
}

Frame Placements::new_frame(Where where) const {
  return {where, where == Where::Task ? target_.stack.task : target_.stack.host};
}

void Placements::begin(const ir::Function& fn) {
  frame_ =
      new_frame(has_attribute(fn.attrs, AttributeKind::Sequential) ? Where::Task : Where::Host);
}

int64_t Placements::copies(const ir::Stm& stm, const ir::Body& code) const {
  const OperatorPlan& plan = strategies_.of(stm);
  const RangePlan& range = strategies_.range(code);
  int64_t copies = 1;
  if (plan.strips != nullptr || plan.lanes != nullptr || plan.takes(Strategy::MaskedRows) ||
      plan.takes(Strategy::EqualRows))
    copies *= 2;
  if (range.split != nullptr) {
    copies *= range.split->copies() * 2;
  } else if (range.end_checks != nullptr) {
    copies *= 2;
  }
  if (range.clamps != nullptr) copies *= 2;
  return copies;
}

void Placements::statement(const ir::Body& code, BodyMemory& memory, size_t position) {
  const ir::Stm& stm = code.stms[position];
  for (Transfer& transfer : memory.stms[position].operands) {
    if (transfer == Transfer::SmallCopy && !frame_.take_small(times_)) transfer = Transfer::Copy;
  }
  for (ir::Var var : stm.pattern) {
    if (storage_.type(var)->is_array() && makes_memory(stm, var))
      plan_.placements[var.id] = placement(code, memory, position, var);
  }
  temporaries(stm, temporaries_of(storage_, target_, layouts_, strategies_.of(stm), stm));
}

void Placements::branch_results(const ir::Stm& stm, BodyMemory& branch) {
  for (size_t k = 0; k < stm.pattern.size(); k++) {
    ResultMemory& result = branch.results[k];
    const bool is_copied = result.offer == Offer::Nothing && result.transfer == Transfer::Copy;
    if (is_copied && !escaping_.contains(stm.pattern[k].id) && frame_.take_small(times_))
      result.transfer = Transfer::SmallCopy;
  }
}

void Placements::strips(const ir::Stm& stm) {
  temporaries(stm, temporaries_of_strips(storage_, strategies_.of(stm)));
}

// Does the statement ask for memory for it? Otherwise it is a view, is not made, or is given with
// a reference.
bool Placements::makes_memory(const ir::Stm& stm, ir::Var var) const {
  if (!(plan_.roots.of(var) == var)) return false;
  const OperatorPlan& strategy = strategies_.of(stm);
  if (strategy.takes(Strategy::ComputedElements) || strategy.takes(Strategy::Pieces)) return false;
  return ir::match(
      stm.op, [](const ir::If&) { return false; }, [](const ir::Match&) { return false; },
      [](const ir::Loop&) { return false; }, [](const ir::WithAcc&) { return false; },
      [&](const ir::Call& call) {
        const auto k = std::ranges::find(stm.pattern, var) - stm.pattern.begin();
        return placed_.contains(call.fn, static_cast<size_t>(k));
      },
      [&](const ir::Foreign&) { return has_size_before(storage_, stm, var); },
      [](const auto&) { return true; });
}

Placement Placements::placement(const ir::Body& code, const BodyMemory& memory, size_t position,
                                ir::Var var) {
  const ir::Stm& stm = code.stms[position];
  const ir::Type* type = storage_.type(var);
  const bool is_sized_after = std::ranges::any_of(type->dims, [&](const ir::Dim& dim) {
    return dim.kind == ir::DimKind::Var && std::ranges::count(stm.pattern, dim.var) > 0;
  });
  if (is_sized_after && ir::as<ir::Filter>(stm.op) == nullptr)
    return {Home::Block, 0, "its size is known when it has been made"};
  if (strategies_.of(stm).takes(Strategy::ColumnScan))
    return {Home::Block, 0, "it is laid out by columns"};
  if (stm.op->kind == ir::Kind::Reshape || stm.op->kind == ir::Kind::SegHist)
    return {Home::Block, 0, "it is a copy of elements that do not lie side by side"};
  if (escaping_.contains(var.id)) return {Home::Block, 0, "it may be handed on"};
  // Of what has a better place, nothing is taken from the frame.
  const std::optional<size_t> result = MemoryPlan::result_of(memory, var);
  const bool has_place = MemoryPlan::in_concat(memory, var) != nullptr ||
                         (result && memory.results[*result].offer != Offer::Nothing);
  Frame elsewhere = frame_;
  Frame& frame = has_place ? elsewhere : frame_;
  return frame.place(type->elem, dims_made(storage_, code, memory, var), times_);
}

// Bodies that are part of the plan have statements with those of the program.
void Placements::temporaries(const ir::Stm& stm, std::vector<Temporary> needed) {
  for (Temporary& one : needed) {
    one.placement = frame_.place_temporary(one.elem, one.dims, times_);
    std::vector<Temporary>& known = plan_.temporaries[stm.op];
    std::erase_if(known, [&](const Temporary& other) { return other.of == one.of; });
    known.push_back(std::move(one));
  }
}

}  // namespace planish::plan
