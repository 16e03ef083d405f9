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
    llvm::Value* found = low_ == nullptr ? begin : smin(end, smax(begin, low_));
    return e_.b.CreateSelect(are_near_, found, end);
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
      case ir::BinaryOp::Add: return move(offset, e_.b.CreateAdd(before, by), by);
      case ir::BinaryOp::Sub: return move(offset, e_.b.CreateSub(before, by), by);
      default: break;
    }
    // j + offset is not changed from (or up to) this j on.
    offset = before;
    llvm::Value* at = e_.b.CreateSub(by, before);
    switch (step.op) {
      case ir::BinaryOp::Max: from(at); return;
      case ir::BinaryOp::Min: up_to(e_.b.CreateAdd(at, e_.i64(1))); return;
      default:  // 0 <= j + offset < by
        from(e_.b.CreateNeg(before));
        up_to(at);
    }
  }
  // So far away that numbers wrap around, nothing is known.
  void move(llvm::Value*& offset, llvm::Value* moved, llvm::Value* by) {
    constexpr int kBits = 56;  // there are fewer steps than it takes to get to 2^62
    llvm::Value* shifted = e_.b.CreateAdd(by, e_.i64(int64_t{1} << (kBits - 1)));
    are_near_ = e_.b.CreateAnd(are_near_, e_.b.CreateICmpULT(shifted, e_.i64(int64_t{1} << kBits)));
    offset = moved;
  }
  void from(llvm::Value* at) { low_ = low_ == nullptr ? at : smax(low_, at); }
  void up_to(llvm::Value* end) { high_ = high_ == nullptr ? end : smin(high_, end); }

  FunctionEmitter& e_;
  std::unordered_map<uint32_t, llvm::Value*> offsets_;  // from the index of the loop
  llvm::Value* are_near_ = e_.b.getTrue();
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
