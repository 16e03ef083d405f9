// Walks over a program and asks for each operation which strategies it takes.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/cost.h"
#include "analysis/effects.h"
#include "ir/match.h"
#include "ir/walk.h"
#include "plan/column_scan.h"
#include "plan/elements.h"
#include "plan/operators.h"
#include "plan/origins.h"
#include "plan/plan.h"
#include "plan/rows.h"
#include "plan/scatter.h"
#include "plan/streams.h"
#include "plan/strided_params.h"
#include "plan/values_in_place.h"

namespace planish::plan {
namespace {

// What is decided about one operation.
class Decisions {
 public:
  explicit Decisions(OperatorPlan& out) : out_(out) {}

  template <class T>
  bool take(Strategy strategy, Tried<T> tried, std::unique_ptr<const T>& to,
            const std::function<std::string(const T&)>& how = nullptr) {
    if (tried.plan == nullptr) return refuse(strategy, std::move(tried.why_not));
    to = std::move(tried.plan);
    return take(strategy, how ? how(*to) : std::string());
  }
  bool take(Strategy strategy, std::string how = {}) {
    out_.decisions.push_back({strategy, true, std::move(how), false});
    return true;
  }
  bool refuse(Strategy strategy, WhyNot why_not) {
    out_.decisions.push_back({strategy, false, std::move(why_not.text), why_not.is_obstacle});
    return false;
  }
  bool take_unless(Strategy strategy, WhyNot why_not, std::string how = {}) {
    return why_not.empty() ? take(strategy, std::move(how)) : refuse(strategy, std::move(why_not));
  }

 private:
  OperatorPlan& out_;
};

std::string lanes_text(int64_t lanes) { return fmt::format("{} lanes", lanes); }

class Planner {
 public:
  Planner(const ir::Program& program, const Target& target, const PlanOptions& options)
      : program_(program),
        storage_(*program.storage),
        effects_(program),
        costs_(program, target.costs),
        placed_(program),
        strided_(program, placed_),
        layouts_(storage_),
        cx_{storage_, target, layouts_, Where::Host, options.is_optimised} {}

  Plan run() {
    for (const ir::Function* fn : program_.functions) function(*fn);
    plan_.memory = plan_memory(program_, cx_.target, plan_, layouts_, placed_, strided_);
    return std::move(plan_);
  }

 private:
  void function(const ir::Function& fn) {
    // Sequential versions of functions are called by tasks only.
    go_to(has_attribute(fn.attrs, AttributeKind::Sequential) ? Where::Task : Where::Host);
    params_ = cx_.where == Where::Task ? fn.params : std::span<const ir::Param>();
    for (size_t k = 0; k < fn.params.size(); k++) {
      if (strided_.contains(fn.name, k)) layouts_.strided(fn.params[k].var);
    }
    body(*fn.body);
  }

  void body(const ir::Body& code) {
    for (size_t i = 0; i < code.stms.size(); i++) {
      const ir::Stm& stm = code.stms[i];
      ir::match(stm.op, [&](const auto& op) {
        if constexpr (requires { decide(code, i, stm, op); }) decide(code, i, stm, op);
        const auto planned = plan_.operators.find(stm.op);
        const bool in_lanes = planned != plan_.operators.end() && planned->second.lanes != nullptr;
        lanes_around_ += in_lanes ? 1 : 0;
        enter(op);
        lanes_around_ -= in_lanes ? 1 : 0;
      });
      layouts_.bind(stm);
    }
  }

  // Threads of a GPU have no vectors: most strategies are made of these.
  bool is_gpu() const { return cx_.target.machine == Machine::Gpu; }

  OperatorPlan& plan_of(const ir::Stm& stm) { return plan_.operators[stm.op]; }

  void go_to(Where where) {
    cx_.where = where;
    layouts_.enter(where);
  }

  // ---- What lies inside

  // What is combined, of all that the code for an element gives.
  template <class Op>
  static std::span<const ir::Atom> values_of(const Op& op, std::span<const ir::Atom> results) {
    if constexpr (requires { op.shape; }) return results.subspan(op.shape.size());
    return results;
  }

  template <class Op>
  void enter(const Op& op) {
    if constexpr (requires { op.space; }) {
      go_to(Where::Task);
      body(*op.body);
      ir::for_each_lambda(&op, [&](const ir::Lambda* lambda) {
        combine(*lambda, values_of(op, op.body->results));
      });
      go_to(Where::Host);
    } else {
      ir::for_each_body(&op, [&](const ir::Body* inner) { body(*inner); });
      enter_lambdas(op);
    }
  }

