#include "plan/memory.h"

#include <algorithm>
#include <unordered_set>

#include "analysis/inner_bodies.h"
#include "ir/match.h"
#include "plan/concats.h"
#include "plan/elementwise.h"
#include "plan/escapes.h"
#include "plan/frames.h"
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

const Temporary& MemoryPlan::temporary(const ir::Op* op, ir::Var of) const {
  const std::vector<Temporary>& of_op = temporaries.at(op);
  auto found = std::ranges::find(of_op, of, &Temporary::of);
  if (found == of_op.end())
    throw std::logic_error("compiler bug: an operator needs memory that the plan does not know");
  return *found;
}

namespace {

using Offers = std::vector<Offer>;  // by result; empty: there are none

// What operations offer to their bodies.
Offers places_from(const ir::Body& body, size_t first) {
  Offers out(body.results.size(), Offer::Place);
  std::fill_n(out.begin(), std::min(first, out.size()), Offer::Nothing);
  return out;
}

class MemoryPlanner {
 public:
  MemoryPlanner(const ir::Program& program, const Target& target, const Plan& strategies,
                const Layouts& layouts, const PlacedResults& placed, const StridedParams& strided)
      : program_(program),
        target_(target),
        storage_(*program.storage),
        strategies_(strategies),
        placed_(placed),
        cx_{program, layouts, plan_.roots, placed, strided} {
    plan_.roots = Roots(program, layouts, strategies);
    find_escaping(program, placed, escaping_);
  }

  MemoryPlan run() {
    for (const ir::Function* fn : program_.functions) function(*fn);
    return std::move(plan_);
  }

 private:
  void function(const ir::Function& fn) {
    frame_ =
        new_frame(has_attribute(fn.attrs, AttributeKind::Sequential) ? Where::Task : Where::Host);
    Offers offers(fn.results.size());
    for (size_t k = 0; k < fn.results.size(); k++) {
      if (placed_.contains(fn.name, k)) offers[k] = Offer::Place;
    }
    body(*fn.body, offers, arrays(fn.params));
  }

  Frame new_frame(Where where) const {
    return {where, where == Where::Task ? target_.stack.task : target_.stack.host};
  }

  std::vector<ir::Var> arrays(std::span<const ir::Param> params) const {
    std::vector<ir::Var> out;
    for (const ir::Param& param : params) {
      if (storage_.type(param.var)->is_array()) out.push_back(param.var);
    }
    return out;
  }

  // ---- Bodies

  void body(const ir::Body& code, const Offers& offers, std::vector<ir::Var> owned = {}) {
    BodyMemory& memory = plan_.bodies[&code];
    memory = {};
    memory.last_uses = last_uses(storage_, code, plan_.roots);
    memory.owned = std::move(owned);
    find_concats(storage_, code, strategies_, placed_, memory);
    results(code, offers, memory);
    for (size_t i = 0; i < code.stms.size(); i++) {
      const ir::Stm& stm = code.stms[i];
      memory.stms.push_back(plan_transfers(cx_, code, i, memory));
      small_copies(memory.stms.back());
      for (ir::Var var : stm.pattern) {
        if (storage_.type(var)->is_array() && makes_memory(stm, var)) place(code, memory, i, var);
      }
      temporaries(stm, temporaries_of(storage_, target_, cx_.layouts, strategies_.of(stm), stm));
      ir::match(stm.op, [&](const auto& op) { enter(memory, i, stm, op); });
    }
  }

  void results(const ir::Body& code, const Offers& offers, BodyMemory& memory) {
    memory.results.resize(code.results.size());
    std::unordered_set<uint32_t> has_place;
    for (size_t k = 0; k < code.results.size(); k++) {
      const ir::Var result = code.results[k].var;
      if (!result || !storage_.type(result)->is_array()) continue;
      ResultMemory& out = memory.results[k];
      if (k < offers.size()) out.offer = offers[k];
      const ir::Var made = origin(code, result, placed_);
      if (!made || has_place.contains(made.id)) continue;
      // What a filter makes needs room for all of its elements.
      const bool is_filtered = ir::as<ir::Filter>(definition(code, made).stm->op) != nullptr;
      if (is_filtered && out.offer != Offer::LatePlace) continue;
      if (out.offer != Offer::Nothing) has_place.insert(made.id);
      out.made = made;
      out.fit = fit(code, memory, made, storage_.type(result));
    }
    plan_result_transfers(cx_, code, memory);
  }

