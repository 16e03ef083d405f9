// Operators over iteration spaces on GPUs: functions of threads, kernels that call them, and calls
// of the runtime that launch these (runtime/device_operators.h).
#pragma once

#include "codegen/common/emit.h"
#include "codegen/common/outlined.h"
#include "codegen/gpu/kernel_list.h"

namespace planish::codegen::gpu {

void emit_segmap(FunctionEmitter& host, KernelList& kernels, const ir::Stm& stm,
                 const ir::SegMap& op);
void emit_segscatter(FunctionEmitter& host, KernelList& kernels, const ir::Stm& stm,
                     const ir::SegScatter& op);
void emit_segred(FunctionEmitter& host, KernelList& kernels, const ir::Stm& stm,
                 const ir::SegRed& op);
void emit_segscan(FunctionEmitter& host, KernelList& kernels, const ir::Stm& stm,
                  const ir::SegScan& op);
void emit_seghist(FunctionEmitter& host, KernelList& kernels, const ir::Stm& stm,
                  const ir::SegHist& op);
void emit_segfilter(FunctionEmitter& host, KernelList& kernels, const ir::Stm& stm,
                    const ir::SegFilter& op);
void emit_segpartition(FunctionEmitter& host, KernelList& kernels, const ir::Stm& stm,
                       const ir::SegPartition& op);
void emit_segflatmap(FunctionEmitter& host, KernelList& kernels, const ir::Stm& stm,
                     const ir::SegFlatMap& op);

// ---- What they share

// A kernel with planish_kernel_map as its body: `point` is called for each point. Gives its number.
int32_t map_kernel(KernelList& kernels, const Outlined& outlined, const std::string& name,
                   llvm::Function* point);
// Launches it for so many points.
void launch_map(FunctionEmitter& host, KernelList& kernels, const Outlined& outlined,
                const std::string& name, llvm::Value* points, llvm::Function* point,
                llvm::Value* closure);
// The same for a kernel that also writes to these arrays of the host.
void launch_map_in_place(FunctionEmitter& host, KernelList& kernels, const Outlined& outlined,
                         const std::string& name, llvm::Value* points, llvm::Function* point,
                         llvm::Value* closure, std::span<const ir::Var> changed);
// A list of planish_device_array on the stack.
llvm::Value* array_list(FunctionEmitter& host, std::span<const ir::Var> arrays);
// The arrays of the host that a kernel writes to, if it has one point: Note [Kernels that overwrite].
std::vector<ir::Var> changed_arrays(FunctionEmitter& host, const ir::Op& op, const ir::Body& body);
// The bytes of the closure.
llvm::Value* closure_bytes(FunctionEmitter& host, const Outlined& outlined);
// The sizes in the types of arrays that functions of threads write to.
void capture_sizes(FunctionEmitter& host, Outlined& outlined, std::span<const ir::Dim> dims);

// Of the arrays that functions of threads know: those of vectors of neighbours are aligned to
// kVectorBytes, so that accesses of neighbours can be joined.
enum class Alignment : uint8_t { Any, Vector };
inline constexpr int64_t kVectorBytes = 16;
// Tells LLVM so.
void assume_alignment(Outlined::Task& task, Alignment alignment);
// Tells LLVM that a number is a multiple of another, which is a power of two.
void assume_multiple(FunctionEmitter& e, llvm::Value* number, int64_t of);
// Where all of them lie, or-ed: a multiple of kVectorBytes if they are aligned.
llvm::Value* all_addresses(FunctionEmitter& host, const Outlined& outlined, llvm::Value* closure);

// PLANISH_OPERATOR_CHEAP, if the code of an item is.
uint32_t operator_flags(const FunctionEmitter& e, const ir::Body& body);
// The whole device, for atomic operations.
llvm::SyncScope::ID device_scope(FunctionEmitter& e);

// Arrays whose size is found out (planish_device_dests): pointers to them were reserved in the
// closure. Appends what the runtime is told.
void append_dests(FunctionEmitter& host, const Outlined& outlined, std::span<const ir::Var> dests,
                  std::span<const size_t> reserved, std::vector<llvm::Value*>& fields);
// A list on the stack for their blocks.
llvm::Value* block_list(FunctionEmitter& host, size_t count);
// In a function of threads: where the item at a position of each belongs.
std::vector<Array> places_at(FunctionEmitter& e, const Outlined::Task& task,
                             std::span<const ir::Var> dests, std::span<const size_t> reserved,
                             llvm::Value* position);

// Calls a function of the runtime with the context and these arguments, and leaves the host's
// function if it fails.
void call_runtime(FunctionEmitter& host, const char* name, llvm::ArrayRef<llvm::Value*> arguments);

}  // namespace planish::codegen::gpu