  template <class Op>
  void enter_lambdas(const Op& op) {
    const ir::Lambda* of_elements = elements_function(op);
    if constexpr (requires { op.arrays; }) {
      if (of_elements != nullptr) {
        for (size_t k = 0; k < op.arrays.size() && k < of_elements->params.size(); k++)
          layouts_.element_of(of_elements->params[k].var, op.arrays[k]);
        body(*of_elements->body);
      }
    }
    ir::for_each_lambda(&op, [&](const ir::Lambda* lambda) {
      if (lambda == of_elements) return;
      std::span<const ir::Atom> values;
      if (of_elements != nullptr) values = values_of(op, of_elements->body->results);
      combine(*lambda, values);
    });
  }

  // The function of an operator in order that is applied to the elements of its arrays; null: there
  // is none.
  template <class Op>
  static const ir::Lambda* elements_function(const Op& op) {
    if constexpr (requires { op.predicate; }) {
      return op.predicate;
    } else if constexpr (requires { op.map; }) {
      return op.map;
    } else if constexpr (requires {
                           op.groups;
                           op.fn;
                         } || std::is_same_v<Op, ir::Map>) {
      return op.fn;
    } else {
      return nullptr;
    }
  }

  // An operator: its second operands are values that lie as they were made.
  void combine(const ir::Lambda& op, std::span<const ir::Atom> values) {
    const size_t count = op.body->results.size();
    for (size_t k = 0; count + k < op.params.size() && k < values.size(); k++) {
      if (values[k].var && storage_.type(op.params[count + k].var)->is_array())
        layouts_.same_as(op.params[count + k].var, values[k].var);
    }
    body(*op.body);
  }

  // ---- Arrays that are not made

  void decide(const ir::Body& code, size_t at, const ir::Stm& stm, const ir::Iota& op) {
    if (Decisions(plan_.arrays[stm.pattern[0].id])
            .take_unless(Strategy::ComputedElements, why_made(cx_, code, at, op)))
      layouts_.not_made(stm.pattern[0], Elements::Computed, &op);
  }
  void decide(const ir::Body& code, size_t at, const ir::Stm& stm, const ir::Replicate& op) {
    if (Decisions(plan_.arrays[stm.pattern[0].id])
            .take_unless(Strategy::ComputedElements, why_made(cx_, code, at, op)))
      layouts_.not_made(stm.pattern[0], Elements::Same);
  }
  void decide(const ir::Body& code, size_t at, const ir::Stm& stm, const ir::Concat& op) {
    if (Decisions(plan_.arrays[stm.pattern[0].id])
            .take_unless(Strategy::Pieces, why_made(cx_, code, at, op)))
      layouts_.not_made(stm.pattern[0], Elements::Pieces);
  }

  // ---- Ranges

  // Do iterations follow each other? Then parts of a range are not done before those in front of them.
  enum class Order : uint8_t { Any, Kept };
  // Of a loop over the last index of a space, in a task.
  void range(Decisions& decisions, const ir::Body& code, ir::Var index, Order order,
             std::vector<WrittenPlace> places = {}) {
    if (is_gpu()) return;
    Context inside = cx_;
    inside.where = Where::Task;
    RangePlan& range = plan_.ranges[&code];
    const EvenBody loop{.body = code,
                        .indices = {index},
                        .index_bits = kSmallBits,
                        .places = std::move(places),
                        .counters = {index}};
    if (order == Order::Any) split(decisions, inside, loop, range);
    end_checks(decisions, inside, loop, range);
    // Clamps are left out for the sake of vectors.
    if (order == Order::Any && has_clamps(inside, code))
      decisions.take(Strategy::Clamps, try_clamps(inside, code, index), range.clamps);
    Tried<PrefetchPlan> prefetch = try_prefetch(inside, code, index);
    if (prefetch.plan != nullptr || has_slices(code))
      decisions.take(Strategy::Prefetch, std::move(prefetch), range.prefetch);
  }
  void split(Decisions& decisions, const Context& cx, const EvenBody& loop, RangePlan& range) {
    if (is_gpu() || range.is_scalar || !cx.is_optimised || !has_branches(loop.body)) return;
    decisions.take<SplitPlan>(
        Strategy::Split, try_split(cx, loop), range.split,
        [](const SplitPlan& split) { return fmt::format("{} copies", split.copies()); });
  }
  bool has_uneven_checks(const Context& cx, const EvenBody& loop) const {
    // In the middle of a grid LLVM makes vectors.
    if (!loop.counters.empty() && try_clamps(cx, loop.body, loop.counters[0]).plan != nullptr)
      return false;
    return !is_gpu() && has_checks(&loop.body) && try_end_checks(cx, loop).plan == nullptr &&
           try_split(cx, loop).plan == nullptr;
  }
  void end_checks(Decisions& decisions, const Context& cx, const EvenBody& loop, RangePlan& range) {
    if (is_gpu() || (!has_checks(&loop.body) && loop.places.empty())) return;
    decisions.take(Strategy::EndChecks, try_end_checks(cx, loop), range.end_checks);
  }