  // The statement of the body that binds the variable; as many as there are if none does.
  static size_t bound_at(const ir::Body& code, ir::Var var) {
    const auto binds = [&](const ir::Stm& stm) { return std::ranges::count(stm.pattern, var) > 0; };
    return static_cast<size_t>(std::ranges::find_if(code.stms, binds) - code.stms.begin());
  }

  // The statement before which memory for the array is there: a concatenation is made with the
  // first of its pieces.
  static size_t made_at(const ir::Body& code, const BodyMemory& memory, ir::Var var) {
    size_t position = bound_at(code, var);
    const size_t concat = position;
    for (const InConcat& one : memory.in_concats) {
      if (one.statement == concat) position = std::min(position, bound_at(code, one.piece));
    }
    return position;
  }

  // The sizes with which memory is asked for.
  std::vector<ir::Dim> dims_made(const ir::Body& code, const BodyMemory& memory,
                                 ir::Var var) const {
    const ir::Type* type = storage_.type(var);
    std::vector<ir::Dim> dims(type->dims.begin(), type->dims.end());
    const size_t position = bound_at(code, var);
    if (position == code.stms.size()) return dims;
    const ir::Op* op = code.stms[position].op;
    if (const auto* filter = ir::as<ir::Filter>(op)) {
      dims[0] = filter->width.is_const()
                    ? ir::Dim::constant(static_cast<int64_t>(filter->width.constant.bits))
                    : ir::Dim::variable(filter->width.var);
    }
    const auto* concat = ir::as<ir::Concat>(op);
    const bool is_made_before =
        std::ranges::count(memory.in_concats, position, &InConcat::statement) > 0;
    if (concat != nullptr && is_made_before) dims[0] = sum_of_sizes(concat->arrays);
    return dims;
  }

  ir::Dim sum_of_sizes(std::span<const ir::Var> arrays) const {
    if (arrays.size() == 1) return storage_.type(arrays[0])->dims[0];
    int64_t sum = 0;
    for (ir::Var array : arrays) {
      const ir::Dim& dim = storage_.type(array)->dims[0];
      if (dim.kind != ir::DimKind::Const) return ir::Dim::varying();
      sum += dim.value;
    }
    return ir::Dim::constant(sum);
  }

  Fit fit(const ir::Body& code, const BodyMemory& memory, ir::Var made,
          const ir::Type* wanted) const {
    const size_t position = made_at(code, memory, made);
    const bool is_known = std::ranges::all_of(wanted->dims, [&](const ir::Dim& dim) {
      if (dim.kind != ir::DimKind::Var) return true;
      const size_t bound = bound_at(code, dim.var);
      return bound == code.stms.size() || bound < position;
    });
    if (!is_known) return Fit::Unknown;
    return std::ranges::equal(wanted->dims, dims_made(code, memory, made)) ? Fit::Always
                                                                           : Fit::IfEqual;
  }

  // ---- Places

  // Does the statement ask for memory for it? Otherwise it is a view, is not made, or is given with
  // a reference.
  bool makes_memory(const ir::Stm& stm, ir::Var var) const {
    if (!(plan_.roots.of(var) == var)) return false;
    const OperatorPlan& strategy = strategies_.of(stm);
    if (strategy.takes(Strategy::ComputedElements) || strategy.takes(Strategy::Pieces))
      return false;
    return ir::match(
        stm.op, [](const ir::If&) { return false; }, [](const ir::Match&) { return false; },
        [](const ir::Loop&) { return false; }, [](const ir::WithAcc&) { return false; },
        [&](const ir::Call& call) {
          const auto k = std::ranges::find(stm.pattern, var) - stm.pattern.begin();
          return placed_.contains(call.fn, static_cast<size_t>(k));
        },
        [](const auto&) { return true; });
  }

  void place(const ir::Body& code, const BodyMemory& memory, size_t position, ir::Var var) {
    plan_.placements[var.id] = placement(code, memory, position, var);
  }

  Placement placement(const ir::Body& code, const BodyMemory& memory, size_t position,
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
    return frame.place(type->elem, dims_made(code, memory, var), times_);
  }

