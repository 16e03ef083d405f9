#include "codegen/gpu/thread_code.h"

#include <algorithm>
#include <stdexcept>

#include "codegen/common/emit.h"

namespace planish::codegen::gpu {
namespace {

CodeTraits thread_traits() {
  CodeTraits traits;
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

void ThreadCode::trace(FunctionEmitter& e, const ir::Type* type,
                       llvm::ArrayRef<llvm::Value*> arguments) {
  ModuleEmitter& m = e.m;
  auto trace = m.runtime("planish_thread_trace", e.b.getVoidTy(),
                         {m.pointer, m.pointer, m.i32, m.i64, m.i64, m.pointer, m.pointer});
  std::vector<llvm::Value*> all(arguments.begin(), arguments.end());
  all.insert(all.begin() + 3, e.i64(byte_size(type->elem)));
  e.b.CreateCall(trace, all);
}

llvm::Value* ThreadCode::tuned(FunctionEmitter& e, std::string_view name, llvm::Value* fallback,
                               llvm::Value*) {
  ModuleEmitter& m = e.m;
  const auto known = std::ranges::find(tuned_names_, name);
  const int64_t number = known - tuned_names_.begin();
  if (known == tuned_names_.end()) tuned_names_.emplace_back(name);
  auto tuned = m.runtime("planish_thread_tuned", m.i64, {m.pointer, m.i64, m.i64});
  return e.b.CreateCall(tuned, {e.context, e.i64(number), fallback});
}

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
