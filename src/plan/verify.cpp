#include "plan/verify.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/inner_bodies.h"
#include "ir/match.h"
#include "ir/print.h"
#include "plan/operators.h"
#include "plan/origins.h"
#include "plan/uses.h"
#include "plan/verify_memory.h"

namespace planish::plan {
namespace {

// The strategies that a kind of operation may take.
std::vector<Strategy> strategies_of(ir::Kind kind) {
  using enum Strategy;
  switch (kind) {
    case ir::Kind::SegMap: return {Neighbours, Lanes, Split, EndChecks, Clamps, Prefetch, Plain};
    case ir::Kind::SegRed:
      return {Tile,   SharedTile, ShortRows, Strips,      Lanes,
              Counts, MaskedRows, Streams,   RowsInLanes, Plain};
    case ir::Kind::SegScan: return {ColumnScan, VectorScan, Plain};
    case ir::Kind::SegFilter: return {VectorFilter, Plain};
    case ir::Kind::Filter: return {ShortFilter};
    case ir::Kind::SegPartition: return {RegisterCounts, EndChecks, Prefetch, Plain};
    case ir::Kind::SegFlatMap: return {LengthsFirst, EndChecks, Prefetch, Plain};
    case ir::Kind::SegHist: return {EndChecks, Prefetch, Plain};
    case ir::Kind::SegScatter: return {EndChecks, Prefetch, ScalarLoop, InOrder, Plain};
    case ir::Kind::Map: return {Strips, Lanes, Split, EndChecks, Plain};
    case ir::Kind::Reduce: return {Counts, MaskedRows, EqualRows, Lanes, Plain};
    case ir::Kind::Iota:
    case ir::Kind::Replicate: return {ComputedElements};
    case ir::Kind::Concat: return {Pieces};
    default: return {};
  }
}

class PlanVerifier {
  using enum Strategy;

 public:
  PlanVerifier(const ir::Program& program, const Target& target, const Plan& plan)
      : program_(program), storage_(*program.storage), target_(target), plan_(plan) {}

  std::vector<std::string> run() {
    for (const ir::Function* fn : program_.functions) {
      where_ = has_attribute(fn->attrs, AttributeKind::Sequential) ? Where::Task : Where::Host;
      body(*fn->body);
    }
    return std::move(errors_);
  }

 private:
  void body(const ir::Body& code) {
    for (const ir::Stm& stm : code.stms) {
      stm_ = &stm;
      const OperatorPlan& plan = plan_.of(stm);
      strategies(stm, plan);
      ir::match(stm.op, [&](const auto& op) {
        if constexpr (requires { conditions(code, stm, op, plan); })
          conditions(code, stm, op, plan);
        constexpr bool is_parallel = requires { op.space; };
        const Where around = where_;
        if constexpr (is_parallel) where_ = Where::Task;
        for_each_inner_body(stm.op, [&](const ir::Body* inner) { body(*inner); });
        where_ = around;
      });
    }
  }

  void rule(bool holds, const char* text) {
    if (holds) return;
    const std::string var =
        stm_->pattern.empty() ? "nothing" : ir::var_text(storage_, stm_->pattern[0]);
    errors_.push_back(fmt::format("{} = {}: {}", var, ir::op_text(stm_->op), text));
  }

  void strategies(const ir::Stm& stm, const OperatorPlan& plan) {
    const std::vector<Strategy> known = strategies_of(stm.op->kind);
    bool takes_one = false;
    for (const Decision& decision : plan.decisions) {
      takes_one = takes_one || decision.taken;
      rule(std::ranges::count(known, decision.strategy) > 0,
           "a strategy that it does not have came into question");
      rule(decision.taken || !decision.text.empty(), "nothing says why a strategy is not taken");
      rule(!decision.taken || !decision.is_obstacle, "something stands in the way of a strategy");
    }
    if (std::ranges::count(known, Plain) > 0) rule(takes_one, "it has no strategy");
    rule(plan.takes(Tile) == (plan.tile != nullptr) &&
             plan.takes(SharedTile) == (plan.shared_tile != nullptr) &&
             plan.takes(ShortRows) == (plan.short_rows != nullptr) &&
             plan.takes(Counts) == (plan.counts != nullptr) &&
             plan.takes(Strips) == (plan.strips != nullptr) &&
             plan.takes(Lanes) == (plan.lanes != nullptr) &&
             plan.takes(Neighbours) == (plan.neighbours != nullptr) &&
             plan.takes(VectorScan) == (plan.vector_scan != nullptr) &&
             plan.takes(VectorFilter) == (plan.vector_filter != nullptr) &&
             plan.takes(ShortFilter) == (plan.short_filter != nullptr) &&
             plan.takes(LengthsFirst) == (plan.lengths != nullptr),
         "what belongs to a strategy is there without it, or the other way round");
  }

  // ---- Conditions