  void small_copies(StmMemory& stm) {
    for (Transfer& transfer : stm.operands) {
      if (transfer == Transfer::SmallCopy && !frame_.take_small(times_)) transfer = Transfer::Copy;
    }
  }

  // Bodies that are part of the plan have statements with those of the program.
  void temporaries(const ir::Stm& stm, std::vector<Temporary> needed) {
    for (Temporary& one : needed) {
      one.placement = frame_.place_temporary(one.elem, one.dims, times_);
      std::vector<Temporary>& known = plan_.temporaries[stm.op];
      std::erase_if(known, [&](const Temporary& other) { return other.of == one.of; });
      known.push_back(std::move(one));
    }
  }
  void temporaries_of_strips(const ir::Stm& stm) {
    temporaries(stm, plan::temporaries_of_strips(storage_, strategies_.of(stm)));
  }

  // ---- What lies inside

  // Bodies of a task.
  template <class F>
  void in_task(const F& enter_bodies) {
    Frame around = std::exchange(frame_, new_frame(Where::Task));
    enter_bodies();
    frame_ = around;
  }

  // Code that is emitted more than once.
  template <class F>
  void repeated(const ir::Stm& stm, const ir::Body& code, const F& enter_body) {
    const OperatorPlan& plan = strategies_.of(stm);
    const RangePlan& range = strategies_.range(code);
    const int64_t around = times_;
    if (plan.strips != nullptr || plan.lanes != nullptr || plan.takes(Strategy::MaskedRows) ||
        plan.takes(Strategy::EqualRows))
      times_ *= 2;
    if (range.end_checks != nullptr) times_ *= 2;
    if (range.clamps != nullptr) times_ *= 2;
    enter_body();
    times_ = around;
  }
  void body_of(const ir::Stm& stm, const ir::Body& code, const Offers& offers) {
    repeated(stm, code, [&] { body(code, offers); });
  }
  void function_of(const ir::Stm& stm, const ir::Lambda* lambda, const Offers& offers) {
    if (lambda != nullptr) body_of(stm, *lambda->body, offers);
  }
  // An operator whose results go where its first operands are.
  void combining(const ir::Stm& stm, const ir::Lambda* op) {
    if (op == nullptr) return;
    Offers offers(op->body->results.size());
    for (size_t k = 0; k < offers.size(); k++) {
      if (storage_.type(op->body->results[k])->is_array() && is_elementwise(storage_, *op, k))
        offers[k] = Offer::Place;
    }
    function_of(stm, op, offers);
  }
  // What is combined before is read where the last result lies.
  void scanning(const ir::Stm& stm, const ir::Lambda* op, const ir::Lambda* post) {
    if (op == nullptr) return;
    function_of(stm, op, post == nullptr ? places_from(*op->body, 0) : Offers());
    if (post != nullptr) function_of(stm, post, places_from(*post->body, 0));
  }
  // Rows of different lengths are appended to buffers.
  Offers row_offers(const ir::Body& code, std::span<const uint32_t> groups) const {
    size_t rows = 0;
    for (uint32_t count : groups) rows += count;
    Offers out = places_from(code, 0);
    std::fill_n(out.begin() + static_cast<ptrdiff_t>(groups.size()), rows, Offer::LatePlace);
    return out;
  }

  // Where branches make their results.
  Offers branch_offers(const BodyMemory& memory, const ir::Stm& stm) const {
    Offers out(stm.pattern.size());
    for (size_t k = 0; k < stm.pattern.size(); k++) {
      const ir::Var var = stm.pattern[k];
      const std::optional<size_t> result = MemoryPlan::result_of(memory, var);
      const Offer offer = result ? memory.results[*result].offer : Offer::Nothing;
      const bool is_late =
          offer == Offer::LatePlace || MemoryPlan::in_concat(memory, var) != nullptr;
      if (offer == Offer::Place && memory.results[*result].fit == Fit::Always)
        out[k] = Offer::Place;
      if (is_late && has_size_before(storage_, stm, var)) out[k] = Offer::Place;
    }
    return out;
  }

