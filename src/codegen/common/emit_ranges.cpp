// Loops over ranges of numbers, and what LLVM is told about them.
#include "codegen/common/emit.h"

namespace planish::codegen {

void FunctionEmitter::for_range(llvm::Value* begin, llvm::Value* end,
                                const std::function<void(llvm::Value*)>& code, const char* name) {
  fold_range(
      begin, end, {},
      [&](llvm::Value* i, llvm::ArrayRef<llvm::Value*>) {
        code(i);
        return std::vector<llvm::Value*>{};
      },
      name);
}

void FunctionEmitter::parallel_range(llvm::Value* begin, llvm::Value* end,
                                     const std::function<void(llvm::Value*)>& code,
                                     const char* name) {
  llvm::MDNode* group = llvm::MDNode::getDistinct(m.context, {});
  parallel_loops.push_back(group);
  for_range(begin, end, code, name);
  parallel_loops.pop_back();
  mark_parallel(group, {});
}

void FunctionEmitter::in_parallel(const char* name, llvm::Value* count, llvm::Value* item_cost,
                                  const std::vector<llvm::Value*>& captured,
                                  const RangeCode& code) {
  if (where == Where::Task) return code(*this, captured, i64(0), count);
  m.code.in_parallel(*this, {name, count, item_cost, captured, code});
}

void FunctionEmitter::lane_range(int64_t lanes, const std::function<void(llvm::Value*)>& code) {
  llvm::MDNode* group = llvm::MDNode::getDistinct(m.context, {});
  parallel_loops.push_back(group);
  for_range(i64(0), i64(lanes), code, "lane");
  parallel_loops.pop_back();
  // So few iterations would be unrolled before they can be vectorised. What is left then may be
  // unrolled.
  const auto text = [&](const char* name) { return llvm::MDString::get(m.context, name); };
  llvm::Metadata* vectorised[] = {text("llvm.loop.isvectorized"),
                                  llvm::ConstantAsMetadata::get(b.getInt32(1))};
  llvm::Metadata* afterwards[] = {text("llvm.loop.vectorize.followup_vectorized"),
                                  llvm::MDNode::get(m.context, vectorised)};
  llvm::Metadata* kept[] = {text("llvm.loop.unroll.disable")};
  mark_parallel(group,
                {llvm::MDNode::get(m.context, kept), llvm::MDNode::get(m.context, afterwards)});
}

// Of the last range. Its branch back is the end of the block before the exit, which is the current
// one: see fold_range.
void FunctionEmitter::mark_parallel(llvm::MDNode* group, llvm::ArrayRef<llvm::Metadata*> further) {
  llvm::Metadata* accesses[] = {llvm::MDString::get(m.context, "llvm.loop.parallel_accesses"),
                                group};
  std::vector<llvm::Metadata*> properties{llvm::MDNode::get(m.context, accesses)};
  properties.insert(properties.end(), further.begin(), further.end());
  describe_loop(std::move(properties));
}

void FunctionEmitter::describe_loop(std::vector<llvm::Metadata*> properties) {
  properties.insert(properties.begin(), nullptr);
  llvm::MDNode* loop = llvm::MDNode::getDistinct(m.context, properties);
  loop->replaceOperandWith(0, loop);
  last_latch_->setMetadata(llvm::LLVMContext::MD_loop, loop);
}

void FunctionEmitter::keep_rolled() {
  const auto text = [&](const char* name) { return llvm::MDString::get(m.context, name); };
  llvm::Metadata* rolled[] = {text("llvm.loop.unroll.disable")};
  llvm::Metadata* vectors[] = {text("llvm.loop.vectorize.enable"),
                               llvm::ConstantAsMetadata::get(b.getFalse())};
  describe_loop({llvm::MDNode::get(m.context, rolled), llvm::MDNode::get(m.context, vectors)});
}

void FunctionEmitter::ask_for_vectors(const LoopVectors& vectors) {
  const auto property = [&](const char* name, llvm::Constant* value) {
    llvm::Metadata* parts[] = {llvm::MDString::get(m.context, name),
                               llvm::ConstantAsMetadata::get(value)};
    return llvm::MDNode::get(m.context, parts);
  };
  std::vector<llvm::Metadata*> properties = {
      property("llvm.loop.vectorize.width", b.getInt32(vectors.lanes)),
      property("llvm.loop.interleave.count", b.getInt32(vectors.at_once)),
  };
  if (vectors.masked)
    properties.push_back(property("llvm.loop.vectorize.predicate.enable", b.getTrue()));
  describe_loop(std::move(properties));
}

std::vector<llvm::Value*> FunctionEmitter::fold_range(
    llvm::Value* begin, llvm::Value* end, std::vector<llvm::Value*> init,
    const std::function<std::vector<llvm::Value*>(llvm::Value*, llvm::ArrayRef<llvm::Value*>)>&
        code,
    const char* name) {
  llvm::BasicBlock* before = b.GetInsertBlock();
  llvm::BasicBlock* loop = new_block("loop");
  llvm::BasicBlock* done = new_block("done");
  b.CreateCondBr(b.CreateICmpSLT(begin, end), loop, done);
  b.SetInsertPoint(loop);
  llvm::PHINode* index = b.CreatePHI(m.i64, 2, name);
  index->addIncoming(begin, before);
  std::vector<llvm::Value*> state;
  for (llvm::Value* value : init) {
    llvm::PHINode* carried = b.CreatePHI(value->getType(), 2, "carried");
    carried->addIncoming(value, before);
    state.push_back(carried);
  }
  std::vector<llvm::Value*> next;
  iteration([&] { next = code(index, state); });
  llvm::Value* after = b.CreateAdd(index, i64(1), "next", true, true);
  llvm::BasicBlock* latch = b.GetInsertBlock();
  last_latch_ = b.CreateCondBr(b.CreateICmpSLT(after, end), loop, done);
  index->addIncoming(after, latch);
  for (size_t k = 0; k < state.size(); k++)
    llvm::cast<llvm::PHINode>(state[k])->addIncoming(next[k], latch);
  b.SetInsertPoint(done);
  std::vector<llvm::Value*> out;
  for (size_t k = 0; k < init.size(); k++) {
    llvm::PHINode* last = b.CreatePHI(init[k]->getType(), 2, "last");
    last->addIncoming(init[k], before);
    last->addIncoming(next[k], latch);
    out.push_back(last);
  }
  return out;
}

void FunctionEmitter::iteration(const std::function<void()>& code) {
  const bool grew_stack = std::exchange(grows_stack_, false);
  llvm::CallInst* top = b.CreateStackSave("top");
  code();
  if (grows_stack_) {
    b.CreateStackRestore(top);
  } else {
    top->eraseFromParent();
  }
  grows_stack_ = grew_stack;
}

}  // namespace planish::codegen
