#include "plan/lanes.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/cost.h"
#include "analysis/inner_bodies.h"
#include "ir/match.h"
#include "ir/scalar_eval.h"
#include "plan/operators.h"

namespace planish::plan {

using namespace ir;

namespace {

// The unit of work: an instruction such as an addition.
constexpr double kStep = 1;

bool contains(const Op* op, std::initializer_list<Kind> kinds) {
  if (std::ranges::count(kinds, op->kind) > 0) return true;
  bool found = false;
  for_each_inner_body(op, [&](const Body* body) {
    for (const Stm& stm : body->stms) found = found || contains(stm.op, kinds);
  });
  return found;
}

bool contains_check(const Op* op) { return contains(op, {Kind::Check, Kind::Trace}); }

// What LLVM does not do for several iterations at once by itself.
bool stops_llvm(const Body& body) {
  return std::ranges::any_of(body.stms, [](const Stm& stm) {
    return contains(stm.op, {Kind::Check, Kind::Loop, Kind::Reduce});
  });
}

bool uses_only_uniform(const LaneKinds& kinds, const Op* op) {
  bool uniform = true;
  for_each_var_use(op, [&](Var used) { uniform = uniform && kinds.is_uniform(used); });
  for_each_inner_body(op, [&](const Body* body) {
    for (const Stm& stm : body->stms) uniform = uniform && uses_only_uniform(kinds, stm.op);
  });
  return uniform;
}

// In simple operations; none: there is no form for vectors.
std::optional<double> weight(const LaneFigures& figures, UnaryOp op, Prim prim) {
  using enum UnaryOp;
  if (!is_float(prim)) return kStep;
  switch (op) {
    case Sinpi:
    case Cospi:
    case Lgamma:
    case Gamma: return std::nullopt;
    case Neg:
    case Not:
    case Abs:
    case Sgn:
    case Ceil:
    case Floor:
    case Trunc:
    case Round:
    case IsInf:
    case IsNan:
    case ToBits: return kStep;
    case Sqrt:
    case Rsqrt: return figures.division;
    default: return figures.function;
  }
}

std::optional<double> weight(const LaneFigures& figures, BinaryOp op, Prim prim, const Atom& y) {
  using enum BinaryOp;
  switch (op) {
    case Mod:
    case Quot:
    case Rem:
    case Div:
      if (is_float(prim)) return op == Div ? std::optional(figures.division) : std::nullopt;
      // By a constant it becomes a multiplication.
      return y.is_const() ? std::optional(3 * kStep) : std::nullopt;
    case Pow:
      if (is_float(prim)) return figures.function;
      return y.is_const() ? std::optional(4 * kStep) : std::nullopt;
    case Atan2:
    case Hypot: return figures.function;
    case Ldexp: return std::nullopt;
    case MulHi: return 4 * kStep;
    default: return kStep;
  }
}

bool is_wide(Prim prim) { return byte_size(prim) == 8; }

// Note [Division of vectors] in codegen/common/scalar_integer.cpp.
bool is_divided_as_floats(BinaryOp op, Prim prim) {
  using enum BinaryOp;
  return (op == Mod || op == Quot || op == Rem || op == Div) && !is_float(prim) && !is_wide(prim);
}

}  // namespace

// ---- Questions that the code generator asks, too

bool is_done_once(const Storage& storage, const LaneKinds& kinds, const Stm& stm) {
  return all_scalars(storage, stm.pattern) && !contains_check(stm.op) &&
         uses_only_uniform(kinds, stm.op) &&
         std::ranges::all_of(stm.pattern, [&](Var var) { return kinds.is_uniform(var); });
}

bool is_chosen_from(const Storage& storage, const Body& body, const LaneFigures& figures) {
  if (body.stms.size() > figures.longest_chosen) return false;
  return std::ranges::all_of(body.stms, [&](const Stm& stm) {
    if (!all_scalars(storage, stm.pattern)) return false;
    return match(
        stm.op,
        [&](const Unary& op) {
          return weight(figures, op.op, storage.type(op.x)->elem).value_or(figures.function) <
                 figures.division;
        },
        [&](const Binary& op) {
          return weight(figures, op.op, storage.type(op.x)->elem, op.y).value_or(figures.function) <
                 figures.division;
        },
        [](const Ternary&) { return true; }, [](const Convert&) { return true; },
        [](const FromBits&) { return true; }, [](const Same&) { return true; },
        [&](const If& op) {
          return is_chosen_from(storage, *op.then_body, figures) &&
                 is_chosen_from(storage, *op.else_body, figures);
        },
        [](const auto&) { return false; });
  });
}

// ---- Work

namespace {

class LanePlanner {
 public:
  LanePlanner(const Context& cx, const LaneKinds& kinds)
      : storage_(cx.storage),
        kinds_(kinds),
        vectors_(cx.target.vectors),
        figures_(cx.target.strategies.lanes) {}

