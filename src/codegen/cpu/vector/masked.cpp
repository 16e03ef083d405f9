#include "codegen/cpu/vector/masked.h"

#include <algorithm>
#include <cmath>

#include "codegen/cpu/vector/lane_emitter.h"

namespace planish::codegen::cpu {
namespace {

// A task does so much at least (task_cost in target/tasks.h): enough for whole strips.
constexpr int64_t kTaskNanoseconds = 10'000;

}  // namespace

MaskedLoop::MaskedLoop(FunctionEmitter& e, const plan::LanePlan& plan, const plan::LaneBody& loop)
    : e_(e), plan_(plan), loop_(loop), kinds_(plan.kinds), index_(loop.index) {
  if (index_) return;
  index_ = e.m.new_variable(e.m.types().scalar(Prim::I64));
  kinds_.set(index_, LaneKind::Affine);
}

int64_t cost_in_lanes(const plan::LanePlan& plan, int64_t alone) {
  const auto in_lanes = static_cast<int64_t>(static_cast<double>(alone) / plan.gain);
  return std::clamp<int64_t>(in_lanes, 1, kTaskNanoseconds / plan.lanes);
}

void MaskedLoop::emit(llvm::Value* begin, llvm::Value* end, const Store& store,
                      const Plain& plain) const {
  llvm::IRBuilder<>& b = e_.b;
  const auto width = static_cast<unsigned>(plan_.lanes);
  llvm::Value* lanes = e_.i64(plan_.lanes);
  // A strip takes as long as so many iterations one by one.
  const auto least = static_cast<int64_t>(std::ceil(width / plan_.gain));
  llvm::BasicBlock* before = b.GetInsertBlock();
  llvm::BasicBlock* header = e_.control.new_block("strips");
  llvm::BasicBlock* choice = e_.control.new_block("choice");
  llvm::BasicBlock* code = e_.control.new_block("strip");
  llvm::BasicBlock* failed = e_.control.new_block("failed");
  llvm::BasicBlock* one_by_one = e_.control.new_block("one_by_one");
  llvm::BasicBlock* done = e_.control.new_block("done");
  b.CreateBr(header);
  b.SetInsertPoint(header);
  llvm::PHINode* start = b.CreatePHI(e_.m.i64, 3, "start");
  start->addIncoming(begin, before);
  llvm::Value* rest = b.CreateNSWSub(end, start, "rest");
  b.CreateCondBr(b.CreateICmpSGT(rest, e_.i64(0)), choice, done);
  b.SetInsertPoint(choice);
  llvm::Value* number = b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, rest, lanes);
  llvm::Value* next = b.CreateNSWAdd(start, number, "next");
  b.CreateCondBr(b.CreateICmpSGE(rest, e_.i64(least)), code, one_by_one);

  b.SetInsertPoint(code);
  std::vector<llvm::Constant*> lane_numbers;
  for (unsigned lane = 0; lane < width; lane++) lane_numbers.push_back(b.getInt8(lane));
  llvm::Value* mask =
      b.CreateICmpULT(llvm::ConstantVector::get(lane_numbers),
                      b.CreateVectorSplat(width, b.CreateTrunc(number, b.getInt8Ty())), "mask");
  e_.bind_scalar(index_, start);
  LaneEmitter emitter(e_, kinds_, plan_, mask, failed);
  for (size_t k = 0; k < loop_.params.size(); k++)
    emitter.set_element_of(loop_.params[k].var, loop_.arrays[k], index_);
  store({start, number, mask}, emitter.results(loop_.body));
  start->addIncoming(next, b.GetInsertBlock());
  b.CreateBr(header);

  b.SetInsertPoint(failed);
  b.CreateBr(one_by_one);
  b.SetInsertPoint(one_by_one);
  plain(start, next);
  start->addIncoming(next, b.GetInsertBlock());
  b.CreateBr(header);
  b.SetInsertPoint(done);
  e_.function->addFnAttr("prefer-vector-width", std::to_string(8 * e_.m.vector_bytes));
}

std::vector<llvm::Value*> reduced_with_masks(
    FunctionEmitter& e, const MaskedLoop& loop, llvm::Value* begin, llvm::Value* end,
    const ir::Lambda& op, std::span<const ir::Atom> neutral,
    const std::function<std::vector<llvm::Value*>(llvm::Value*, llvm::Value*)>& plain) {
  const auto elem = [&](size_t k) { return e.type(neutral[k])->elem; };
  // What is combined so far, and what the lanes of a strip give.
  std::vector<Array> state;
  std::vector<Array> given;
  for (size_t k = 0; k < neutral.size(); k++) {
    state.push_back(e.frame.stack_array(elem(k), 1));
    given.push_back(e.frame.stack_array(elem(k), loop.lanes()));
    e.elements.store(elem(k), e.scalar(neutral[k]), state[k].data, state[k]);
  }
  const auto load_state = [&] {
    std::vector<llvm::Value*> out;
    for (size_t k = 0; k < state.size(); k++)
      out.push_back(e.elements.load(elem(k), state[k].data, state[k]));
    return out;
  };
  const auto store_state = [&](llvm::ArrayRef<llvm::Value*> values) {
    for (size_t k = 0; k < state.size(); k++)
      e.elements.store(elem(k), values[k], state[k].data, state[k]);
  };
  const auto combine = [&](llvm::ArrayRef<llvm::Value*> left, llvm::ArrayRef<llvm::Value*> right) {
    std::vector<llvm::Value*> operands = left.vec();
    operands.insert(operands.end(), right.begin(), right.end());
    return e.bodies.apply(op, operands);
  };
  loop.emit(
      begin, end,
      [&](const MaskedLoop::Strip& strip, llvm::ArrayRef<llvm::Value*> vectors) {
        for (size_t k = 0; k < given.size(); k++)
          store_lanes(e, elem(k), vectors[k], strip.mask, given[k]);
        store_state(e.ranges.fold_range(
            e.i64(0), strip.number, load_state(),
            [&](llvm::Value* lane, llvm::ArrayRef<llvm::Value*> so_far) {
              std::vector<llvm::Value*> right;
              for (size_t k = 0; k < given.size(); k++)
                right.push_back(e.elements.load(
                    elem(k), e.elements.offset_pointer(elem(k), given[k].data, lane), given[k]));
              return combine(so_far, right);
            }));
      },
      [&](llvm::Value* from, llvm::Value* to) {
        const std::vector<llvm::Value*> part = plain(from, to);
        store_state(combine(load_state(), part));
      });
  return load_state();
}

}  // namespace planish::codegen::cpu
