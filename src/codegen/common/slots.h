// Slots, as planish_slot has them: how hosts hand on inputs and results, and where constants lie.
#pragma once

#include <cstddef>

#include "codegen/common/emit.h"
#include "runtime/abi.h"

namespace planish::codegen {

static_assert(offsetof(planish_slot, data) == 8 && offsetof(planish_slot, block) == 16 &&
              offsetof(planish_slot, dims) == 24);

inline llvm::Value* slot_pointer(FunctionEmitter& e, llvm::Value* slots, int64_t number) {
  constexpr int64_t kSlotBytes = sizeof(planish_slot);
  return e.b.CreateConstInBoundsGEP1_64(e.m.i8, slots, static_cast<uint64_t>(number * kSlotBytes));
}

inline llvm::Value* slot_field(FunctionEmitter& e, llvm::Value* slot, unsigned field) {
  return e.b.CreateConstInBoundsGEP1_64(e.m.i8, slot, field * 8);
}

}  // namespace planish::codegen
