// Device code that tells the emulator of all that it reads and writes: Note [Races] in
// runtime/emulator/races.h.
#pragma once

#include <llvm/IR/Module.h>

namespace planish::codegen::gpu {

// Before optimisation, of the device's module: code is marked, so that LLVM moves no loads to where
// they would not be done.
void prepare_race_hooks(llvm::Module& device);
// After it: puts calls of planish_emulator_watch_* before loads, stores and atomic operations of what
// was marked. So hooks keep nothing from being optimised, and kernels are those that run without them.
void add_race_hooks(llvm::Module& module);

}  // namespace planish::codegen::gpu