  // Why lanes are not taken; empty: they are, and these are the figures.
  WhyNot look_at(const LaneBody& loop, LanePlan& plan);

 private:
  // Simple operations.
  struct Work {
    double alone = 0;     // for one iteration
    double narrow = 0;    // in lanes, on elements of up to 32 bits
    double wide = 0;      // and of 64 bits
    double per_lane = 0;  // for each lane
    double once = 0;      // for all lanes together

    Work& operator+=(const Work& more);
    Work times(double count) const;
  };

  Work of(const Body& body);
  Work of(const Stm& stm);
  Work of(const Loop& loop);
  Work of(const Stm& stm, const Reduce& reduce);
  bool is_row(const Reduce& reduce, const Work& element) const;
  double in_vectors(const Work& work) const;
  Work of_index(const Stm& stm, const Index& index);
  Work of_branches(const std::vector<const Body*>& bodies, bool diverges);
  Work of_uniform(const Stm& stm);
  Work in_lanes(Prim prim, double weight) const;
  Work refuse(WhyNot why);
  double least_gain() const;

  const Storage& storage_;
  const LaneKinds& kinds_;
  const VectorUnit& vectors_;
  const LaneFigures& figures_;
  std::unordered_set<uint32_t> iotas_;  // arrays that are only read element by element
  WhyNot why_not_;
  bool is_slow_alone_ = false;  // is there a loop, or a branch that diverges?
  bool has_rows_ = false;
  bool has_heavy_rows_ = false;
  size_t depth_ = 0;  // of loops around what is looked at
};

LanePlanner::Work& LanePlanner::Work::operator+=(const Work& more) {
  alone += more.alone;
  narrow += more.narrow;
  wide += more.wide;
  per_lane += more.per_lane;
  once += more.once;
  return *this;
}

LanePlanner::Work LanePlanner::Work::times(double count) const {
  return {alone * count, narrow * count, wide * count, per_lane * count, once * count};
}

WhyNot LanePlanner::look_at(const LaneBody& loop, LanePlan& plan) {
  const Body& body = loop.body;
  const Work work = of(body);
  if (!std::ranges::all_of(body.results,
                           [&](const Atom& result) { return storage_.type(result)->is_scalar(); }))
    refuse("it gives an array");
  plan.element_bytes = work.wide > work.narrow ? 8 : 4;
  plan.lanes = figures_.registers * vectors_.bytes / plan.element_bytes;
  const auto registers = [&](int64_t bytes) {
    return std::max<double>(
        1, static_cast<double>(plan.lanes * bytes) / static_cast<double>(vectors_.bytes));
  };
  const double strip = work.narrow * registers(4) + work.wide * registers(8) +
                       work.per_lane * static_cast<double>(plan.lanes) + work.once;
  plan.gain = strip > 0 ? static_cast<double>(plan.lanes) * work.alone / strip : 0;
  // That an operation has no form for lanes is of no interest where lanes would not help.
  if (!is_slow_alone_ && !has_rows_ && !loop.has_uneven_checks)
    return nothing_to_do("nothing diverges");
  if (plan.gain < least_gain())
    refuse(nothing_to_do(fmt::format("it is not worth it: {:.1f} times as fast", plan.gain)));
  return std::move(why_not_);
}

double LanePlanner::least_gain() const {
  if (is_slow_alone_) return figures_.least_gain;
  if (has_heavy_rows_) return figures_.least_gain_of_rows;
  return has_rows_ ? figures_.least_gain : figures_.least_gain_of_checks;
}

LanePlanner::Work LanePlanner::refuse(WhyNot why) {
  if (why_not_.empty()) why_not_ = std::move(why);
  return {};
}

LanePlanner::Work LanePlanner::in_lanes(Prim prim, double weight) const {
  Work work{.alone = weight};
  (is_wide(prim) ? work.wide : work.narrow) = weight;
  return work;
}

LanePlanner::Work LanePlanner::of(const Body& body) {
  Work work;
  for (const Stm& stm : body.stms) work += of(stm);
  return work;
}

LanePlanner::Work LanePlanner::of_uniform(const Stm& stm) {
  const bool is_loop = as<Loop>(stm.op) != nullptr || as<Reduce>(stm.op) != nullptr;
  const double count = is_loop ? Cost::kUnknownCount : 1;
  return {.alone = count * kStep, .once = count * kStep};
}

LanePlanner::Work LanePlanner::of(const Stm& stm) {
  if (as<Reduce>(stm.op) == nullptr) {
    bool reads_iota = false;
    for_each_var_use(stm.op, [&](Var used) { reads_iota |= iotas_.contains(used.id); });
    if (reads_iota) return refuse("it makes an array");
  }
  if (is_done_once(storage_, kinds_, stm)) return of_uniform(stm);
  const bool scalars = all_scalars(storage_, stm.pattern);
  const auto view = [&](Var of) {
    return kinds_.is_uniform(of) && kinds_.is_uniform(stm.pattern[0]) && !contains_check(stm.op)
               ? Work{}
               : refuse("a part of an array differs between iterations");
  };
  const auto of_weight = [&](Prim prim, std::optional<double> weight) {
    if (weight) return in_lanes(prim, *weight);
    return Work{.alone = figures_.division, .per_lane = figures_.division + figures_.lane_load};
  };
  return match(
      stm.op,
      [&](const Unary& op) {
        const Prim prim = storage_.type(op.x)->elem;
        const std::optional<double> found = weight(figures_, op.op, prim);
        return found ? in_lanes(prim, *found)
                     : refuse(fmt::format("{} has no form for vectors", op_text(op.op)));
      },
      [&](const Binary& op) {
        const Prim prim = storage_.type(op.x)->elem;
        if (op.op == BinaryOp::Pow && !is_float(prim) && !op.y.is_const())
          return refuse("pow of integers has no form for vectors");
        if (is_divided_as_floats(op.op, prim) && !op.y.is_const())
          return Work{.alone = figures_.division, .narrow = 3 * figures_.division};
        return of_weight(prim, weight(figures_, op.op, prim, op.y));
      },
      [&](const Ternary& op) { return in_lanes(storage_.type(op.x)->elem, kStep); },
      [&](const Convert& op) {
        const Prim from = storage_.type(op.value)->elem;
        const Prim to = storage_.type(stm.pattern[0])->elem;
        const double each = is_float(from) && !is_float(to) ? 4 * kStep : kStep;
        return in_lanes(is_wide(from) ? from : to, each);
      },
      [&](const FromBits&) { return in_lanes(Prim::I64, kStep); },
      [&](const Same&) { return scalars ? Work{} : view(as<Same>(stm.op)->value.var); },
      [&](const Opaque&) { return scalars ? Work{} : refuse("an array is opaque"); },
      [&](const Check&) { return Work{.alone = kStep, .once = figures_.test}; },
      [&](const Index& op) { return of_index(stm, op); },
      [&](const Slice& op) { return view(op.array); },
      [&](const FlatSlice& op) { return view(op.array); },
      [&](const Rearrange& op) { return view(op.array); },
      [&](const Coerce& op) { return view(op.array); },
      [&](const Iota& op) {
        if (!kinds_.is_uniform(op.start) || !kinds_.is_uniform(op.step))
          return refuse("an array differs between iterations");
        iotas_.insert(stm.pattern[0].id);
        return Work{};
      },
      [&](const If& op) {
        if (!scalars) return refuse("a branch gives an array");
        return of_branches({op.then_body, op.else_body}, kinds_.diverges(op));
      },
      [&](const Match& op) {
        if (!scalars) return refuse("a branch gives an array");
        std::vector<const Body*> bodies;
        for (const MatchCase& one : op.cases) bodies.push_back(one.body);
        if (op.otherwise != nullptr) bodies.push_back(op.otherwise);
        return of_branches(bodies, kinds_.diverges(op));
      },
      [&](const Loop& op) {
        is_slow_alone_ = true;
        return scalars ? of(op) : refuse("a loop carries an array");
      },
      [&](const Reduce& op) { return of(stm, op); },
      [&](const Call&) { return refuse("it calls a function"); },
      [&](const Trace&) { return refuse("it traces"); },
      [&](const auto&) { return refuse("it makes an array"); });
}

LanePlanner::Work LanePlanner::of_index(const Stm& stm, const Index& index) {
  const Prim prim = storage_.type(index.array)->elem;
  if (!storage_.type(stm.pattern[0])->is_scalar()) return {};
  const bool is_gather =
      !kinds_.is_uniform(index.array) ||
      !std::ranges::all_of(index.indices.first(index.indices.size() - 1),
                           [&](const Atom& at) { return kinds_.is_uniform(at); }) ||
      kinds_.kind(index.indices.back()) == LaneKind::Varying;
  if (!is_gather) return in_lanes(prim, figures_.load);
  const bool has_instruction = vectors_.gathers && byte_size(prim) >= 4;
  return {.alone = figures_.load,
          .per_lane = has_instruction ? figures_.gather : figures_.lane_load};
}

LanePlanner::Work LanePlanner::of_branches(const std::vector<const Body*>& bodies, bool diverges) {
  Work work;
  for (const Body* body : bodies) {
    const Work one = of(*body);
    work += one;
    if (!diverges || is_chosen_from(storage_, *body, figures_)) continue;
    is_slow_alone_ =
        is_slow_alone_ || depth_ > 0 || (one.alone >= figures_.heavy_branch && stops_llvm(*body));
    work.once += figures_.test;
  }
  const double share = 1 / static_cast<double>(bodies.size());
  if (!diverges) return work.times(share);
  work.alone *= share;
  work.alone += figures_.test;
  work.narrow += kStep;
  return work;
}

LanePlanner::Work LanePlanner::of(const Loop& loop) {
  depth_++;
  Work work = of(*loop.body);
  if (loop.condition != nullptr) work += of(*loop.condition);
  depth_--;
  const bool has_count = loop.index && loop.bound.is_const();
  const double count =
      has_count ? static_cast<double>(std::max<int64_t>(0, as_int64(loop.bound.constant)))
                : Cost::kUnknownCount;
  if (!kinds_.diverges(loop)) return work.times(count);
  work.once += figures_.test;
  // What stays as it is for lanes that are done.
  for (const LoopParam& param : loop.params) {
    const Prim prim = storage_.type(param.param.var)->elem;
    (is_wide(prim) ? work.wide : work.narrow) += kStep;
  }
  Work all = work.times(count * figures_.divergence);
  all.alone = work.alone * count;
  return all;
}

LanePlanner::Work LanePlanner::of(const Stm& stm, const Reduce& reduce) {
  if (stm.pattern.size() > reduce.neutral.size() || !all_scalars(storage_, stm.pattern))
    return refuse("it makes an array");
  Work work = of(*reduce.op->body);
  if (reduce.map != nullptr) work += of(*reduce.map->body);
  const Work element = work;
  for (Var array : reduce.arrays) {
    if (storage_.type(array)->rank() > 1 && reduce.map == nullptr)
      return refuse("arrays are combined");
    if (iotas_.contains(array.id)) continue;
    const bool has_instruction = vectors_.gathers && byte_size(storage_.type(array)->elem) >= 4;
    work += kinds_.is_uniform(array)
                ? Work{.alone = figures_.load, .once = figures_.load}
                : Work{.alone = figures_.load,
                       .per_lane = has_instruction ? figures_.gather : figures_.lane_load};
  }
  const bool has_count = reduce.width.is_const();
  const double count =
      has_count ? static_cast<double>(std::max<int64_t>(0, as_int64(reduce.width.constant)))
                : Cost::kUnknownCount;
  Work all = work.times(kinds_.diverges(reduce) ? count * figures_.divergence : count);
  all.alone = work.alone * count;
  const bool is_uniform = !kinds_.diverges(reduce) && work.per_lane == 0;
  if (!is_row(reduce, element)) {
    is_slow_alone_ = is_slow_alone_ || is_uniform;
    return all;
  }
  all.alone = figures_.row + count * figures_.row_waste * in_vectors(work);
  has_rows_ = has_rows_ || is_uniform;
  has_heavy_rows_ =
      has_heavy_rows_ ||
      (is_uniform && in_vectors(element) >= in_vectors({.narrow = figures_.heavy_element}));
  return all;
}

// Does LLVM make vectors of it, of neighbouring elements?
bool LanePlanner::is_row(const Reduce& reduce, const Work& element) const {
  return !kinds_.diverges(reduce) && element.per_lane == 0 && is_reorderable(*reduce.op) &&
         (reduce.map == nullptr || !stops_llvm(*reduce.map->body));
}

// What an element of a row costs then.
double LanePlanner::in_vectors(const Work& work) const {
  return (4 * work.narrow + 8 * work.wide) / static_cast<double>(vectors_.bytes);
}

// What an element differs by; nothing: it has no place.
std::string set_elements(const Context& cx, const LaneBody& loop, LaneKinds& kinds) {
  for (size_t k = 0; k < loop.params.size(); k++) {
    if (cx.type(loop.arrays[k])->is_acc()) return "it updates an accumulator";
    const Elements elements = cx.layouts.elements(loop.arrays[k]);
    if (elements == Elements::Pieces) return "an array is read in pieces";
    if (elements == Elements::Same) continue;
    kinds.set(loop.params[k].var,
              cx.layouts.is_counted(loop.arrays[k]) ? LaneKind::Affine : LaneKind::Varying);
  }
  return {};
}

}  // namespace

Tried<LanePlan> try_lanes(const Context& cx, const LaneBody& loop) {
  if (cx.where != Where::Task) return refused<LanePlan>(nothing_to_do("it runs on the host"));
  if (!cx.is_optimised) return refused<LanePlan>(nothing_to_do("code is not optimised"));
  auto plan = std::make_unique<LanePlan>(cx.storage);
  if (loop.index) plan->kinds.set(loop.index, LaneKind::Affine);
  WhyNot why_not = set_elements(cx, loop, plan->kinds);
  if (why_not.empty()) {
    plan->kinds.analyse(loop.body);
    why_not = LanePlanner(cx, plan->kinds).look_at(loop, *plan);
  }
  if (!why_not.empty()) return refused<LanePlan>(std::move(why_not));
  return {std::move(plan), {}};
}

}  // namespace planish::plan
