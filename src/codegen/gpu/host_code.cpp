#include "codegen/gpu/host_code.h"

#include <cstddef>
#include <utility>

#include "codegen/common/outlined.h"
#include "codegen/gpu/operators/operators.h"
#include "ir/walk.h"
#include "runtime/device_abi.h"

namespace planish::codegen::gpu {
namespace {

CodeTraits host_traits() {
  CodeTraits traits;
  traits.alignment = 256;
  return traits;
}

// The bits of a value as it lies in memory, in a word.
llvm::Value* memory_bits(FunctionEmitter& e, Prim prim, llvm::Value* value) {
  llvm::Value* stored = e.elements.in_memory(prim, value);
  llvm::Type* bits = e.b.getIntNTy(8 * static_cast<unsigned>(byte_size(prim)));
  return e.b.CreateZExt(e.b.CreateBitCast(stored, bits), e.m.i64);
}

}  // namespace

HostCode::HostCode(KernelList& kernels) : TargetCode(host_traits()), kernels_(kernels) {}

// ---- Memory

llvm::Value* HostCode::allocate(FunctionEmitter& e, llvm::Value* bytes) {
  ModuleEmitter& m = e.m;
  return e.b.CreateCall(m.runtime("planish_device_allocate", m.pointer, {m.pointer, m.i64}),
                        {e.context, bytes}, "block");
}

llvm::Value* HostCode::data_of(FunctionEmitter& e, llvm::Value* block) {
  llvm::Value* place =
      e.b.CreateConstInBoundsGEP1_64(e.m.i8, block, offsetof(planish_device_block, data));
  return e.b.CreateLoad(e.m.pointer, place, "data");
}

void HostCode::free(ModuleEmitter& m, llvm::IRBuilder<>& b, llvm::Value* context,
                    llvm::Value* block) {
  b.CreateCall(m.runtime("planish_device_free", b.getVoidTy(), {m.pointer, m.pointer}),
               {context, block});
}

llvm::Value* HostCode::load(FunctionEmitter& e, Prim prim, llvm::Value* pointer, const Array&) {
  ModuleEmitter& m = e.m;
  llvm::Type* type = memory_type(m.context, prim);
  llvm::Value* slot = e.frame.stack_slot(type, "element");
  auto read = m.runtime("planish_device_read", m.i32, {m.pointer, m.pointer, m.pointer, m.i64});
  e.control.leave_unless_ok(
      e.b.CreateCall(read, {e.context, slot, pointer, e.i64(byte_size(prim))}));
  llvm::Value* loaded = e.b.CreateLoad(type, slot);
  return prim == Prim::Bool ? e.b.CreateTrunc(loaded, e.b.getInt1Ty()) : loaded;
}

void HostCode::store(FunctionEmitter& e, Prim prim, llvm::Value* value, llvm::Value* pointer,
                     const Array&) {
  if (prim == Prim::Unit) return;
  llvm::Value* slot = e.frame.stack_slot(memory_type(e.m.context, prim), "element");
  e.b.CreateStore(e.elements.in_memory(prim, value), slot);
  write(e, pointer, slot, e.i64(byte_size(prim)));
}

void HostCode::write(FunctionEmitter& e, llvm::Value* to, llvm::Value* from, llvm::Value* bytes) {
  ModuleEmitter& m = e.m;
  auto write = m.runtime("planish_device_write", m.i32, {m.pointer, m.pointer, m.pointer, m.i64});
  e.control.leave_unless_ok(e.b.CreateCall(write, {e.context, to, from, bytes}));
}

// ---- Many elements

void HostCode::copy_strided(FunctionEmitter& e, Prim elem, llvm::ArrayRef<llvm::Value*> sizes,
                            llvm::Value* to, llvm::ArrayRef<llvm::Value*> to_strides,
                            llvm::Value* from, llvm::ArrayRef<llvm::Value*> from_strides) {
  ModuleEmitter& m = e.m;
  auto copy =
      m.runtime("planish_device_copy", m.i32,
                {m.pointer, m.i64, m.i64, m.pointer, m.pointer, m.pointer, m.pointer, m.pointer});
  e.control.leave_unless_ok(e.b.CreateCall(
      copy, {e.context, e.i64(byte_size(elem)), e.i64(static_cast<int64_t>(sizes.size())),
             e.frame.stack_list(sizes), to, e.frame.stack_list(to_strides), from,
             e.frame.stack_list(from_strides)}));
}

bool HostCode::copy(FunctionEmitter& e, const Array& to, const Array& from, Prim elem,
                    llvm::ArrayRef<llvm::Value*> sizes) {
  const auto strides = [&](const Array& array) {
    return array.strides.empty() ? e.elements.row_major_strides(sizes) : array.strides;
  };
  copy_strided(e, elem, sizes, to.data, strides(to), from.data, strides(from));
  return true;
}

bool HostCode::replicate(FunctionEmitter& e, const Array& to, Prim elem,
                         llvm::ArrayRef<llvm::Value*> outer, const Array& value,
                         llvm::ArrayRef<llvm::Value*> sizes) {
  if (elem == Prim::Unit) return true;
  // The outer dimensions are one, along which the value stands still.
  std::vector<llvm::Value*> all{e.product(outer)};
  all.insert(all.end(), sizes.begin(), sizes.end());
  std::vector<llvm::Value*> from{e.i64(0)};
  const std::vector<llvm::Value*> inner =
      value.strides.empty() ? e.elements.row_major_strides(sizes) : value.strides;
  from.insert(from.end(), inner.begin(), inner.end());
  copy_strided(e, elem, all, to.data, e.elements.row_major_strides(all), value.data, from);
  return true;
}

bool HostCode::fill(FunctionEmitter& e, const Array& to, Prim elem,
                    llvm::ArrayRef<llvm::Value*> sizes, llvm::Value* value) {
  ModuleEmitter& m = e.m;
  auto fill = m.runtime("planish_device_fill", m.i32, {m.pointer, m.i64, m.pointer, m.i64, m.i64});
  e.control.leave_unless_ok(e.b.CreateCall(fill, {e.context, e.i64(byte_size(elem)), to.data,
                                                  e.product(sizes), memory_bits(e, elem, value)}));
  return true;
}

bool HostCode::iota(FunctionEmitter& e, const Array& to, Prim elem, llvm::Value* count,
                    llvm::Value* start, llvm::Value* step) {
  ModuleEmitter& m = e.m;
  auto iota =
      m.runtime("planish_device_iota", m.i32, {m.pointer, m.i64, m.pointer, m.i64, m.i64, m.i64});
  e.control.leave_unless_ok(
      e.b.CreateCall(iota, {e.context, e.i64(byte_size(elem)), to.data, count,
                            memory_bits(e, elem, start), memory_bits(e, elem, step)}));
  return true;
}

void HostCode::copy_constants(FunctionEmitter& e, const Array& to, llvm::Value* from, Prim elem,
                              llvm::Value* count) {
  write(e, to.data, from, e.b.CreateNSWMul(count, e.i64(byte_size(elem))));
}

// It stays where it is: Note [Eviction] in runtime/device/residence.h.
void HostCode::show_address(FunctionEmitter& e, llvm::Value* data) {
  ModuleEmitter& m = e.m;
  auto show = m.runtime("planish_foreign_show", m.i32, {m.pointer, m.pointer});
  e.control.leave_unless_ok(e.b.CreateCall(show, {e.context, data}));
}

llvm::Value* HostCode::row_length(FunctionEmitter& e, llvm::Value* offsets, llvm::Value* rows) {
  ModuleEmitter& m = e.m;
  llvm::Value* slot = e.frame.stack_slot(m.i64, "length");
  auto find =
      m.runtime("planish_device_row_length", m.i32, {m.pointer, m.pointer, m.i64, m.pointer});
  e.control.leave_unless_ok(e.b.CreateCall(find, {e.context, offsets, rows, slot}));
  return e.b.CreateLoad(m.i64, slot);
}

void HostCode::trace(FunctionEmitter& e, const ir::Type* type,
                     llvm::ArrayRef<llvm::Value*> arguments) {
  if (type->is_scalar()) return TargetCode::trace(e, type, arguments);
  ModuleEmitter& m = e.m;
  auto trace = m.runtime("planish_device_trace", m.i32,
                         {m.pointer, m.pointer, m.i32, m.i64, m.pointer, m.pointer});
  e.control.leave_unless_ok(e.b.CreateCall(trace, arguments));
}

// ---- Failures

llvm::Value* HostCode::settle(FunctionEmitter& e) {
  return e.b.CreateCall(e.m.runtime("planish_device_settle", e.m.i32, {e.m.pointer}), {e.context});
}

llvm::Value* HostCode::fail(FunctionEmitter& e, llvm::Constant* site, llvm::Value* values, size_t) {
  ModuleEmitter& m = e.m;
  auto fail = m.runtime("planish_device_fail", m.i32, {m.pointer, m.pointer, m.pointer});
  llvm::CallInst* status = e.b.CreateCall(fail, {e.context, site, values});
  status->addFnAttr(llvm::Attribute::Cold);
  return status;
}

void HostCode::enter(FunctionEmitter& e, llvm::Constant* path, int64_t path_count) {
  ModuleEmitter& m = e.m;
  e.b.CreateCall(m.runtime("planish_device_enter", e.b.getVoidTy(), {m.pointer, m.pointer, m.i64}),
                 {e.context, path, e.i64(path_count)});
}

void HostCode::leave(FunctionEmitter& e) {
  ModuleEmitter& m = e.m;
  e.b.CreateCall(m.runtime("planish_device_leave", e.b.getVoidTy(), {m.pointer}), {e.context});
}

// ---- Operators

// Each number is a range of its own.
void HostCode::in_parallel(FunctionEmitter& host, const ParallelRange& range) {
  kernels_.belong_to(nullptr);
  Outlined outlined(host, range.name);
  for (llvm::Value* value : range.captured) outlined.capture_value(value);
  llvm::Value* closure = outlined.closure();
  Outlined::Task task = outlined.task("", {host.m.i64});
  FunctionEmitter& e = *task.emitter;
  range.code(e, task.values, task.param(0), e.b.CreateNSWAdd(task.param(0), e.i64(1)));
  Outlined::finish(task);
  launch_map(host, kernels_, outlined, range.name, range.count, e.function, closure);
}

// Note [Versions with recursion]
// Threads have small stacks, so recursion in them may be too deep where that of the host is not. An
// `if` with the attribute `versions` has such threads in its first branch, and in the second one a
// function that the host calls for all points at once. So the host tries: if the stack of a thread
// would have to be larger than it can be, the kernel has changed nothing, and the host goes the other
// way. There, at every level of the recursion, it comes to the same question, which takes as long as
// the deepest recursion that threads can do; so the runtime refuses more and more of what is tried
// next without a look (ThreadStacks::begin_try).
//
// Operators that write to what was there before are not tried.
template <class Emit>
void HostCode::try_recursion(FunctionEmitter& host, const ir::Op& op, const Emit& emit) {
  const auto comes_to_recursion = [&] {
    bool found = false;
    ir::for_each_inner_body(&op, [&](const ir::Body* body) {
      found = found || host.m.facts.calls.comes_to_recursion(body);
    });
    return found;
  };
  if (!host.control.can_go_other_way() || !comes_to_recursion()) {
    const auto* other = std::exchange(host.control.other_way, nullptr);
    emit();
    host.control.other_way = other;
    return;
  }
  ModuleEmitter& m = host.m;
  host.control.go_other_way_if(
      host.b.CreateCall(m.runtime("planish_device_begin_try", m.i32, {m.pointer}), {host.context}),
      PLANISH_TOO_DEEP);
  emit();
  host.b.CreateCall(m.runtime("planish_device_end_try", host.b.getVoidTy(), {m.pointer}),
                    {host.context});
}

void HostCode::seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegMap& op) {
  kernels_.belong_to(&stm);
  try_recursion(host, op, [&] { emit_segmap(host, kernels_, stm, op); });
}
void HostCode::seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegScatter& op) {
  kernels_.belong_to(&stm);
  emit_segscatter(host, kernels_, stm, op);
}
void HostCode::seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegRed& op) {
  kernels_.belong_to(&stm);
  try_recursion(host, op, [&] { emit_segred(host, kernels_, stm, op); });
}
void HostCode::seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegScan& op) {
  kernels_.belong_to(&stm);
  try_recursion(host, op, [&] { emit_segscan(host, kernels_, stm, op); });
}
void HostCode::seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegHist& op) {
  kernels_.belong_to(&stm);
  emit_seghist(host, kernels_, stm, op);
}
void HostCode::seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegFilter& op) {
  kernels_.belong_to(&stm);
  try_recursion(host, op, [&] { emit_segfilter(host, kernels_, stm, op); });
}
void HostCode::seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegPartition& op) {
  kernels_.belong_to(&stm);
  try_recursion(host, op, [&] { emit_segpartition(host, kernels_, stm, op); });
}
void HostCode::seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegFlatMap& op) {
  kernels_.belong_to(&stm);
  try_recursion(host, op, [&] { emit_segflatmap(host, kernels_, stm, op); });
}

}  // namespace planish::codegen::gpu