  void lanes_of(const ir::Body& code, const OperatorPlan& plan) {
    if (plan.lanes != nullptr) {
      rule(std::ranges::all_of(code.results,
                               [&](const ir::Atom& a) { return storage_.type(a)->is_scalar(); }),
           "lanes give arrays");
      rule(plan.lanes->lanes * plan.lanes->element_bytes % target_.vectors.bytes == 0,
           "lanes do not fill registers");
    }
    if (plan.strips != nullptr) strips_of(code, *plan.strips);
  }

  // Each statement has a kind, and what depends on the lane is not done once. What is not done once
  // lies in memory for each lane, and so counts as different.
  void strips_of(const ir::Body& code, const StripPlan& strips) {
    for (const ir::Stm& stm : code.stms) {
      auto kind = strips.kinds.find(stm.op);
      rule(kind != strips.kinds.end(), "a statement of a strip has no kind");
      if (kind == strips.kinds.end()) continue;
      bool varies = false;
      for_each_use_inside(stm.op, [&](ir::Var var) { varies = varies || strips.varies(var); });
      rule(kind->second != StripKind::Uniform || !varies,
           "what differs between the lanes of a strip is done once");
      for (ir::Var var : stm.pattern) {
        const ir::Type* type = storage_.type(var);
        if (type->is_scalar() && type->elem == Prim::Unit) continue;
        rule(strips.varies(var) == (kind->second != StripKind::Uniform),
             "what lanes of a strip share is kept for each, or the other way round");
      }
      if (kind->second == StripKind::Interchanged)
        for_each_inner_body(stm.op, [&](const ir::Body* inner) { strips_of(*inner, strips); });
    }
  }

  void range_of(const ir::Body& code) {
    const RangePlan& range = plan_.range(code);
    if (range.end_checks != nullptr) checks_at_ends(code, *range.end_checks, {});
    if (range.split != nullptr) {
      rule(range.split->parts.size() == size_t{1} << range.split->cuts.size(),
           "a range has other parts than those between its cuts");
      for (const SplitPlan::Part& part : range.split->parts) {
        if (part.end_checks != nullptr) checks_at_ends(code, *part.end_checks, part.known);
      }
    }
    if (range.clamps != nullptr) rule(!range.clamps->idle.empty(), "there is nothing to clamp");
    if (range.prefetch != nullptr) rule(!range.prefetch->rows.empty(), "no row is asked for");
  }
  using KnownConditions = std::unordered_map<uint32_t, bool>;
  void checks_at_ends(const ir::Body& code, const EndChecksPlan& plan,
                      const KnownConditions& known) {
    rule(check_count(code, known) == plan.passed.size(),
         "checks are left out that are not made at both ends");
    made_at_ends(code, plan, known);
  }
  void made_at_ends(const ir::Body& code, const EndChecksPlan& plan, const KnownConditions& known) {
    for (const ir::Stm& stm : code.stms) {
      if (stm.op->kind == ir::Kind::Check)
        rule(plan.passed.contains(stm.op), "a check is made at no end of the loop");
      const ir::Body* taken = taken_branch(stm.op, known);
      for_each_inner_body(stm.op, [&](const ir::Body* inner) {
        if (taken == nullptr || inner == taken) made_at_ends(*inner, plan, known);
      });
    }
  }

  void conditions(const ir::Body&, const ir::Stm&, const ir::SegMap& op, const OperatorPlan& plan) {
    lanes_of(*op.body, plan);
    range_of(*op.body);
  }
  void conditions(const ir::Body&, const ir::Stm&, const ir::Map& op, const OperatorPlan& plan) {
    rule(where_ == Where::Task || (plan.strips == nullptr && plan.lanes == nullptr),
         "the host runs several iterations at once");
    lanes_of(*op.fn->body, plan);
    range_of(*op.fn->body);
  }
  void conditions(const ir::Body&, const ir::Stm&, const ir::Reduce& op, const OperatorPlan& plan) {
    rule(where_ == Where::Task || plan.takes(Plain), "the host runs several iterations at once");
    if (op.map != nullptr) lanes_of(*op.map->body, plan);
    rule(!(plan.takes(Counts) || plan.takes(MaskedRows) || plan.takes(EqualRows)) ||
             (is_reorderable(*op.op) && target_.vectors.bytes >= 32),
         "elements are combined in another order than the operator allows");
  }

