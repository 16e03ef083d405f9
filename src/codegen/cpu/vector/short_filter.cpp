#include "codegen/cpu/vector/short_filter.h"

#include "codegen/cpu/vector/lanes.h"
#include "ir/match.h"

namespace planish::codegen::cpu {

ShortFilter::ShortFilter(FunctionEmitter& e, const plan::ShortFilterPlan& plan,
                         const ir::Filter& op)
    : e_(e), plan_(plan), op_(op) {
  for (size_t k = 0; k < op.arrays.size(); k++) {
    if (plan.kinds.kind(op.predicate->params[k].var) == LaneKind::Varying)
      check_dense_along(e, op.arrays[k], 0);
  }
}

llvm::Value* ShortFilter::emit(llvm::Value* width, const std::vector<Array>& to) {
  llvm::IRBuilder<>& b = e_.b;
  e_.function->addFnAttr("prefer-vector-width", std::to_string(8 * e_.m.vector_bytes));
  llvm::Value* lanes = e_.i64(plan_.lanes);
  llvm::Value* whole = b.CreateUDiv(width, lanes);
  llvm::Value* next = e_.ranges.fold_range(
      e_.i64(0), whole, {e_.i64(0)}, [&](llvm::Value* number, llvm::ArrayRef<llvm::Value*> at) {
        return std::vector<llvm::Value*>{
            keep_lanes(b.CreateNSWMul(number, lanes), nullptr, to, at[0])};
      })[0];
  e_.ranges.keep_rolled();
  llvm::Value* first = b.CreateNSWMul(whole, lanes);
  llvm::Value* left =
      b.CreateVectorSplat(plan_.lanes, b.CreateTrunc(b.CreateNSWSub(width, first), e_.m.i32));
  return keep_lanes(first, b.CreateICmpULT(lane_numbers(e_.m.i32, plan_.lanes), left), to, next);
}

void ShortFilter::statements(LaneValues& lanes, const ir::Body& body, llvm::Value* mask) {
  for (const ir::Stm& stm : body.stms) {
    const ir::Var var = stm.pattern[0];
    if (const auto* branch = ir::as<ir::If>(stm.op))
      branches(lanes, stm, *branch, mask);
    else if (const auto* index = ir::as<ir::Index>(stm.op))
      lanes.bind(var, lanes.element(index->array, index->indices, mask));
    else if (lanes.is_vector(var))
      lanes.bind(var, lanes.operation(stm));
    else
      e_.bodies.statement(stm);
  }
}

void ShortFilter::branches(LaneValues& lanes, const ir::Stm& stm, const ir::If& op,
                           llvm::Value* mask) {
  llvm::Value* condition = lanes.vector(op.condition);
  const auto active = [&](llvm::Value* those) {
    return mask == nullptr ? those : lanes.both(mask, those);
  };
  statements(lanes, *op.then_body, active(condition));
  const std::vector<llvm::Value*> thens = lanes.vectors(op.then_body->results);
  statements(lanes, *op.else_body, active(e_.b.CreateNot(condition)));
  const std::vector<llvm::Value*> others = lanes.vectors(op.else_body->results);
  for (size_t k = 0; k < stm.pattern.size(); k++)
    lanes.bind(stm.pattern[k], e_.b.CreateSelect(condition, thens[k], others[k]));
}

llvm::Value* ShortFilter::keep_lanes(llvm::Value* first, llvm::Value* mask,
                                     const std::vector<Array>& to, llvm::Value* at) {
  llvm::IRBuilder<>& b = e_.b;
  LaneValues lanes(e_, plan_.kinds, plan_.lanes, LaneValues::FirstLane::MayBeIdle);
  for (size_t k = 0; k < op_.arrays.size(); k++) {
    const ir::Param& param = op_.predicate->params[k];
    if (!lanes.is_vector(param.var)) {
      e_.bodies.bind_element(param, op_.arrays[k], first);
      continue;
    }
    const ir::Type* type = e_.type(op_.arrays[k]);
    lanes.bind(
        param.var,
        lanes.load(type->elem, e_.elements.element_pointer(e_.array(op_.arrays[k]), type, {first}),
                   mask));
  }
  statements(lanes, *op_.predicate->body, mask);
  llvm::Value* kept = lanes.vector(op_.predicate->body->results[0]);
  if (mask != nullptr) kept = lanes.both(mask, kept);
  llvm::Value* bits = b.CreateBitCast(kept, b.getIntNTy(plan_.lanes));
  llvm::Value* count = b.CreateZExt(b.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, bits), e_.m.i64);
  // Behind what is kept there is room in the array, if all lanes have elements: no more were kept
  // than were looked at.
  llvm::Value* stored = nullptr;
  if (mask != nullptr)
    stored = b.CreateICmpULT(lane_numbers(e_.m.i32, plan_.lanes),
                             b.CreateVectorSplat(plan_.lanes, b.CreateTrunc(count, e_.m.i32)));
  for (size_t k = 0; k < to.size(); k++) {
    llvm::Value* all = lanes.vector(plan_.values[k]);
    llvm::Value* together =
        b.CreateIntrinsic(llvm::Intrinsic::experimental_vector_compress, {all->getType()},
                          {all, kept, llvm::PoisonValue::get(all->getType())});
    const Prim elem = e_.type(plan_.values[k])->elem;
    store_lanes(e_, elem, together, stored, e_.elements.offset_pointer(elem, to[k].data, at));
  }
  return b.CreateNSWAdd(at, count);
}

}  // namespace planish::codegen::cpu
