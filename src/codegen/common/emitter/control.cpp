#include "codegen/common/emitter/control.h"

#include <llvm/IR/MDBuilder.h>

#include <algorithm>

#include "codegen/common/emit.h"
#include "runtime/abi.h"

namespace planish::codegen {

llvm::BasicBlock* Control::new_block(const char* name) {
  return llvm::BasicBlock::Create(m_.context, name, e_.function);
}

void Control::if_then(llvm::Value* condition, const std::function<void()>& then) {
  llvm::BasicBlock* yes = new_block("then");
  llvm::BasicBlock* after = new_block("after");
  b_.CreateCondBr(condition, yes, after);
  b_.SetInsertPoint(yes);
  then();
  b_.CreateBr(after);
  b_.SetInsertPoint(after);
}

std::vector<llvm::Value*> Control::either(llvm::Value* condition, const GiveValues& then,
                                          const GiveValues& otherwise) {
  llvm::BasicBlock* yes = new_block("then");
  llvm::BasicBlock* no = new_block("else");
  llvm::BasicBlock* after = new_block("after");
  b_.CreateCondBr(condition, yes, no);
  const auto branch = [&](llvm::BasicBlock*& block, const GiveValues& code) {
    b_.SetInsertPoint(block);
    std::vector<llvm::Value*> values = code();
    block = b_.GetInsertBlock();
    b_.CreateBr(after);
    return values;
  };
  const std::vector<llvm::Value*> one = branch(yes, then);
  const std::vector<llvm::Value*> other = branch(no, otherwise);
  b_.SetInsertPoint(after);
  std::vector<llvm::Value*> out;
  for (size_t k = 0; k < one.size(); k++) {
    llvm::PHINode* value = b_.CreatePHI(one[k]->getType(), 2, "either");
    value->addIncoming(one[k], yes);
    value->addIncoming(other[k], no);
    out.push_back(value);
  }
  return out;
}

llvm::PHINode* Control::join(llvm::ArrayRef<From> values, const char* name) {
  llvm::PHINode* joined =
      b_.CreatePHI(values[0].value->getType(), static_cast<unsigned>(values.size()), name);
  for (const From& from : values) joined->addIncoming(from.value, from.block);
  return joined;
}

llvm::MDNode* Control::likely() {
  return llvm::MDBuilder(m_.context).createBranchWeights(1 << 20, 1);
}

// ---- Leaving

llvm::PHINode* Control::leaving_status() {
  const std::vector<OpenBodies::Owned> all = e_.open_bodies.all();
  if (!step_) return leaving_status(all, nullptr);
  return leaving_status(std::span(all).subspan(step_->outside), step_->failed);
}

// What is owned last is released first, and then what was owned before: those blocks are shared.
llvm::PHINode* Control::leaving_status(std::span<const OpenBodies::Owned> owned,
                                       llvm::PHINode* then) {
  if (owned.empty() && then != nullptr) return then;
  std::vector<const void*> key{then};
  for (const OpenBodies::Owned& own : owned) {
    key.push_back(own.owner);
    key.push_back(own.slot);
  }
  if (auto known = leaving_.find(key); known != leaving_.end()) return known->second;
  llvm::PHINode* before =
      owned.empty() ? nullptr : leaving_status(owned.first(owned.size() - 1), then);
  llvm::IRBuilderBase::InsertPointGuard guard(b_);
  llvm::BasicBlock* block = new_block("leave");
  b_.SetInsertPoint(block);
  llvm::PHINode* status = b_.CreatePHI(m_.i32, 4, "status");
  if (owned.empty()) {
    b_.CreateRet(status);
  } else {
    const OpenBodies::Owned& own = owned.back();
    llvm::Value* owner = own.slot != nullptr ? b_.CreateLoad(m_.pointer, own.slot) : own.owner;
    if (owner != nullptr && !llvm::isa<llvm::ConstantPointerNull>(owner))
      b_.CreateCall(m_.rare_release(), {e_.context, owner});
    b_.CreateBr(before->getParent());
    before->addIncoming(status, block);
  }
  leaving_.emplace(std::move(key), status);
  return status;
}

void Control::leave_unless_ok(llvm::Value* status) {
  llvm::PHINode* left_with = leaving_status();
  llvm::BasicBlock* leaving = left_with->getParent();
  llvm::BasicBlock* go_on = new_block("ok");
  llvm::Value* ok = b_.CreateICmpEQ(status, llvm::ConstantInt::get(m_.i32, PLANISH_OK));
  b_.CreateCondBr(ok, go_on, leaving, likely());
  left_with->addIncoming(status, b_.GetInsertBlock());
  b_.SetInsertPoint(go_on);
}

void Control::leave_unless_made(llvm::Value* status) {
  if (e_.bodies.place().id == 0) return leave_unless_ok(status);
  llvm::PHINode* statuses = leaving_status();
  llvm::BasicBlock* failed = new_block("not_made");
  llvm::BasicBlock* go_on = new_block("made");
  b_.CreateCondBr(b_.CreateICmpEQ(status, llvm::ConstantInt::get(m_.i32, PLANISH_OK)), go_on,
                  failed, likely());
  b_.SetInsertPoint(failed);
  int64_t count = 0;
  llvm::Constant* path = m_.path(e_.bodies.place(), count);
  b_.CreateCall(m_.runtime("planish_add_place", b_.getVoidTy(), {m_.pointer, m_.pointer, m_.i64}),
                {e_.context, path, i64(count)})
      ->addFnAttr(llvm::Attribute::Cold);
  statuses->addIncoming(status, failed);
  b_.CreateBr(statuses->getParent());
  b_.SetInsertPoint(go_on);
}

// ---- Steps that are done again

//   again: the step
//   failed: is it to be done again?
void Control::begin_step() {
  Step step;
  const std::vector<OpenBodies::Owned> all = e_.open_bodies.all();
  step.held = e_.open_bodies.current().owned;
  step.outside = all.size() - step.held.size();
  for (const OpenBodies::Owned& own : step.held) e_.memory.retain(own.owner);
  llvm::BasicBlock* again = new_block("step");
  llvm::BasicBlock* failed = new_block("step_failed");
  b_.CreateBr(again);
  b_.SetInsertPoint(failed);
  step.failed = b_.CreatePHI(m_.i32, 4, "status");
  llvm::Value* status = b_.CreateCall(
      m_.runtime("planish_repeat_step", m_.i32, {m_.pointer, m_.i32}), {e_.context, step.failed});
  llvm::BasicBlock* repeat = new_block("repeat_step");
  llvm::BasicBlock* give_up = new_block("give_up_step");
  b_.CreateCondBr(b_.CreateICmpEQ(status, llvm::ConstantInt::get(m_.i32, PLANISH_OK)), repeat,
                  give_up);
  b_.SetInsertPoint(repeat);
  for (const OpenBodies::Owned& own : step.held) e_.memory.retain(own.owner);
  b_.CreateBr(again);
  b_.SetInsertPoint(give_up);
  for (const OpenBodies::Owned& own : step.held) e_.memory.release(own);
  llvm::PHINode* left_with = leaving_status(std::span(all).first(step.outside), nullptr);
  left_with->addIncoming(status, b_.GetInsertBlock());
  b_.CreateBr(left_with->getParent());
  b_.SetInsertPoint(again);
  b_.CreateCall(m_.runtime("planish_begin_step", b_.getVoidTy(), {m_.pointer}), {e_.context});
  step_ = std::move(step);
}

void Control::end_step() {
  for (const OpenBodies::Owned& own : step_->held) e_.memory.release(own);
  step_.reset();
}

void Control::end_chunk() {
  b_.CreateCall(m_.runtime("planish_end_chunk", b_.getVoidTy(), {m_.pointer}), {e_.context});
}

namespace {

bool is_among(const OpenBodies::Owned& own, std::span<const OpenBodies::Owned> all) {
  return std::ranges::any_of(all, [&](const OpenBodies::Owned& other) {
    return own.owner == other.owner && own.slot == other.slot;
  });
}

}  // namespace

bool Control::can_go_other_way() const {
  if (other_way == nullptr) return false;
  const std::vector<OpenBodies::Owned> now = e_.open_bodies.all();
  return std::ranges::all_of(other_way->owned,
                             [&](const OpenBodies::Owned& own) { return is_among(own, now); });
}

void Control::go_other_way_if(llvm::Value* status, int32_t is) {
  llvm::BasicBlock* give_up = new_block("give_up");
  llvm::BasicBlock* go_on = new_block("go_on");
  llvm::Value* is_so = b_.CreateICmpEQ(status, llvm::ConstantInt::getSigned(m_.i32, is));
  b_.CreateCondBr(is_so, give_up, go_on);
  b_.SetInsertPoint(give_up);
  const std::vector<OpenBodies::Owned> now = e_.open_bodies.all();
  for (auto own = now.rbegin(); own != now.rend(); own++) {
    if (is_among(*own, other_way->owned)) continue;
    llvm::Value* owner = own->slot != nullptr ? b_.CreateLoad(m_.pointer, own->slot) : own->owner;
    if (owner != nullptr && !llvm::isa<llvm::ConstantPointerNull>(owner))
      b_.CreateCall(m_.rare_release(), {e_.context, owner});
  }
  b_.CreateBr(other_way->block);
  b_.SetInsertPoint(go_on);
}

void Control::return_ok() {
  e_.bodies.close_body();
  b_.CreateRet(llvm::ConstantInt::get(m_.i32, PLANISH_OK));
}

}  // namespace planish::codegen
