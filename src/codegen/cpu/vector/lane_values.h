// Values of neighbouring iterations as vectors with a lane for each. All code that does bodies in
// vectors has one of these: with masks, of short rows, of tiles, and of operators that combine
// vectors.
//
// Uniform variables, and what affine ones are in the first lane, are bound in the function's
// emitter; those that vary are bound here.
#pragma once

#include <unordered_map>

#include "analysis/lane_kinds.h"
#include "codegen/common/emit.h"

namespace planish::codegen::cpu {

// The numbers of lanes, from `first` on.
llvm::Constant* lane_numbers(llvm::Type* type, unsigned lanes, uint64_t first = 0);

// A mask is a vector of booleans: the lanes that are active. Null: all are.
class LaneValues {
 public:
  enum class FirstLane : uint8_t { IsActive, MayBeIdle };

  LaneValues(FunctionEmitter& e, const LaneKinds& kinds, unsigned lanes, FirstLane first_lane)
      : e_(e), b_(e.b), kinds_(kinds), lanes_(lanes), first_lane_(first_lane) {}

  // ---- Values
  bool is_vector(const ir::Atom& atom) const { return kinds_.kind(atom) == LaneKind::Varying; }
  llvm::Type* vector_of(llvm::Type* scalar) const;
  llvm::Value* splat(llvm::Value* scalar) { return b_.CreateVectorSplat(lanes_, scalar); }
  llvm::Value* vector(const ir::Atom& atom);
  std::vector<llvm::Value*> vectors(std::span<const ir::Atom> atoms);
  // What stands for the atom: a vector if the variable that it becomes is one.
  llvm::Value* value_for(ir::Var var, const ir::Atom& atom) {
    return is_vector(var) ? vector(atom) : e_.scalar(atom);
  }
  void bind(ir::Var var, llvm::Value* value);
  // What an operation on scalars gives that varies.
  llvm::Value* operation(const ir::Stm& stm);

  // ---- Masks
  llvm::Value* both(llvm::Value* mask, llvm::Value* condition);
  // Goes on in the block `failed` if it does not hold for an active lane.
  void check(const ir::Stm& stm, const ir::Check& op, llvm::Value* mask, llvm::BasicBlock* failed);

  // ---- Loads (lane_loads.cpp)
  // The elements at the indices.
  llvm::Value* element(ir::Var array, std::span<const ir::Atom> indices, llvm::Value* mask);
  // The element at the pointer, and those beside it.
  llvm::Value* load(Prim elem, llvm::Value* pointer, llvm::Value* mask);

 private:
  // Functions of libmvec.
  llvm::Value* math(llvm::StringRef name, Prim prim, llvm::ArrayRef<llvm::Value*> operands);
  bool has_masked_access(Prim elem) const;
  // From `data` on, which are part of the array, if it is one of the program.
  llvm::Value* gather(Prim elem, llvm::Value* data, const Array* array, llvm::Value* offsets,
                      llvm::Value* mask);
  llvm::Value* from_memory(Prim elem, llvm::Value* loaded);

  FunctionEmitter& e_;
  llvm::IRBuilder<>& b_;
  const LaneKinds& kinds_;
  const unsigned lanes_;
  const FirstLane first_lane_;
  std::unordered_map<uint32_t, llvm::Value*> vectors_;
};

// Stores the lanes of a mask at a pointer and beside it.
void store_lanes(FunctionEmitter& e, Prim elem, llvm::Value* vector, llvm::Value* mask,
                 llvm::Value* pointer);

}  // namespace planish::codegen::cpu
