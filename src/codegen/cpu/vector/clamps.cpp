#include "codegen/cpu/vector/clamps.h"

namespace planish::codegen::cpu {
namespace {

// The part of a range in which no clamp does anything.
class ClampLimits {
 public:
  ClampLimits(FunctionEmitter& e, const plan::ClampPlan& plan, ir::Var index) : e_(e) {
    offsets_[index.id] = e.i64(0);
    for (const plan::ClampPlan::Step& step : plan.steps) add(step);
  }

  llvm::Value* first(llvm::Value* begin, llvm::Value* end) {
    return low_ == nullptr ? begin : smin(end, smax(begin, low_));
  }
  llvm::Value* last(llvm::Value* first, llvm::Value* end) {
    return high_ == nullptr ? end : smax(first, smin(end, high_));
  }

 private:
  llvm::Value* smin(llvm::Value* x, llvm::Value* y) {
    return e_.b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, x, y);
  }
  llvm::Value* smax(llvm::Value* x, llvm::Value* y) {
    return e_.b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, x, y);
  }

  void add(const plan::ClampPlan::Step& step) {
    llvm::Value* before = offsets_.at(step.index.var.id);
    llvm::Value* by = e_.scalar(step.by);
    llvm::Value*& offset = offsets_[step.var.id];
    switch (step.op) {
      case ir::BinaryOp::Add: offset = e_.b.CreateAdd(before, by); return;
      case ir::BinaryOp::Sub: offset = e_.b.CreateSub(before, by); return;
      default: break;
    }
    // j + offset is not changed from (or up to) this j on.
    offset = before;
    llvm::Value* at = e_.b.CreateSub(by, before);
    if (step.op == ir::BinaryOp::Max) {
      low_ = low_ == nullptr ? at : smax(low_, at);
    } else {
      llvm::Value* end = e_.b.CreateAdd(at, e_.i64(1));
      high_ = high_ == nullptr ? end : smin(high_, end);
    }
  }

  FunctionEmitter& e_;
  std::unordered_map<uint32_t, llvm::Value*> offsets_;  // from the index of the loop
  llvm::Value* low_ = nullptr;
  llvm::Value* high_ = nullptr;
};

}  // namespace

void clamped_range(FunctionEmitter& e, const plan::ClampPlan* plan, ir::Var index,
                   llvm::Value* begin, llvm::Value* end,
                   const std::function<void(llvm::Value*)>& code) {
  if (plan == nullptr) return e.ranges.parallel_range(begin, end, code, "j");
  ClampLimits limits(e, *plan, index);
  llvm::Value* first = limits.first(begin, end);
  llvm::Value* last = limits.last(first, end);
  e.idle_clamps = &plan->idle;
  e.ranges.parallel_range(first, last, code, "j");
  e.idle_clamps = nullptr;
  // The border, before and after.
  e.ranges.for_range(e.i64(0), e.i64(2), [&](llvm::Value* side) {
    llvm::Value* before = e.b.CreateICmpEQ(side, e.i64(0));
    e.ranges.parallel_range(e.b.CreateSelect(before, begin, last),
                            e.b.CreateSelect(before, first, end), code, "j");
  });
}

}  // namespace planish::codegen::cpu
