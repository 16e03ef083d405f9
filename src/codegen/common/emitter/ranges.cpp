#include "codegen/common/emitter/ranges.h"

#include "codegen/common/emit.h"

namespace planish::codegen {

void RangeLoops::for_range(llvm::Value* begin, llvm::Value* end,
                           const std::function<void(llvm::Value*)>& code, const char* name) {
  fold_range(
      begin, end, {},
      [&](llvm::Value* i, llvm::ArrayRef<llvm::Value*>) {
        code(i);
        return std::vector<llvm::Value*>{};
      },
      name);
}

void RangeLoops::parallel_range(llvm::Value* begin, llvm::Value* end,
                                const std::function<void(llvm::Value*)>& code, const char* name) {
  llvm::MDNode* group = llvm::MDNode::getDistinct(m_.context, {});
  parallel_loops_.push_back(group);
  for_range(begin, end, code, name);
  parallel_loops_.pop_back();
  mark_parallel(group, {});
}

void RangeLoops::in_parallel(const char* name, llvm::Value* count, llvm::Value* item_cost,
                             const std::vector<llvm::Value*>& captured, const RangeCode& code) {
  if (e_.where == Where::Task) return code(e_, captured, i64(0), count);
  m_.code.in_parallel(e_, {name, count, item_cost, captured, code});
}

void RangeLoops::lane_range(int64_t lanes, const std::function<void(llvm::Value*)>& code) {
  llvm::MDNode* group = llvm::MDNode::getDistinct(m_.context, {});
  parallel_loops_.push_back(group);
  for_range(i64(0), i64(lanes), code, "lane");
  parallel_loops_.pop_back();
  // So few iterations would be unrolled before they can be vectorised. What is left then may be
  // unrolled.
  const auto text = [&](const char* name) { return llvm::MDString::get(m_.context, name); };
  llvm::Metadata* vectorised[] = {text("llvm.loop.isvectorized"),
                                  llvm::ConstantAsMetadata::get(b_.getInt32(1))};
  llvm::Metadata* afterwards[] = {text("llvm.loop.vectorize.followup_vectorized"),
                                  llvm::MDNode::get(m_.context, vectorised)};
  llvm::Metadata* kept[] = {text("llvm.loop.unroll.disable")};
  mark_parallel(group,
                {llvm::MDNode::get(m_.context, kept), llvm::MDNode::get(m_.context, afterwards)});
}

// Of the last range. Its branch back is the end of the block before the exit, which is the current
// one: see fold_range.
void RangeLoops::mark_parallel(llvm::MDNode* group, llvm::ArrayRef<llvm::Metadata*> further) {
  llvm::Metadata* accesses[] = {llvm::MDString::get(m_.context, "llvm.loop.parallel_accesses"),
                                group};
  std::vector<llvm::Metadata*> properties{llvm::MDNode::get(m_.context, accesses)};
  properties.insert(properties.end(), further.begin(), further.end());
  describe_loop(std::move(properties));
}

void RangeLoops::describe_loop(std::vector<llvm::Metadata*> properties) {
  properties.insert(properties.begin(), nullptr);
  llvm::MDNode* loop = llvm::MDNode::getDistinct(m_.context, properties);
  loop->replaceOperandWith(0, loop);
  last_latch_->setMetadata(llvm::LLVMContext::MD_loop, loop);
}

void RangeLoops::keep_rolled() {
  const auto text = [&](const char* name) { return llvm::MDString::get(m_.context, name); };
  llvm::Metadata* rolled[] = {text("llvm.loop.unroll.disable")};
  llvm::Metadata* vectors[] = {text("llvm.loop.vectorize.enable"),
                               llvm::ConstantAsMetadata::get(b_.getFalse())};
  describe_loop({llvm::MDNode::get(m_.context, rolled), llvm::MDNode::get(m_.context, vectors)});
}

void RangeLoops::ask_for_vectors(const LoopVectors& vectors) {
  const auto property = [&](const char* name, llvm::Constant* value) {
    llvm::Metadata* parts[] = {llvm::MDString::get(m_.context, name),
                               llvm::ConstantAsMetadata::get(value)};
    return llvm::MDNode::get(m_.context, parts);
  };
  std::vector<llvm::Metadata*> properties = {
      property("llvm.loop.vectorize.width", b_.getInt32(vectors.lanes)),
      property("llvm.loop.interleave.count", b_.getInt32(vectors.at_once)),
  };
  // First iterations are not taken out of it, as LLVM likes to do where they go another way: those
  // left would not fill its vectors, and be done one by one. It stops when it has taken so many.
  if (vectors.lanes > 1) properties.push_back(property("llvm.loop.peeled.count", b_.getInt32(100)));
  if (vectors.masked)
    properties.push_back(property("llvm.loop.vectorize.predicate.enable", b_.getTrue()));
  describe_loop(std::move(properties));
}

std::vector<llvm::Value*> RangeLoops::fold_range(
    llvm::Value* begin, llvm::Value* end, std::vector<llvm::Value*> init,
    const std::function<std::vector<llvm::Value*>(llvm::Value*, llvm::ArrayRef<llvm::Value*>)>&
        code,
    const char* name) {
  llvm::BasicBlock* before = b_.GetInsertBlock();
  llvm::BasicBlock* loop = e_.control.new_block("loop");
  llvm::BasicBlock* done = e_.control.new_block("done");
  b_.CreateCondBr(b_.CreateICmpSLT(begin, end), loop, done);
  b_.SetInsertPoint(loop);
  llvm::PHINode* index = b_.CreatePHI(m_.i64, 2, name);
  index->addIncoming(begin, before);
  std::vector<llvm::Value*> state;
  for (llvm::Value* value : init) {
    llvm::PHINode* carried = b_.CreatePHI(value->getType(), 2, "carried");
    carried->addIncoming(value, before);
    state.push_back(carried);
  }
  std::vector<llvm::Value*> next;
  e_.frame.iteration([&] { next = code(index, state); });
  llvm::Value* after = b_.CreateAdd(index, i64(1), "next", true, true);
  llvm::BasicBlock* latch = b_.GetInsertBlock();
  last_latch_ = b_.CreateCondBr(b_.CreateICmpSLT(after, end), loop, done);
  index->addIncoming(after, latch);
  for (size_t k = 0; k < state.size(); k++)
    llvm::cast<llvm::PHINode>(state[k])->addIncoming(next[k], latch);
  b_.SetInsertPoint(done);
  std::vector<llvm::Value*> out;
  for (size_t k = 0; k < init.size(); k++) {
    llvm::PHINode* last = b_.CreatePHI(init[k]->getType(), 2, "last");
    last->addIncoming(init[k], before);
    last->addIncoming(next[k], latch);
    out.push_back(last);
  }
  return out;
}

}  // namespace planish::codegen
