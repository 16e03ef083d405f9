#include "codegen/gpu/thread_code.h"

#include <stdexcept>

#include "codegen/common/emit.h"

namespace planish::codegen::gpu {
namespace {

CodeTraits thread_traits() {
  CodeTraits traits;
  traits.stack = gpu_target().stack.task;
  traits.alignment = 16;
  traits.only_tasks = true;
  traits.has_vectors = false;
  return traits;
}

[[noreturn]] void parallel_inside(const FunctionEmitter& e, const ir::Stm& stm) {
  unsupported(e.m.storage, stm, "a parallel operator inside of a thread");
}

}  // namespace

ThreadCode::ThreadCode() : TargetCode(thread_traits()) {}

llvm::Value* ThreadCode::fail(FunctionEmitter& e, llvm::Constant* site, llvm::Value* values,
                              size_t count) {
  ModuleEmitter& m = e.m;
  auto fail = m.runtime("planish_thread_fail", m.i32, {m.pointer, m.pointer, m.pointer, m.i64});
  llvm::CallInst* status =
      e.b.CreateCall(fail, {e.context, site, values, e.i64(static_cast<int64_t>(count))});
  status->addFnAttr(llvm::Attribute::Cold);
  return status;
}

llvm::Value* ThreadCode::constants(ModuleEmitter& m, llvm::IRBuilder<>& b, llvm::Value* context) {
  return b.CreateCall(m.runtime("planish_thread_constants", m.pointer, {m.pointer}), {context});
}

// What threads trace is not shown.
void ThreadCode::trace(FunctionEmitter&, const ir::Type*, llvm::ArrayRef<llvm::Value*>) {}

void ThreadCode::in_parallel(FunctionEmitter&, const ParallelRange&) {
  throw std::logic_error("compiler bug: a parallel range inside of a thread");
}
void ThreadCode::seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegMap&) {
  parallel_inside(host, stm);
}
void ThreadCode::seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegRed&) {
  parallel_inside(host, stm);
}
void ThreadCode::seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegScan&) {
  parallel_inside(host, stm);
}
void ThreadCode::seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegHist&) {
  parallel_inside(host, stm);
}
void ThreadCode::seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegScatter&) {
  parallel_inside(host, stm);
}
void ThreadCode::seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegFilter&) {
  parallel_inside(host, stm);
}
void ThreadCode::seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegPartition&) {
  parallel_inside(host, stm);
}
void ThreadCode::seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegFlatMap&) {
  parallel_inside(host, stm);
}

}  // namespace planish::codegen::gpu