  static bool has_slices(const ir::Body& code) {
    return std::ranges::any_of(code.stms,
                               [](const ir::Stm& stm) { return stm.op->kind == ir::Kind::Slice; });
  }

  // ---- Operators over iteration spaces

  Context in_task() const {
    Context inside = cx_;
    inside.where = Where::Task;
    return inside;
  }

  bool lanes(Decisions& decisions, const Context& cx, const LaneBody& loop, OperatorPlan& plan) {
    if (is_gpu()) return false;
    if (lanes_around_ >= cx.target.strategies.lanes.most_around)
      return decisions.refuse(Strategy::Lanes,
                              nothing_to_do("two operators around it are done in lanes"));
    return decisions.take<LanePlan>(
        Strategy::Lanes, try_lanes(cx, loop), plan.lanes, [](const LanePlan& lanes) {
          return fmt::format("{} with masks, estimated {:.1f} times as fast",
                             lanes_text(lanes.lanes), lanes.gain);
        });
  }
  bool strips(Decisions& decisions, const Context& cx, const StripBody& loop, OperatorPlan& plan) {
    if (is_gpu()) return false;
    return decisions.take<StripPlan>(
        Strategy::Strips, try_strips(cx, loop), plan.strips,
        [](const StripPlan& strips) { return lanes_text(strips.lanes); });
  }

  // Few sums are counts, and of others that need not be said.
  static bool counts(Decisions& decisions, Tried<CountsPlan> tried, OperatorPlan& plan) {
    if (tried.plan == nullptr && !tried.why_not.is_obstacle) return false;
    return decisions.take<CountsPlan>(
        Strategy::Counts, std::move(tried), plan.counts, [](const CountsPlan& counts) {
          return fmt::format("in blocks of {}, in {} {}", counts.block, counts.bytes,
                             counts.bytes == 1 ? "byte" : "bytes");
        });
  }

  void decide(const ir::Body&, size_t, const ir::Stm& stm, const ir::SegMap& op) {
    OperatorPlan& plan = plan_of(stm);
    Decisions decisions(plan);
    const ir::Var index = op.space.levels.back().index;
    if (is_gpu()) {
      if (decisions.take<NeighboursPlan>(Strategy::Neighbours, try_neighbours(cx_, op),
                                         plan.neighbours, [](const NeighboursPlan& neighbours) {
                                           return fmt::format("{} times {} in a thread",
                                                              neighbours.groups, neighbours.width);
                                         }))
        return;
    }
    const bool checks =
        has_uneven_checks(in_task(), {.body = *op.body, .indices = {index}, .counters = {index}});
    if (lanes(decisions, in_task(), {*op.body, index, {}, {}, checks}, plan)) return;
    range(decisions, *op.body, index, Order::Any);
    decisions.take(Strategy::Plain);
  }

  void decide(const ir::Body&, size_t, const ir::Stm& stm, const ir::SegScatter& op) {
    Decisions decisions(plan_of(stm));
    if (is_gpu()) {
      decisions.take(Strategy::Plain);
      return;
    }
    RangePlan& loop = plan_.ranges[op.body];
    loop.is_in_order = decisions.take_unless(Strategy::InOrder, why_not_in_order(op));
    if (loop.is_in_order) return;
    loop.is_scalar =
        decisions.take_unless(Strategy::ScalarLoop, why_no_scalar_loop(costs_.of(op.body), op));
    std::vector<WrittenPlace> places;
    for (size_t k = 0; k < op.shape.size(); k++)
      places.push_back({op.body->results[k], op.shape[k]});
    range(decisions, *op.body, op.space.levels.back().index, Order::Kept, std::move(places));
    if (!loop.is_scalar) decisions.take(Strategy::Plain);
  }

  void decide(const ir::Body&, size_t, const ir::Stm& stm, const ir::SegHist& op) {
    Decisions decisions(plan_of(stm));
    range(decisions, *op.body, op.space.levels.back().index, Order::Kept);
    decisions.take(Strategy::Plain);
  }

