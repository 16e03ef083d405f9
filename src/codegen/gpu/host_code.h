// Code of the host of a GPU: control flow, sizes, scalars, memory, launches. Arrays lie on the
// device (runtime/device_abi.h): elements are read and written by the runtime, one by one, and
// everything that has many is a kernel.
#pragma once

#include "codegen/common/target_code.h"
#include "codegen/gpu/kernel_list.h"

namespace planish::codegen::gpu {

class HostCode : public TargetCode {
 public:
  explicit HostCode(KernelList& kernels);

  llvm::Value* allocate(FunctionEmitter& e, llvm::Value* bytes) override;
  llvm::Value* data_of(FunctionEmitter& e, llvm::Value* block) override;
  void free(ModuleEmitter& m, llvm::IRBuilder<>& b, llvm::Value* context,
            llvm::Value* block) override;
  llvm::Value* load(FunctionEmitter& e, Prim prim, llvm::Value* pointer,
                    const Array& array) override;
  void store(FunctionEmitter& e, Prim prim, llvm::Value* value, llvm::Value* pointer,
             const Array& array) override;
  bool copy(FunctionEmitter& e, const Array& to, const Array& from, Prim elem,
            llvm::ArrayRef<llvm::Value*> sizes) override;
  bool fill(FunctionEmitter& e, const Array& to, Prim elem, llvm::ArrayRef<llvm::Value*> sizes,
            llvm::Value* value) override;
  bool iota(FunctionEmitter& e, const Array& to, Prim elem, llvm::Value* count, llvm::Value* start,
            llvm::Value* step) override;
  bool replicate(FunctionEmitter& e, const Array& to, Prim elem, llvm::ArrayRef<llvm::Value*> outer,
                 const Array& value, llvm::ArrayRef<llvm::Value*> sizes) override;
  void copy_constants(FunctionEmitter& e, const Array& to, llvm::Value* from, Prim elem,
                      llvm::Value* count) override;
  llvm::Value* row_length(FunctionEmitter& e, llvm::Value* offsets, llvm::Value* rows) override;
  llvm::Value* settle(FunctionEmitter& e) override;
  void show_address(FunctionEmitter& e, llvm::Value* data) override;
  void trace(FunctionEmitter& e, const ir::Type* type,
             llvm::ArrayRef<llvm::Value*> arguments) override;

  llvm::Value* fail(FunctionEmitter& e, llvm::Constant* site, llvm::Value* values,
                    size_t count) override;
  void enter(FunctionEmitter& e, llvm::Constant* path, int64_t path_count) override;
  void leave(FunctionEmitter& e) override;

  void in_parallel(FunctionEmitter& host, const ParallelRange& range) override;
  void seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegMap& op) override;
  void seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegRed& op) override;
  void seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegScan& op) override;
  void seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegHist& op) override;
  void seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegScatter& op) override;
  void seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegFilter& op) override;
  void seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegPartition& op) override;
  void seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegFlatMap& op) override;

 private:
  // So many bytes of the host's memory go to the device.
  void write(FunctionEmitter& e, llvm::Value* to, llvm::Value* from, llvm::Value* bytes);
  // Emits an operator, which the code leaves for another way if recursion is too deep in it.
  template <class Emit>
  void try_recursion(FunctionEmitter& host, const ir::Op& op, const Emit& emit);
  void copy_strided(FunctionEmitter& e, Prim elem, llvm::ArrayRef<llvm::Value*> sizes,
                    llvm::Value* to, llvm::ArrayRef<llvm::Value*> to_strides, llvm::Value* from,
                    llvm::ArrayRef<llvm::Value*> from_strides);

  KernelList& kernels_;
};

}  // namespace planish::codegen::gpu