  void conditions(const ir::Body&, const ir::Stm& stm, const ir::SegRed& op,
                  const OperatorPlan& plan) {
    const std::span<const ir::Level> levels = op.space.levels;
    lanes_of(*op.body, plan);
    const bool reorders = plan.tile != nullptr || plan.short_rows != nullptr ||
                          plan.counts != nullptr || plan.takes(MaskedRows);
    rule(!reorders || is_reorderable(*op.op),
         "elements are combined in another order than the operator allows");
    if (plan.tile != nullptr) {
      rule(levels.size() >= 2 && !is_irregular(levels), "tiles have rows of one length");
      rule(stm.pattern.size() == op.neutral.size(), "tiles give only what is combined");
      for (uint32_t var : plan.tile->strided)
        rule(!plan.tile->row_dependent.contains(var), "what differs between rows is packed");
    }
    if (plan.shared_tile != nullptr) {
      rule(!is_irregular(levels) && levels.size() >= (plan.shared_tile->has_columns ? 3U : 2U),
           "tiles have rows of one length");
      rule(stm.pattern.size() == op.neutral.size(), "tiles give only what is combined");
    }
    if (plan.short_rows != nullptr) {
      rule(bool(levels.back().offsets), "short rows are those of an irregular level");
      rule(target_.vectors.bytes >= 32, "short rows need masks");
    }
    rule(!plan.takes(Streams) || are_scalars(storage_, op.neutral), "streams combine scalars");
    rule(!plan.takes(RowsInLanes) || (levels.size() == 2 && !levels.back().offsets),
         "rows in lanes are as long as each other");
  }

  void conditions(const ir::Body& code, const ir::Stm& stm, const ir::SegScan& op,
                  const OperatorPlan& plan) {
    if (plan.takes(ColumnScan)) {
      rule(op.space.levels.size() == 2 && !is_irregular(op.space.levels),
           "columns are those of a matrix");
      for (ir::Var var : stm.pattern) {
        const ir::Stm* user = last_user(storage_, code, var);
        rule(user != nullptr && user->op->kind == ir::Kind::Rearrange,
             "a matrix that is laid out by columns is not transposed at last");
      }
    }
    rule(plan.vector_scan == nullptr || is_reorderable(*op.op),
         "elements are combined in another order than the operator allows");
  }

  void conditions(const ir::Body&, const ir::Stm&, const ir::SegFilter& op,
                  const OperatorPlan& plan) {
    if (plan.vector_filter == nullptr) return;
    rule(target_.vectors.least_compressed > 0, "no instruction moves lanes together");
    rule(!has_checks(op.body), "checks are made for items that come later");
  }
  void conditions(const ir::Body&, const ir::Stm&, const ir::Filter& op, const OperatorPlan& plan) {
    if (plan.short_filter == nullptr) return;
    rule(target_.vectors.least_compressed > 0, "no instruction moves lanes together");
    rule(where_ == Where::Task, "the host looks at several elements at once");
    rule(!has_checks(op.predicate->body), "checks are made for elements that come later");
  }
  void conditions(const ir::Body&, const ir::Stm&, const ir::SegScatter& op, const OperatorPlan&) {
    range_of(*op.body);
  }
  void conditions(const ir::Body&, const ir::Stm&, const ir::SegHist& op, const OperatorPlan&) {
    range_of(*op.body);
  }
  void conditions(const ir::Body&, const ir::Stm&, const ir::SegPartition& op,
                  const OperatorPlan& plan) {
    rule(plan.partition != nullptr, "it has no halves");
    if (plan.partition == nullptr) return;
    range_of(plan.partition->classify.body);
    range_of(plan.partition->place.body);
    rule(!plan.takes(RegisterCounts) || op.classes.is_const(),
         "registers count a number of classes that is not known");
  }
  void conditions(const ir::Body&, const ir::Stm&, const ir::SegFlatMap& op,
                  const OperatorPlan& plan) {
    range_of(plan.lengths != nullptr ? plan.lengths->body : *op.body);
    if (plan.lengths != nullptr)
      rule(!has_checks(&plan.lengths->body), "lengths are computed with checks");
  }

  // An array that is not made is an operand of operators in order, and nothing else.
  void not_made(const ir::Body& code, const ir::Stm& stm, const OperatorPlan& plan) {
    if (!plan.takes(ComputedElements) && !plan.takes(Pieces)) return;
    rule(where_ == Where::Task, "the host needs an array that is not made");
    rule(std::ranges::count(code.results, ir::Atom(stm.pattern[0])) == 0,
         "a body gives an array that is not made");
  }
  void conditions(const ir::Body& code, const ir::Stm& stm, const ir::Iota&,
                  const OperatorPlan& plan) {
    not_made(code, stm, plan);
  }
  void conditions(const ir::Body& code, const ir::Stm& stm, const ir::Replicate&,
                  const OperatorPlan& plan) {
    not_made(code, stm, plan);
  }
  void conditions(const ir::Body& code, const ir::Stm& stm, const ir::Concat&,
                  const OperatorPlan& plan) {
    not_made(code, stm, plan);
  }

  const ir::Program& program_;
  const ir::Storage& storage_;
  const Target& target_;
  const Plan& plan_;
  Where where_ = Where::Host;
  const ir::Stm* stm_ = nullptr;
  std::vector<std::string> errors_;
};

}  // namespace

std::vector<std::string> verify(const ir::Program& program, const Target& target,
                                const Plan& plan) {
  std::vector<std::string> errors = PlanVerifier(program, target, plan).run();
  for (std::string& error : verify_memory(program, plan)) errors.push_back(std::move(error));
  return errors;
}

}  // namespace planish::plan
