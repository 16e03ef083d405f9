// What the parts of a function's emitter have in common: each has a state of its own, and gets at
// the others through the emitter (emit.h).
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "codegen/common/emitter/module.h"

namespace planish::codegen {

class EmitterPart {
 public:
  explicit EmitterPart(FunctionEmitter& e);
  EmitterPart(const EmitterPart&) = delete;
  EmitterPart& operator=(const EmitterPart&) = delete;

 protected:
  llvm::Constant* i64(int64_t value) const { return llvm::ConstantInt::getSigned(m_.i64, value); }

  FunctionEmitter& e_;
  ModuleEmitter& m_;
  llvm::IRBuilder<>& b_;
};

}  // namespace planish::codegen
