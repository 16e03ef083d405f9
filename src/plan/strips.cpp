#include "plan/strips.h"

#include <algorithm>

#include "ir/match.h"
#include "ir/print.h"
#include "ir/walk.h"
#include "plan/operators.h"

namespace planish::plan {

void for_each_use_inside(const ir::Body& body, const std::function<void(ir::Var)>& f) {
  for (const ir::Stm& stm : body.stms) for_each_use_inside(stm.op, f);
  for (const ir::Atom& result : body.results) {
    if (result.var) f(result.var);
  }
}

void for_each_use_inside(const ir::Op* op, const std::function<void(ir::Var)>& f) {
  ir::for_each_var_use(op, f);
  ir::for_each_body(op, [&](const ir::Body* inner) { for_each_use_inside(*inner, f); });
  ir::for_each_lambda(op, [&](const ir::Lambda* inner) { for_each_use_inside(*inner->body, f); });
}

namespace {

class StripPlanner {
 public:
  explicit StripPlanner(const Context& cx)
      : cx_(cx), plan_(std::make_unique<StripPlan>(cx.storage)) {}

  Tried<StripPlan> run(const StripBody& loop);

 private:
  bool varies(const ir::Atom& atom) const { return plan_->varies(atom); }
  bool refuse(WhyNot why_not);
  bool look_at(const StripBody& loop);
  bool plan(const ir::Body& body);
  bool plan(const ir::Stm& stm);
  bool decide(const ir::Stm& stm);
  bool interchange(const ir::Stm& stm, const ir::Map& map);
  bool interchange(const ir::Stm& stm, const ir::Reduce& reduce);
  bool interchange(const ir::Stm& stm, const ir::Scan& scan);
  bool interchange(const ir::Stm& stm, const ir::Loop& loop);
  bool interchange(const ir::Stm& stm, const ir::If& branch);
  bool combines_scalars(std::span<const ir::Var> gathered, std::span<const ir::Atom> neutral,
                        const ir::Lambda& op, const ir::Lambda* map,
                        std::span<const ir::Var> arrays);
  bool elements(const ir::Lambda* map, std::span<const ir::Var> arrays);
  bool is_simple(const ir::Body& body) const;
  bool is_scalar(const ir::Atom& atom) const { return cx_.type(atom)->is_scalar(); }
  bool make(ir::Var var);
  bool share(ir::Var var, ir::Var with);
  bool carry(const ir::Stm& stm, const ir::Loop& loop, size_t k);
  bool has_fixed_sizes(ir::Var var) const;
  bool is_near(ir::Var array, std::span<const ir::Atom> indices) const;
  bool uses_varying(const ir::Op* op) const;
  ir::Var origin(ir::Var var) const;
  void vary(ir::Var var);