  void enter(const BodyMemory& memory, size_t position, const ir::Stm& stm, const ir::If& op) {
    const Offers offers = branch_offers(memory, stm);
    for (const ir::Body* branch : {op.then_body, op.else_body})
      body(*branch, offers, memory.stms[position].handed);
  }
  void enter(const BodyMemory& memory, size_t position, const ir::Stm& stm, const ir::Match& op) {
    const Offers offers = branch_offers(memory, stm);
    for (const ir::MatchCase& one : op.cases) body(*one.body, offers, memory.stms[position].handed);
    if (op.otherwise != nullptr) body(*op.otherwise, offers, memory.stms[position].handed);
  }
  void enter(const BodyMemory&, size_t, const ir::Stm&, const ir::Loop& op) {
    if (op.condition != nullptr) body(*op.condition, {});
    std::vector<ir::Param> params;
    for (const ir::LoopParam& param : op.params) params.push_back(param.param);
    body(*op.body, {}, arrays(params));
  }
  void enter(const BodyMemory&, size_t, const ir::Stm& stm, const ir::Map& op) {
    temporaries_of_strips(stm);
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
    in_task([&] { body_of(stm, *op.body, places_from(*op.body, 0)); });
  }
  void enter(const BodyMemory&, size_t, const ir::Stm& stm, const ir::SegRed& op) {
    in_task([&] {
      temporaries_of_strips(stm);
      body_of(stm, *op.body, places_from(*op.body, op.neutral.size()));
      combining(stm, op.op);
    });
  }
  void enter(const BodyMemory&, size_t, const ir::Stm& stm, const ir::SegScan& op) {
    in_task([&] {
      body_of(stm, *op.body, places_from(*op.body, op.taken()));
      scanning(stm, op.op, op.post);
    });
  }
  void enter(const BodyMemory&, size_t, const ir::Stm& stm, const ir::SegHist& op) {
    in_task([&] {
      body_of(stm, *op.body, {});
      combining(stm, op.op);
    });
  }
  void enter(const BodyMemory&, size_t, const ir::Stm& stm, const ir::SegPartition& op) {
    in_task([&] { body_of(stm, *op.body, places_from(*op.body, 1)); });
    const auto& halves = strategies_.of(stm).partition;
    if (halves == nullptr) return;
    in_task([&] { body_of(stm, halves->classify.body, {}); });
    in_task([&] { body_of(stm, halves->place.body, places_from(halves->place.body, 0)); });
  }
  void enter(const BodyMemory&, size_t, const ir::Stm& stm, const ir::SegFlatMap& op) {
    const auto& lengths = strategies_.of(stm).lengths;
    if (lengths != nullptr) in_task([&] { body_of(stm, lengths->body, {}); });
    in_task([&] {
      body_of(stm, *op.body,
              lengths != nullptr ? places_from(*op.body, op.groups.size())
                                 : row_offers(*op.body, op.groups));
    });
  }
  // Filters and writes to computed places: their bodies are offered nothing.
  template <class Op>
  void enter(const BodyMemory&, size_t, const ir::Stm& stm, const Op& op) {
    if constexpr (requires { op.space; }) {
      in_task([&] { enter_all(stm); });
    } else {
      enter_all(stm);
    }
  }
  void enter_all(const ir::Stm& stm) {
    for_each_inner_body(stm.op, [&](const ir::Body* inner) { body_of(stm, *inner, {}); });
  }

  const ir::Program& program_;
  const Target& target_;
  const ir::Storage& storage_;
  const Plan& strategies_;
  const PlacedResults& placed_;
  MemoryPlan plan_;
  const TransferContext cx_;
  std::unordered_set<uint32_t> escaping_;
  Frame frame_ = new_frame(Where::Host);
  int64_t times_ = 1;  // that the code at hand is emitted
};

}  // namespace

bool has_size_before(const ir::Storage& storage, const ir::Stm& stm, ir::Var var) {
  return std::ranges::none_of(storage.type(var)->dims, [&](const ir::Dim& dim) {
    return dim.kind == ir::DimKind::Var && std::ranges::count(stm.pattern, dim.var) > 0;
  });
}

MemoryPlan plan_memory(const ir::Program& program, const Target& target, const Plan& strategies,
                       const Layouts& layouts, const PlacedResults& placed,
                       const StridedParams& strided) {
  return MemoryPlanner(program, target, strategies, layouts, placed, strided).run();
}

}  // namespace planish::plan