  void decide(const ir::Body&, size_t, const ir::Stm& stm, const ir::SegRed& op) {
    OperatorPlan& plan = plan_of(stm);
    Decisions decisions(plan);
    if (is_gpu()) {
      decisions.take<SharedTilePlan>(Strategy::SharedTile, try_shared_tile(cx_, op),
                                     plan.shared_tile, [](const SharedTilePlan& tile) {
                                       return tile.has_columns
                                                  ? "rows and columns, where there are enough"
                                                  : "steps, where there are enough rows";
                                     });
      decisions.take(Strategy::Plain);
      return;
    }
    const Context inside = in_task();
    const ir::Level& inner = op.space.levels.back();
    if (inner.offsets) {
      if (decisions.take<ShortRowsPlan>(
              Strategy::ShortRows, try_short_rows(cx_, op), plan.short_rows,
              [](const ShortRowsPlan& rows) {
                return fmt::format(
                    "{}, {}{}", lanes_text(rows.lanes),
                    rows.gathers ? "gathered"
                    : rows.block_vectors == rows.wide_block_vectors
                        ? fmt::format("{} vectors", rows.block_vectors)
                        : fmt::format("{} or {} vectors", rows.block_vectors,
                                      rows.wide_block_vectors),
                    rows.ahead > 0 ? fmt::format(", {} bytes ahead", rows.ahead) : "");
              }))
        return;
    } else {
      decisions.take<TilePlan>(
          Strategy::Tile, try_tile(cx_, op), plan.tile, [](const TilePlan& tile) {
            return fmt::format("{}{}, where there are enough columns", lanes_text(tile.lanes),
                               tile.strided.empty() ? "" : ", columns packed");
          });
    }
    if (are_scalars(storage_, op.neutral) && stm.pattern.size() == op.neutral.size()) {
      if (strips(decisions, inside, {*op.body, inner.index, {}, {}}, plan)) return;
      const bool checks = has_uneven_checks(
          inside, {.body = *op.body, .indices = {inner.index}, .counters = {inner.index}});
      if (lanes(decisions, inside, {*op.body, inner.index, {}, {}, checks}, plan)) return;
    }
    if (counts(decisions, try_counts(inside, stm, op), plan)) return;
    if (inner.offsets && decisions.take_unless(Strategy::MaskedRows, why_no_masked_rows(cx_, op)))
      return;
    if (decisions.take_unless(Strategy::Streams, why_no_streams(cx_, stm, op))) {
      decisions.take_unless(Strategy::RowsInLanes, why_no_rows_in_lanes(cx_, op));
      return;
    }
    decisions.take(Strategy::Plain);
  }

  void decide(const ir::Body& code, size_t, const ir::Stm& stm, const ir::SegScan& op) {
    OperatorPlan& plan = plan_of(stm);
    Decisions decisions(plan);
    if (is_gpu()) {
      decisions.take(Strategy::Plain);
      return;
    }
    if (decisions.take_unless(Strategy::ColumnScan, why_no_column_scan(cx_, code, stm, op),
                              "where there are enough columns")) {
      for (ir::Var var : stm.pattern) layouts_.by_columns(var);
    }
    if (!decisions.take<VectorScanPlan>(Strategy::VectorScan, try_vector_scan(cx_, op),
                                        plan.vector_scan))
      decisions.take(Strategy::Plain);
  }

  void decide(const ir::Body&, size_t, const ir::Stm& stm, const ir::SegFilter& op) {
    OperatorPlan& plan = plan_of(stm);
    Decisions decisions(plan);
    if (is_gpu()) {
      decisions.take(Strategy::Plain);
      return;
    }
    if (!decisions.take<VectorFilterPlan>(
            Strategy::VectorFilter, try_vector_filter(cx_, *op.body), plan.vector_filter,
            [&](const VectorFilterPlan& filter) { return filter_text(filter, op); }))
      decisions.take(Strategy::Plain);
  }

  std::string filter_text(const VectorFilterPlan& filter, const ir::SegFilter& op) {
    const auto is_dense = [&](ir::Var array) {
      return layouts_.elements(array) == Elements::InMemory &&
             layouts_.is_dense_along(array, storage_.type(array)->rank() - 1);
    };
    const auto values = values_in_place(storage_, is_dense, op.space.levels.back().index, *op.body);
    const auto computed = std::ranges::count(values, nullptr);
    const bool some = computed > 0 && computed < std::ssize(values);
    return lanes_text(filter.lanes) + (computed == 0 ? "; values in place"
                                       : some        ? "; some values in place"
                                                     : "");
  }

