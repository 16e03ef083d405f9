#include "plan/roots.h"

#include "analysis/inner_bodies.h"
#include "ir/match.h"
#include "plan/plan.h"

namespace planish::plan {

Roots::Roots(const ir::Program& program, const Layouts& layouts, const Plan& plan)
    : storage_(program.storage.get()), layouts_(&layouts), plan_(&plan) {
  for (const ir::Function* fn : program.functions) body(*fn->body);
  storage_ = nullptr;
  layouts_ = nullptr;
  plan_ = nullptr;
}

ir::Var Roots::of(ir::Var var) const {
  auto found = roots_.find(var.id);
  return found == roots_.end() ? var : found->second;
}

const std::vector<ir::Var>& Roots::pieces(ir::Var var) const {
  static const std::vector<ir::Var> kNone;
  auto found = pieces_.find(var.id);
  return found == pieces_.end() ? kNone : found->second;
}

void Roots::view(ir::Var var, ir::Var array) {
  if (!array || !storage_->type(var)->is_array()) return;
  roots_[var.id] = of(array);
}

void Roots::body(const ir::Body& code) {
  for (const ir::Stm& stm : code.stms) {
    bind(stm);
    for_each_inner_body(stm.op, [&](const ir::Body* inner) { body(*inner); });
  }
}

void Roots::bind(const ir::Stm& stm) {
  const auto views = [&](std::span<const ir::Var> of) {
    for (size_t k = 0; k < of.size(); k++) view(stm.pattern[k], of[k]);
  };
  ir::match(
      stm.op, [&](const ir::Index& op) { view(stm.pattern[0], op.array); },
      [&](const ir::Slice& op) { view(stm.pattern[0], op.array); },
      [&](const ir::FlatSlice& op) { view(stm.pattern[0], op.array); },
      [&](const ir::Rearrange& op) { view(stm.pattern[0], op.array); },
      [&](const ir::Coerce& op) { view(stm.pattern[0], op.array); },
      // Only row-major arrays can be read with other dimensions: others are copied.
      [&](const ir::Reshape& op) {
        if (layouts_->is_row_major(op.array)) view(stm.pattern[0], op.array);
      },
      [&](const ir::Same& op) { view(stm.pattern[0], op.value.var); },
      [&](const ir::Opaque& op) { view(stm.pattern[0], op.value.var); },
      [&](const ir::Trace& op) { view(stm.pattern[0], op.value.var); },
      [&](const ir::Update& op) { view(stm.pattern[0], op.array); },
      [&](const ir::FlatUpdate& op) { view(stm.pattern[0], op.array); },
      [&](const ir::Scatter& op) { views(op.dests); }, [&](const ir::Hist& op) { views(op.dests); },
      [&](const ir::SegScatter& op) { views(op.dests); },
      [&](const ir::Foreign& op) { views(op.dests); },
      [&](const ir::SegHist& op) {
        for (size_t k = 0; k < op.dests.size(); k++) {
          if (layouts_->is_row_major(op.dests[k])) view(stm.pattern[k], op.dests[k]);
        }
      },
      [&](const ir::WithAcc& op) { views(op.arrays); },
      [&](const ir::Concat& op) {
        if (!plan_->of(stm).takes(Strategy::Pieces)) return;
        for (ir::Var piece : op.arrays) pieces_[stm.pattern[0].id].push_back(of(piece));
      },
      // All others make arrays, or are given them with a reference.
      [](const auto&) {});
}

}  // namespace planish::plan
