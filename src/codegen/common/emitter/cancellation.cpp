#include "codegen/common/emitter/cancellation.h"

#include <llvm/IR/MDBuilder.h>

#include <algorithm>

#include "analysis/iteration.h"
#include "analysis/residence.h"
#include "codegen/common/emit.h"

namespace planish::codegen {

int64_t Cancellation::unasked_iterations(const ir::Body& body) const {
  const Cost cost = m_.facts.cost(body);
  if (cost.unknown_count) return figures().fewest;
  return std::clamp(static_cast<int64_t>(figures().unasked / std::max(cost.nanoseconds, 1.0)),
                    figures().fewest, int64_t{figures().most});
}

bool Cancellation::is_asked_by_calls(const ir::Body& body) const {
  // On CPUs a recursive function asks when it begins.
  if (m_.target.machine == Machine::Gpu) return false;
  return std::ranges::any_of(body.stms, [&](const ir::Stm& stm) {
    const auto* call = ir::as<ir::Call>(stm.op);
    return call != nullptr && m_.is_recursive(call->fn);
  });
}

Cancellation::Asking Cancellation::asking(const ir::Loop& op) const {
  if (is_asked_by_calls(*op.body)) return Asking::Never;
  if (op.condition != nullptr) return asking_while(op);
  const Cost cost = m_.facts.cost(*op.body);
  if (cost.unknown_count) return Asking::Counting;
  const int64_t strip = unasked_iterations(*op.body);
  if (op.bound.is_const() && static_cast<int64_t>(op.bound.constant.bits) <= strip)
    return Asking::Never;
  // Others have few iterations.
  return scalar_type(m_.context, e_.type(op.index)->elem)->getIntegerBitWidth() < 32
             ? Asking::Counting
             : Asking::InStrips;
}

// Where a strip ends, the condition is computed a second time for the same values.
Cancellation::Asking Cancellation::asking_while(const ir::Loop& op) const {
  if (m_.facts.cost(*op.body).unknown_count) return Asking::Counting;
  const std::optional<int64_t> most = most_iterations(op);
  if (most && *most <= unasked_iterations(*op.body)) return Asking::Never;
  const bool is_plain = std::ranges::all_of(
      op.condition->stms, [](const ir::Stm& stm) { return is_scalar_code(stm.op); });
  return is_plain ? Asking::InStrips : Asking::Counting;
}

llvm::MDNode* Cancellation::seldom() const {
  return llvm::MDBuilder(m_.context)
      .createBranchWeights(1, static_cast<uint32_t>(figures().fewest));
}

void Cancellation::leave_if_cancelled() {
  llvm::CallInst* status =
      b_.CreateCall(m_.runtime("planish_check_cancelled", m_.i32, {m_.pointer}), {e_.context});
  // What is read in the loop is still the same afterwards.
  status->setOnlyAccessesInaccessibleMemory();
  status->addFnAttr(llvm::Attribute::Cold);
  e_.control.leave_unless_ok(status);
}

void Cancellation::count_iteration(const ir::Body& body) {
  if (iterations_ == nullptr) {
    iterations_ = e_.frame.stack_slot(m_.i32, "iterations");
    e_.frame.at_entry().CreateStore(b_.getInt32(0), iterations_);
  }
  const auto most = static_cast<uint32_t>(figures().most);
  const auto cost = static_cast<uint32_t>(figures().most / unasked_iterations(body));
  llvm::Value* count = b_.CreateAdd(b_.CreateLoad(m_.i32, iterations_), b_.getInt32(cost));
  b_.CreateStore(count, iterations_);
  llvm::BasicBlock* ask = e_.control.new_block("ask");
  llvm::BasicBlock* go_on = e_.control.new_block("go_on");
  b_.CreateCondBr(b_.CreateICmpUGE(count, b_.getInt32(most)), ask, go_on,
                  llvm::MDBuilder(m_.context).createBranchWeights(1, most));
  b_.SetInsertPoint(ask);
  b_.CreateStore(b_.getInt32(0), iterations_);
  leave_if_cancelled();
  b_.CreateBr(go_on);
  b_.SetInsertPoint(go_on);
}

}  // namespace planish::codegen