  const Context& cx_;
  std::unique_ptr<StripPlan> plan_;
  WhyNot why_not_;
  bool has_loop_ = false;        // that is interchanged,
  bool has_recurrence_ = false;  // with nothing in it that could be vectorised otherwise,
  bool makes_in_loop_ = false;   // and that makes or updates arrays
  bool has_far_reads_ = false;   // lanes read elements that do not lie side by side
  bool has_wide_ = false;        // there are elements of which few fill a vector
  size_t loop_depth_ = 0;
  size_t operators_ = 0;                          // that were interchanged
  std::unordered_map<uint32_t, ir::Var> memory_;  // arrays of lanes: whose memory they are in
};

Tried<StripPlan> StripPlanner::run(const StripBody& loop) {
  if (!look_at(loop)) return refused<StripPlan>(std::move(why_not_));
  const StripFigures& figures = cx_.target.strategies.strips;
  plan_->lanes = has_wide_ ? figures.wide_lanes : figures.lanes;
  plan_->most_bytes = has_recurrence_ ? figures.most_bytes : figures.most_bytes_of_loops;
  for_each_use_inside(loop.body, [&](ir::Var var) { plan_->uses[var.id]++; });
  return {std::move(plan_), {}};
}

bool StripPlanner::look_at(const StripBody& loop) {
  if (cx_.where != Where::Task) return refuse(nothing_to_do("it runs on the host"));
  if (is_straight(&loop.body)) return refuse(nothing_to_do("there is no loop in it"));
  if (loop.index) {
    plan_->lane_kinds.set(loop.index, LaneKind::Affine);
  }
  for (size_t k = 0; k < loop.params.size(); k++) {
    if (cx_.type(loop.arrays[k])->is_acc()) return refuse("it updates an accumulator");
    if (cx_.layouts.is_counted(loop.arrays[k]))
      plan_->lane_kinds.set(loop.params[k].var, LaneKind::Affine);
    vary(loop.params[k].var);
    if (!cx_.layouts.is_dense_along(loop.arrays[k], 0)) has_far_reads_ = true;
  }
  if (!plan(loop.body)) return refuse("it cannot be done for several iterations at once");
  if (!has_loop_) return refuse(nothing_to_do("there is no loop in it"));
  if (!makes_in_loop_ && has_far_reads_)
    return refuse("neighbouring iterations read elements that do not lie side by side");
  return true;
}

bool StripPlanner::refuse(WhyNot why_not) {
  if (why_not_.empty()) why_not_ = std::move(why_not);
  return false;
}

// It has a value for each lane.
void StripPlanner::vary(ir::Var var) {
  if (cx_.type(var)->elem == Prim::F64) has_wide_ = true;
  if (!varies(var)) plan_->lane_kinds.set(var, LaneKind::Varying);
}

bool StripPlanner::uses_varying(const ir::Op* op) const {
  bool found = false;
  for_each_use_inside(op, [&](ir::Var var) { found = found || varies(var); });
  return found;
}

// ---- Memory

// The variable gets an array for each lane.
bool StripPlanner::make(ir::Var var) {
  memory_[var.id] = var;
  plan_->made.push_back(var);
  makes_in_loop_ = makes_in_loop_ || loop_depth_ > 0;
  vary(var);
  return true;
}

bool StripPlanner::share(ir::Var var, ir::Var with) {
  auto found = memory_.find(with.id);
  if (found == memory_.end()) return false;
  ir::Var owner = found->second;
  memory_[var.id] = owner;
  vary(var);
  return true;
}

ir::Var StripPlanner::origin(ir::Var var) const {
  auto found = memory_.find(var.id);
  return found == memory_.end() ? ir::Var{} : found->second;
}

// Do neighbouring lanes read neighbouring elements, or all of them the same one?
bool StripPlanner::is_near(ir::Var array, std::span<const ir::Atom> indices) const {
  if (memory_.contains(array.id))
    return std::ranges::none_of(indices, [&](const ir::Atom& index) { return varies(index); });
  if (varies(array)) return true;  // a row: judged where it was taken
  for (size_t k = 0; k < indices.size(); k++) {
    if (!varies(indices[k])) continue;
    const bool last = k + 1 == indices.size() && indices.size() == cx_.type(array)->rank();
    if (!last || plan_->lane_kinds.kind(indices[k]) != LaneKind::Affine) return false;
  }
  return true;
}

// ---- Statements

bool StripPlanner::plan(const ir::Body& body) {
  return std::ranges::all_of(body.stms, [&](const ir::Stm& stm) { return plan(stm); });
}

bool StripPlanner::has_fixed_sizes(ir::Var var) const {
  bool fixed = true;
  ir::for_each_var_in(cx_.type(var), [&](ir::Var size) { fixed = fixed && !varies(size); });
  return fixed;
}

bool StripPlanner::plan(const ir::Stm& stm) {
  for (ir::Var var : stm.pattern) {
    if (cx_.type(var)->is_acc()) return refuse("it updates an accumulator");
    if (!has_fixed_sizes(var)) return refuse("sizes differ between iterations");
  }
  const bool is_cheap = ir::match(
      stm.op, [](const ir::Index&) { return true; }, [](const ir::Slice&) { return true; },
      [](const ir::Iota&) { return true; }, [](const ir::FlatSlice&) { return true; },
      [](const ir::Rearrange&) { return true; }, [](const ir::Coerce&) { return true; },
      [](const ir::Same&) { return true; }, [](const auto&) { return false; });
  const bool scalars = all_scalars(cx_.storage, stm.pattern);
  if (ir::as<ir::Trace>(stm.op) != nullptr) return refuse("it traces");
  if ((scalars || is_cheap) && !uses_varying(stm.op)) {
    plan_->kinds[stm.op] = StripKind::Uniform;
    return true;
  }
  if (!decide(stm)) return false;
  // Of a branch that all lanes go through only the results are of interest.
  if (plan_->kinds[stm.op] != StripKind::Interchanged && stm.op->kind != ir::Kind::If)
    plan_->lane_kinds.analyse(stm);
  for (ir::Var var : stm.pattern) vary(var);
  return true;
}

bool StripPlanner::decide(const ir::Stm& stm) {
  const auto as = [&](StripKind kind) {
    plan_->kinds[stm.op] = kind;
    return true;
  };
  const bool scalars = all_scalars(cx_.storage, stm.pattern);
  const ir::Var var = stm.pattern.empty() ? ir::Var{} : stm.pattern[0];
  return ir::match(
      stm.op, [&](const ir::Unary&) { return as(StripKind::Lane); },
      [&](const ir::Binary&) { return as(StripKind::Lane); },
      [&](const ir::Ternary&) { return as(StripKind::Lane); },
      [&](const ir::Convert&) { return as(StripKind::Lane); },
      [&](const ir::FromBits&) { return as(StripKind::Lane); },
      [&](const ir::Check&) { return as(StripKind::Lane); },
      [&](const ir::Index& op) {
        if (!is_near(op.array, op.indices)) has_far_reads_ = true;
        return as(scalars ? StripKind::Lane : StripKind::View);
      },
      [&](const ir::Slice&) { return as(StripKind::View); },
      [&](const ir::FlatSlice&) { return as(StripKind::View); },
      [&](const ir::Rearrange&) { return as(StripKind::View); },
      [&](const ir::Same& op) {
        if (!scalars) share(var, op.value.var);
        return as(scalars ? StripKind::Lane : StripKind::View);
      },
      [&](const ir::Coerce& op) {
        share(var, op.array);
        return as(StripKind::View);
      },
      [&](const ir::Reshape& op) {
        if (!share(var, op.array)) return refuse("it reshapes an array of all iterations");
        return as(StripKind::View);
      },
      [&](const ir::Update& op) {
        makes_in_loop_ = makes_in_loop_ || loop_depth_ > 0;
        if (!is_scalar(op.value)) return refuse("it updates a row");
        if (!share(var, op.array)) return refuse("it updates an array of all iterations");
        return as(StripKind::Lane);
      },
      [&](const ir::Replicate& op) {
        if (!is_scalar(op.value)) return refuse("it replicates a row");
        return make(var) && as(StripKind::Interchanged);
      },
      [&](const ir::ArrayLit& op) {
        if (!std::ranges::all_of(op.elems, [&](const ir::Atom& elem) { return is_scalar(elem); }))
          return refuse("it makes an array of rows");
        return make(var) && as(StripKind::Lane);
      },
      [&](const ir::Copy&) { return make(var) && as(StripKind::Interchanged); },
      [&](const ir::Map& op) { return interchange(stm, op) && as(StripKind::Interchanged); },
      [&](const ir::Reduce& op) { return interchange(stm, op) && as(StripKind::Interchanged); },
      [&](const ir::Scan& op) { return interchange(stm, op) && as(StripKind::Interchanged); },
      [&](const ir::Loop& op) { return interchange(stm, op) && as(StripKind::Interchanged); },
      [&](const ir::If& op) {
        if (!scalars) return refuse("a branch gives an array");
        if (!varies(op.condition)) return interchange(stm, op) && as(StripKind::Interchanged);
        if (!is_simple(*op.then_body) || !is_simple(*op.else_body))
          return refuse("iterations go separate ways");
        return as(StripKind::Lane);
      },
      [&](const auto&) { return refuse(std::string(op_text(stm.op)) + " is not done in strips"); });
}

// Only operations on scalars, which LLVM can do for all lanes and choose from.
bool StripPlanner::is_simple(const ir::Body& body) const {
  return std::ranges::all_of(body.stms, [&](const ir::Stm& stm) {
    if (!all_scalars(cx_.storage, stm.pattern)) return false;
    return ir::match(
        stm.op, [](const ir::Unary&) { return true; }, [](const ir::Binary&) { return true; },
        [](const ir::Ternary&) { return true; }, [](const ir::Convert&) { return true; },
        [](const ir::FromBits&) { return true; }, [](const ir::Same&) { return true; },
        [](const ir::Index&) { return true; },
        [&](const ir::If& op) { return is_simple(*op.then_body) && is_simple(*op.else_body); },
        [](const auto&) { return false; });
  });
}

// ---- Loops that change places with those over lanes

// The parameters of a function that is applied to elements.
bool StripPlanner::elements(const ir::Lambda* map, std::span<const ir::Var> arrays) {
  operators_++;
  if (map == nullptr) return true;
  for (size_t k = 0; k < arrays.size(); k++) {
    if (cx_.type(arrays[k])->is_acc()) return refuse("it updates an accumulator");
    if (varies(arrays[k])) vary(map->params[k].var);
  }
  return plan(*map->body);
}

bool StripPlanner::interchange(const ir::Stm& stm, const ir::Map& map) {
  if (varies(map.width)) return refuse("lengths differ between iterations");
  if (!elements(map.fn, map.arrays)) return false;
  for (const ir::Stm& inner : map.fn->body->stms) {
    for (ir::Var var : inner.pattern) {
      if (std::ranges::count(map.fn->body->results, ir::Atom(var)) > 0) plan_->rows.insert(var.id);
    }
  }
  return std::ranges::all_of(stm.pattern, [&](ir::Var var) { return make(var); });
}

bool StripPlanner::combines_scalars(std::span<const ir::Var> gathered,
                                    std::span<const ir::Atom> neutral, const ir::Lambda& op,
                                    const ir::Lambda* map, std::span<const ir::Var> arrays) {
  if (!are_scalars(cx_.storage, neutral)) return refuse("it combines arrays");
  if (!elements(map, arrays)) return false;
  for (ir::Var var : gathered) make(var);
  for (const ir::Param& param : op.params) vary(param.var);
  return plan(*op.body);
}

bool StripPlanner::interchange(const ir::Stm& stm, const ir::Reduce& reduce) {
  if (varies(reduce.width)) return refuse("lengths differ between iterations");
  return combines_scalars(stm.pattern.subspan(reduce.neutral.size()), reduce.neutral, *reduce.op,
                          reduce.map, reduce.arrays);
}

bool StripPlanner::interchange(const ir::Stm& stm, const ir::Scan& scan) {
  if (varies(scan.width)) return refuse("lengths differ between iterations");
  if (!combines_scalars(stm.pattern.subspan(scan.made()), scan.neutral, *scan.op, scan.map,
                        scan.arrays))
    return false;
  has_recurrence_ = true;
  if (scan.post != nullptr) {
    for (const ir::Param& param : scan.post->params) vary(param.var);
    if (!plan(*scan.post->body)) return false;
  }
  return std::ranges::all_of(stm.pattern.first(scan.made()),
                             [&](ir::Var var) { return make(var); });
}

bool StripPlanner::interchange(const ir::Stm& stm, const ir::Loop& loop) {
  if (!loop.index) return refuse("there is a while loop in it");
  if (varies(loop.bound)) return refuse("lengths differ between iterations");
  for (const ir::LoopParam& param : loop.params) {
    const ir::Var var = param.param.var;
    if (cx_.type(var)->is_acc()) return refuse("it updates an accumulator");
    if (!has_fixed_sizes(var)) return refuse("sizes differ between iterations");
    vary(var);
    if (cx_.type(var)->is_array()) memory_[var.id] = var;
  }
  const size_t operators = operators_;
  loop_depth_++;
  const bool planned = plan(*loop.body);
  loop_depth_--;
  if (!planned) return false;
  has_loop_ = true;
  if (operators_ == operators) has_recurrence_ = true;
  for (size_t k = 0; k < loop.params.size(); k++) {
    if (!carry(stm, loop, k)) return false;
  }
  return true;
}

// An array is updated where it lies, or copied to where the parameter lies.
bool StripPlanner::carry(const ir::Stm& stm, const ir::Loop& loop, size_t k) {
  std::vector<bool>& in_place = plan_->in_place[&loop];
  const ir::Param& param = loop.params[k].param;
  in_place.push_back(false);
  if (!cx_.type(param.var)->is_array()) return true;
  const ir::Var init = loop.params[k].init.var;
  const ir::Var result = origin(loop.body->results[k].var);
  if (result == param.var && param.unique && origin(init)) {
    in_place[k] = true;
    return share(stm.pattern[k], init);
  }
  // Where another parameter lies there may be its next value already.
  for (const ir::LoopParam& other : loop.params) {
    if (other.param.var == result && !(result == param.var)) return refuse("a loop swaps arrays");
  }
  if (!result) return refuse("a loop carries an array of all iterations");
  return make(param.var) && share(stm.pattern[k], param.var);
}

bool StripPlanner::interchange(const ir::Stm&, const ir::If& branch) {
  return plan(*branch.then_body) && plan(*branch.else_body);
}

}  // namespace

Tried<StripPlan> try_strips(const Context& cx, const StripBody& loop) {
  return StripPlanner(cx).run(loop);
}

}  // namespace planish::plan
