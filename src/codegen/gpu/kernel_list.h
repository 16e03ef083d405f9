// The kernels of a program: entries in the device module, and the table by which the runtime finds
// them (planish_device_program) in the host's.
//
// Note [Kernel entries]
// The bodies of kernels are templates in src/runtime/kernels, of which LLVM's bitcode is linked into
// the device module. An entry has a thread on its stack and calls a template with the closure, what
// the runtime says about the launch, and the functions of the operator. All of it is inlined, so no
// call by pointer is left. Entries take pointers to closure and launch; what these are in a kernel
// of a GPU is up to lower_nvptx.
#pragma once

#include <llvm/IR/Module.h>

#include <string>
#include <vector>

#include "codegen/common/emit.h"

namespace planish::codegen::gpu {

struct Kernel {
  std::string name;               // of its entry
  llvm::Type* closure = nullptr;  // what it takes by value
  std::string callee;             // the function in the bitcode that is its body
  // What that takes after thread, closure and launch.
  std::vector<llvm::Value*> arguments;
  // Room on the stack of the entry, aligned to 16, whose address comes after so many of them.
  int64_t room_bytes = 0;
  size_t room_at = 0;
  int32_t shared_bytes = 0;     // for each thread of a block
  int32_t resident_blocks = 0;  // of its blocks, so many are to fit on a multiprocessor; 0: any
  int32_t flags = 0;            // PLANISH_KERNEL_*: found by emit_entries
  int64_t stack_bytes = 0;      // planish_device_kernel: found by lower_nvptx
  llvm::Function* entry = nullptr;
  const ir::Stm* stm = nullptr;  // the operator that it belongs to: found by add
  std::string place;             // of that in the source; empty: there is none

  // Not so: one of the runtime that the program never launches, and of which only the number exists.
  bool is_needed() const { return !callee.empty(); }
};

class KernelList {
 public:
  // `bitcode` is that of src/runtime/kernels.
  KernelList(ModuleEmitter& device, const llvm::Module& bitcode)
      : device_(device), bitcode_(bitcode) {}

  // What is added from here on belongs to this operator; null: to none.
  void belong_to(const ir::Stm* stm) { stm_ = stm; }
  // Gives its number.
  int32_t add(Kernel kernel);

  // After all functions that kernels call, and all code of the host: defines the entries, with
  // those of the runtime that the host's code may launch.
  void emit_entries(const llvm::Module& host);
  const std::vector<Kernel>& kernels() const { return kernels_; }
  size_t runtime_kernels() const { return runtime_kernels_; }

 private:
  void add_runtime_kernels(const llvm::Module& host);
  void emit_entry(Kernel& kernel);

  ModuleEmitter& device_;
  const llvm::Module& bitcode_;
  std::vector<Kernel> kernels_;
  const ir::Stm* stm_ = nullptr;
  size_t runtime_kernels_ = 0;  // the last ones
};

}  // namespace planish::codegen::gpu
