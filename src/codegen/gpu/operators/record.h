// Values in memory as kernels hand them from one function of threads to another (accumulators and
// records of runtime/device_operators.h): one after the other, each at its natural alignment.
#pragma once

#include "codegen/common/emit.h"
#include "codegen/common/outlined.h"

namespace planish::codegen::gpu {

class RecordLayout {
 public:
  RecordLayout() = default;
  explicit RecordLayout(std::vector<Prim> prims);

  int64_t bytes() const { return bytes_; }
  // As the name of a template of a kernel ends; 0: there is none for so many bytes.
  int32_t words() const;

  void store(FunctionEmitter& e, llvm::Value* record, llvm::ArrayRef<llvm::Value*> values) const;
  std::vector<llvm::Value*> load(FunctionEmitter& e, llvm::Value* record) const;

 private:
  std::vector<Prim> prims_;
  std::vector<int64_t> places_;
  int64_t bytes_ = 0;  // a multiple of 4
};

// Of these values, if all are scalars and a kernel can have them; otherwise one of no bytes.
RecordLayout record_of(FunctionEmitter& e, std::span<const ir::Atom> values);

// Functions of threads: (left, right), records of which the first becomes what both are combined
// to; and (record), which gets the neutral values.
llvm::Function* combining_function(FunctionEmitter& host, Outlined& outlined,
                                   const RecordLayout& record, const ir::Lambda& op);
llvm::Function* neutral_function(FunctionEmitter& host, Outlined& outlined,
                                 const RecordLayout& record, std::span<const ir::Atom> neutral);

}  // namespace planish::codegen::gpu
