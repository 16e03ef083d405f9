#include "codegen/cpu/strip_plan.h"

#include <algorithm>

#include "ir/match.h"
#include "ir/walk.h"

namespace planish::codegen::cpu {
namespace {

// Operations on wider elements fill a vector with fewer lanes than StripPlan begins with.
constexpr int64_t kLanesOfWide = 8;
// How much memory the arrays of all lanes may take. If all loops are around operators that are vectorised anyway, only
// what is too small for that is better done in strips.
constexpr int64_t kMostBytes = 1 << 17;
constexpr int64_t kMostBytesOfLoops = 1 << 13;

void for_each_use_inside(const ir::Body& body, const std::function<void(ir::Var)>& f) {
  for (const ir::Stm& stm : body.stms) cpu::for_each_use_inside(stm.op, f);
  for (const ir::Atom& result : body.results) {
    if (result.var) f(result.var);
  }
}

bool all_scalars(const ir::Storage& storage, std::span<const ir::Var> vars) {
  return std::ranges::all_of(vars, [&](ir::Var var) { return storage.type(var)->is_scalar(); });
}

}  // namespace

void for_each_use_inside(const ir::Op* op, const std::function<void(ir::Var)>& f) {
  ir::for_each_var_use(op, f);
  ir::for_each_body(op, [&](const ir::Body* inner) { for_each_use_inside(*inner, f); });
  ir::for_each_lambda(op, [&](const ir::Lambda* inner) { for_each_use_inside(*inner->body, f); });
}

StripPlan::StripPlan(FunctionEmitter& e, const StripLoop& loop) : e_(e) {
  if (e.where != Where::Task) return;
  if (loop.index) {
    lane_variables_.insert(loop.index.id);
    vary(loop.index);
  }
  for (size_t k = 0; k < loop.params.size(); k++) {
    const ir::Type* type = e.type(loop.arrays[k]);
    if (type->is_acc()) return;
    vary(loop.params[k].var);
    const std::vector<llvm::Value*>& strides = e.array(loop.arrays[k]).strides;
    const auto* stride =
        strides.empty() ? nullptr : llvm::dyn_cast<llvm::ConstantInt>(strides.front());
    if (strides.empty() ? type->rank() > 1 : stride == nullptr || !stride->isOne())
      has_far_reads_ = true;
  }
  applies_ = plan(loop.body) && has_loop_ && (makes_in_loop_ || !has_far_reads_);
  if (applies_) for_each_use_inside(loop.body, [&](ir::Var var) { uses_[var.id]++; });
}

llvm::Value* StripPlan::is_worth_it(llvm::Value* count) const {
  llvm::IRBuilder<>& b = e_.b;
  llvm::Value* bytes = e_.i64(0);
  for (ir::Var var : made_) {
    llvm::Value* size = e_.i64(byte_size(e_.type(var)->elem) * lanes_);
    for (const ir::Dim& dim : e_.type(var)->dims) {
      // What is computed inside is not known yet.
      if (dim.kind == ir::DimKind::Var && !e_.bindings().contains(dim.var.id)) continue;
      size = b.CreateCall(e_.m.size_product(), {size, e_.size(dim)});
    }
    bytes = b.CreateBinaryIntrinsic(llvm::Intrinsic::sadd_sat, bytes, size);
  }
  llvm::Value* fits =
      b.CreateICmpSLE(bytes, e_.i64(has_recurrence_ ? kMostBytes : kMostBytesOfLoops));
  return b.CreateAnd(b.CreateICmpSGE(count, e_.i64(lanes_)), fits);
}

size_t StripPlan::uses(ir::Var var) const {
  auto found = uses_.find(var.id);
  return found == uses_.end() ? 0 : found->second;
}

void StripPlan::vary(ir::Var var) {
  // Units have one value, whoever makes them.
  const ir::Type* type = e_.type(var);
  if (type->is_scalar() && type->elem == Prim::Unit) return;
  if (type->elem == Prim::F64) lanes_ = kLanesOfWide;
  varying_.insert(var.id);
}

bool StripPlan::uses_varying(const ir::Op* op) const {
  bool found = false;
  for_each_use_inside(op, [&](ir::Var var) { found = found || varies(var); });
  return found;
}

// ---- Memory

// The variable gets an array for each lane.
bool StripPlan::make(ir::Var var) {
  memory_[var.id] = var;
  made_.push_back(var);
  makes_in_loop_ = makes_in_loop_ || loop_depth_ > 0;
  vary(var);
  return true;
}

bool StripPlan::share(ir::Var var, ir::Var with) {
  auto found = memory_.find(with.id);
  if (found == memory_.end()) return false;
  ir::Var owner = found->second;
  memory_[var.id] = owner;
  vary(var);
  return true;
}

ir::Var StripPlan::origin(ir::Var var) const {
  auto found = memory_.find(var.id);
  return found == memory_.end() ? ir::Var{} : found->second;
}

// Do neighbouring lanes read neighbouring elements, or all of them the same one?
bool StripPlan::is_near(ir::Var array, std::span<const ir::Atom> indices) const {
  if (memory_.contains(array.id))
    return std::ranges::none_of(indices, [&](const ir::Atom& index) { return varies(index); });
  if (varies(array)) return true;  // a row: judged where it was taken
  for (size_t k = 0; k < indices.size(); k++) {
    if (!varies(indices[k])) continue;
    const bool last = k + 1 == indices.size() && indices.size() == e_.type(array)->rank();
    if (!last || !lane_variables_.contains(indices[k].var.id)) return false;
  }
  return true;
}

// ---- Statements

bool StripPlan::plan(const ir::Body& body) {
  return std::ranges::all_of(body.stms, [&](const ir::Stm& stm) { return plan(stm); });
}

bool StripPlan::has_fixed_sizes(ir::Var var) const {
  bool fixed = true;
  ir::for_each_var_in(e_.type(var), [&](ir::Var size) { fixed = fixed && !varies(size); });
  return fixed;
}

bool StripPlan::plan(const ir::Stm& stm) {
  for (ir::Var var : stm.pattern) {
    if (e_.type(var)->is_acc() || !has_fixed_sizes(var)) return false;
  }
  const bool is_cheap = ir::match(
      stm.op, [](const ir::Index&) { return true; }, [](const ir::Slice&) { return true; },
      [](const ir::Iota&) { return true; }, [](const ir::FlatSlice&) { return true; },
      [](const ir::Rearrange&) { return true; }, [](const ir::Coerce&) { return true; },
      [](const ir::Same&) { return true; }, [](const auto&) { return false; });
  const bool scalars = all_scalars(e_.m.storage, stm.pattern);
  if (ir::as<ir::Trace>(stm.op) != nullptr) return false;
  if ((scalars || is_cheap) && !uses_varying(stm.op)) {
    kinds_[stm.op] = StripKind::Uniform;
    return true;
  }
  if (!decide(stm)) return false;
  for (ir::Var var : stm.pattern) vary(var);
  return true;
}

bool StripPlan::is_shift(const ir::Atom& index, const ir::Atom& by) const {
  return index.var && lane_variables_.contains(index.var.id) && !varies(by);
}

bool StripPlan::decide(const ir::Stm& stm) {
  const auto as = [&](StripKind kind) {
    kinds_[stm.op] = kind;
    return true;
  };
  const bool scalars = all_scalars(e_.m.storage, stm.pattern);
  const ir::Var var = stm.pattern.empty() ? ir::Var{} : stm.pattern[0];
  return ir::match(
      stm.op, [&](const ir::Unary&) { return as(StripKind::Lane); },
      [&](const ir::Binary& op) {
        // What is at a distance from the index of the lane.
        const bool shifted = op.op == ir::BinaryOp::Add
                                 ? is_shift(op.x, op.y) || is_shift(op.y, op.x)
                                 : op.op == ir::BinaryOp::Sub && is_shift(op.x, op.y);
        if (shifted) lane_variables_.insert(var.id);
        return as(StripKind::Lane);
      },
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
      [&](const ir::Reshape& op) { return share(var, op.array) && as(StripKind::View); },
      [&](const ir::Update& op) {
        makes_in_loop_ = makes_in_loop_ || loop_depth_ > 0;
        return is_scalar(op.value) && share(var, op.array) && as(StripKind::Lane);
      },
      [&](const ir::Replicate& op) {
        return is_scalar(op.value) && make(var) && as(StripKind::Interchanged);
      },
      [&](const ir::ArrayLit& op) {
        return std::ranges::all_of(op.elems,
                                   [&](const ir::Atom& elem) { return is_scalar(elem); }) &&
               make(var) && as(StripKind::Lane);
      },
      [&](const ir::Copy&) { return make(var) && as(StripKind::Interchanged); },
      [&](const ir::Map& op) { return interchange(stm, op) && as(StripKind::Interchanged); },
      [&](const ir::Reduce& op) { return interchange(stm, op) && as(StripKind::Interchanged); },
      [&](const ir::Scan& op) { return interchange(stm, op) && as(StripKind::Interchanged); },
      [&](const ir::Loop& op) { return interchange(stm, op) && as(StripKind::Interchanged); },
      [&](const ir::If& op) {
        if (!scalars) return false;
        if (!varies(op.condition)) return interchange(stm, op) && as(StripKind::Interchanged);
        return is_simple(*op.then_body) && is_simple(*op.else_body) && as(StripKind::Lane);
      },
      [](const auto&) { return false; });
}

// Only operations on scalars, which LLVM can do for all lanes and choose from.
bool StripPlan::is_simple(const ir::Body& body) const {
  return std::ranges::all_of(body.stms, [&](const ir::Stm& stm) {
    if (!all_scalars(e_.m.storage, stm.pattern)) return false;
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
bool StripPlan::elements(const ir::Lambda* map, std::span<const ir::Var> arrays) {
  operators_++;
  if (map == nullptr) return true;
  for (size_t k = 0; k < arrays.size(); k++) {
    if (e_.type(arrays[k])->is_acc()) return false;
    if (varies(arrays[k])) vary(map->params[k].var);
  }
  return plan(*map->body);
}

bool StripPlan::interchange(const ir::Stm& stm, const ir::Map& map) {
  if (varies(map.width) || !elements(map.fn, map.arrays)) return false;
  return std::ranges::all_of(stm.pattern, [&](ir::Var var) { return make(var); });
}

bool StripPlan::combines_scalars(std::span<const ir::Var> gathered,
                                 std::span<const ir::Atom> neutral, const ir::Lambda& op,
                                 const ir::Lambda* map, std::span<const ir::Var> arrays) {
  if (!std::ranges::all_of(neutral, [&](const ir::Atom& atom) { return is_scalar(atom); }))
    return false;
  if (!elements(map, arrays)) return false;
  for (ir::Var var : gathered) make(var);
  for (const ir::Param& param : op.params) vary(param.var);
  return plan(*op.body);
}

bool StripPlan::interchange(const ir::Stm& stm, const ir::Reduce& reduce) {
  return !varies(reduce.width) &&
         combines_scalars(stm.pattern.subspan(reduce.neutral.size()), reduce.neutral, *reduce.op,
                          reduce.map, reduce.arrays);
}

bool StripPlan::interchange(const ir::Stm& stm, const ir::Scan& scan) {
  if (varies(scan.width) || !combines_scalars(stm.pattern.subspan(scan.made()), scan.neutral,
                                              *scan.op, scan.map, scan.arrays))
    return false;
  has_recurrence_ = true;
  if (scan.post != nullptr) {
    for (const ir::Param& param : scan.post->params) vary(param.var);
    if (!plan(*scan.post->body)) return false;
  }
  return std::ranges::all_of(stm.pattern.first(scan.made()),
                             [&](ir::Var var) { return make(var); });
}

bool StripPlan::interchange(const ir::Stm& stm, const ir::Loop& loop) {
  if (!loop.index || varies(loop.bound)) return false;
  for (const ir::LoopParam& param : loop.params) {
    const ir::Var var = param.param.var;
    if (e_.type(var)->is_acc() || !has_fixed_sizes(var)) return false;
    vary(var);
    if (e_.type(var)->is_array()) memory_[var.id] = var;
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
bool StripPlan::carry(const ir::Stm& stm, const ir::Loop& loop, size_t k) {
  std::vector<bool>& in_place = in_place_[&loop];
  const ir::Param& param = loop.params[k].param;
  in_place.push_back(false);
  if (!e_.type(param.var)->is_array()) return true;
  const ir::Var init = loop.params[k].init.var;
  const ir::Var result = origin(loop.body->results[k].var);
  if (result == param.var && param.unique && origin(init)) {
    in_place[k] = true;
    return share(stm.pattern[k], init);
  }
  // Where another parameter lies there may be its next value already.
  for (const ir::LoopParam& other : loop.params) {
    if (other.param.var == result && !(result == param.var)) return false;
  }
  return result && make(param.var) && share(stm.pattern[k], param.var);
}

bool StripPlan::interchange(const ir::Stm&, const ir::If& branch) {
  return plan(*branch.then_body) && plan(*branch.else_body);
}

}  // namespace planish::codegen::cpu
