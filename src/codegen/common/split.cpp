#include "codegen/common/split.h"

#include <utility>

namespace planish::codegen {
namespace {

class SplitEmitter {
 public:
  SplitEmitter(FunctionEmitter& e, const SplitLoop& loop) : e_(e), loop_(loop) {}

  void run() {
    // What finds the limits may read what is there only if there is an iteration.
    e_.control.if_then(e_.b.CreateICmpSLT(loop_.begin, loop_.end), [&] { all(); });
  }

 private:
  void all() {
    for (const ir::Stm* stm : loop_.plan->limits) e_.bodies.statement(*stm);
    llvm::Value* first = loop_.begin;
    llvm::Value* last = loop_.end;
    for (const plan::SplitPlan::Condition& border : loop_.plan->borders) {
      llvm::Value* at = iteration(border, 0);
      llvm::Value* behind = e_.b.CreateAdd(at, e_.i64(1));  // at < last, where it is used
      llvm::Value* is_between =
          e_.b.CreateAnd(e_.b.CreateICmpSLE(first, at), e_.b.CreateICmpSLT(at, last));
      llvm::Value* is_near_first =
          e_.b.CreateICmpSLT(e_.b.CreateSub(at, first), e_.b.CreateSub(last, behind));
      last = e_.b.CreateSelect(e_.b.CreateAnd(is_between, e_.b.CreateNot(is_near_first)), at, last);
      first = e_.b.CreateSelect(e_.b.CreateAnd(is_between, is_near_first), behind, first);
    }
    parts(first, last);
    if (loop_.plan->borders.empty()) return;
    e_.ranges.for_range(e_.i64(0), e_.i64(2), [&](llvm::Value* side) {
      llvm::Value* before = e_.b.CreateICmpEQ(side, e_.i64(0));
      loop_.emit(e_.b.CreateSelect(before, loop_.begin, last),
                 e_.b.CreateSelect(before, first, loop_.end), loop_.whole);
    });
  }

  llvm::Value* smin(llvm::Value* x, llvm::Value* y) {
    return e_.b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, x, y);
  }
  llvm::Value* smax(llvm::Value* x, llvm::Value* y) {
    return e_.b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, x, y);
  }

  // The iteration in which index + distance is limit + more: the nearest number where that is none.
  llvm::Value* iteration(const plan::SplitPlan::Condition& condition, int64_t more) {
    return e_.b.CreateBinaryIntrinsic(llvm::Intrinsic::ssub_sat, e_.scalar(condition.limit),
                                      e_.i64(condition.distance - more));
  }

  void parts(llvm::Value* first, llvm::Value* last) {
    using enum ir::BinaryOp;
    std::vector<llvm::Value*> cuts;
    for (const plan::SplitPlan::Condition& cut : loop_.plan->cuts) {
      const bool is_after_limit = cut.op == Le || cut.op == Gt;
      cuts.push_back(smin(last, smax(first, iteration(cut, is_after_limit ? 1 : 0))));
    }
    for (size_t number = 0; number < loop_.plan->parts.size(); number++) {
      const plan::SplitPlan::Part& part = loop_.plan->parts[number];
      llvm::Value* begin = first;
      llvm::Value* end = last;
      for (size_t k = 0; k < cuts.size(); k++) {
        if ((number >> k & 1) != 0) {
          begin = smax(begin, cuts[k]);
        } else {
          end = smin(end, cuts[k]);
        }
      }
      const auto* around = std::exchange(e_.known_conditions, &part.known);
      e_.control.if_then(e_.b.CreateICmpSLT(begin, end),
                         [&] { loop_.emit(begin, end, part.end_checks.get()); });
      e_.known_conditions = around;
    }
  }

  FunctionEmitter& e_;
  const SplitLoop& loop_;
};

}  // namespace

void emit_split(FunctionEmitter& e, const SplitLoop& loop) {
  if (loop.plan == nullptr) return loop.emit(loop.begin, loop.end, loop.whole);
  SplitEmitter(e, loop).run();
}

}  // namespace planish::codegen