  void decide(const ir::Body&, size_t, const ir::Stm& stm, const ir::SegPartition& op) {
    OperatorPlan& plan = plan_of(stm);
    Decisions decisions(plan);
    plan.partition = plan_partition(cx_, effects_, op);
    const ir::Var index = op.space.levels.back().index;
    range(decisions, plan.partition->classify.body, index, Order::Kept);
    range(decisions, plan.partition->place.body, index, Order::Kept);
    if (is_gpu() ||
        !decisions.take_unless(Strategy::RegisterCounts, plan.partition->why_no_registers))
      decisions.take(Strategy::Plain);
  }

  void decide(const ir::Body& code, size_t, const ir::Stm& stm, const ir::SegFlatMap& op) {
    OperatorPlan& plan = plan_of(stm);
    Decisions decisions(plan);
    const ir::Var index = op.space.levels.back().index;
    if (decisions.take<LengthsPlan>(Strategy::LengthsFirst, try_lengths_first(cx_, code, stm, op),
                                    plan.lengths)) {
      range(decisions, plan.lengths->body, index, Order::Kept);
      return;
    }
    range(decisions, *op.body, index, Order::Kept);
    decisions.take(Strategy::Plain);
  }

  // ---- Operators in order

  void plain(Decisions& decisions) {
    decisions.take(Strategy::Plain, cx_.where == Where::Host ? "on the host" : "");
  }

  void decide(const ir::Body&, size_t, const ir::Stm& stm, const ir::Map& op) {
    OperatorPlan& plan = plan_of(stm);
    Decisions decisions(plan);
    const EvenBody loop = loop_over_elements(cx_, *op.fn, op.arrays);
    const bool in_strips =
        cx_.where == Where::Task &&
        strips(decisions, cx_, {*op.fn->body, {}, op.fn->params, op.arrays}, plan);
    if (!in_strips && cx_.where == Where::Task &&
        lanes(decisions, cx_,
              {*op.fn->body, {}, op.fn->params, op.arrays, has_uneven_checks(cx_, loop)}, plan))
      return;
    // In strips, too: few iterations are done as they stand.
    RangePlan& range = plan_.ranges[op.fn->body];
    split(decisions, cx_, loop, range);
    end_checks(decisions, cx_, loop, range);
    if (!in_strips) plain(decisions);
  }

  void decide(const ir::Body&, size_t, const ir::Stm& stm, const ir::Reduce& op) {
    OperatorPlan& plan = plan_of(stm);
    Decisions decisions(plan);
    if (cx_.where == Where::Host || is_gpu()) return plain(decisions);
    if (counts(decisions, try_counts(cx_, stm, op), plan)) return;
    if (WhyNot why_not = why_no_masked_rows(cx_, stm, op); !why_not.empty()) {
      decisions.refuse(Strategy::MaskedRows, std::move(why_not));
    } else {
      const bool is_equal = op.width.is_const() || is_param(op.width.var);
      if (!decisions.take_unless(Strategy::EqualRows,
                                 is_equal ? WhyNot() : nothing_to_do("lengths may differ")))
        decisions.take(Strategy::MaskedRows);
      return;
    }
    const bool gives_scalars =
        stm.pattern.size() == op.neutral.size() && are_scalars(storage_, op.neutral);
    if (gives_scalars && op.map != nullptr &&
        lanes(decisions, cx_,
              {*op.map->body,
               {},
               op.map->params,
               op.arrays,
               has_uneven_checks(cx_, loop_over_elements(cx_, *op.map, op.arrays))},
              plan))
      return;
    plain(decisions);
  }

  void decide(const ir::Body&, size_t, const ir::Stm& stm, const ir::Filter& op) {
    if (is_gpu()) return;
    OperatorPlan& plan = plan_of(stm);
    Decisions(plan).take<ShortFilterPlan>(
        Strategy::ShortFilter, try_short_filter(cx_, op), plan.short_filter,
        [](const ShortFilterPlan& filter) { return lanes_text(filter.lanes); });
  }

  // Is it the same for all iterations of loops in the function, since that is given it?
  bool is_param(ir::Var var) const {
    return std::ranges::any_of(params_, [&](const ir::Param& param) { return param.var == var; });
  }

  const ir::Program& program_;
  const ir::Storage& storage_;
  const Effects effects_;
  CostModel costs_;
  const PlacedResults placed_;
  const StridedParams strided_;
  Layouts layouts_;
  Context cx_;
  size_t lanes_around_ = 0;  // how many operators around the one at hand are done in lanes
  std::span<const ir::Param> params_;  // of the function at hand, if tasks call it
  Plan plan_;
};

}  // namespace

Plan make_plan(const ir::Program& program, const Target& target, const PlanOptions& options) {
  return Planner(program, target, options).run();
}

}  // namespace planish::plan
