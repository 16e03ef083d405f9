// The code of one strip with masks: Note [Masks] in masked.h.
#pragma once

#include "codegen/cpu/vector/masked.h"

namespace planish::codegen::cpu {

class LaneEmitter {
 public:
  // For the lanes of a mask. A failing check goes to `failed`.
  LaneEmitter(FunctionEmitter& e, const LaneKinds& kinds, const plan::LanePlan& plan,
              llvm::Value* mask, llvm::BasicBlock* failed);

  // Uniform variables, and what affine ones are in the first lane, are bound in the function's
  // emitter; others here.
  void set(ir::Var var, llvm::Value* vector) { vectors_[var.id] = vector; }
  // The element, or the row, of an array at an index, which differs between lanes.
  void set_element(ir::Var var, ir::Var array, ir::Var index);
  // The same for arrays that need not have been made, at the index of the loop.
  void set_element_of(ir::Var var, ir::Var array, ir::Var index);
  // What the body gives, as vectors.
  std::vector<llvm::Value*> results(const ir::Body& body);

 private:
  // Part of a uniform array.
  struct View {
    ir::Var array;
    std::vector<ir::Atom> indices;
  };
  // What a loop carries from one iteration to the next.
  struct Carried {
    llvm::PHINode* value = nullptr;  // a vector, or a scalar
    llvm::PHINode* left = nullptr;   // of a scalar: what it was when a lane left the loop
    bool is_used = true;             // after the loop
  };

  LaneKind kind(ir::Var var) const { return kinds_.kind(var); }
  bool is_vector(ir::Var var) const { return kinds_.kind(var) == LaneKind::Varying; }
  llvm::Type* vector_of(llvm::Type* scalar) const;
  llvm::Value* vector(const ir::Atom& atom);
  llvm::Value* splat(llvm::Value* scalar);
  // What stands for the atom: a vector if the variable that it becomes is one.
  llvm::Value* value_for(ir::Var var, const ir::Atom& atom);
  void bind(ir::Var var, llvm::Value* value);

  void body(const ir::Body& code, const std::function<void(std::span<const ir::Atom>)>& finish);
  void statement(const ir::Stm& stm);
  llvm::Value* operation(const ir::Stm& stm);
  void check(const ir::Stm& stm, const ir::Check& op);

  // ---- Loads (lane_loads.cpp)
  void index(const ir::Stm& stm, const ir::Index& op);
  llvm::Value* load(const View& view);
  llvm::Value* load_neighbours(Prim elem, const Array& array, llvm::Value* pointer);
  llvm::Value* gather(Prim elem, const Array& array, llvm::Value* offsets);
  bool has_masked_access(Prim elem) const;
  llvm::Value* from_memory(Prim elem, llvm::Value* loaded);

  // ---- Functions of libmvec
  llvm::Value* math(llvm::StringRef name, Prim prim, llvm::ArrayRef<llvm::Value*> operands);

  // ---- Control flow (lane_control.cpp)
  void branch(const ir::Stm& stm, const ir::If& op);
  void branch(const ir::Stm& stm, const ir::Match& op);
  void match_from(const ir::Stm& stm, const ir::Match& op, size_t first);
  void choose(const ir::Stm& stm, const ir::If& op);
  // The results of a body as what they are bound to needs them.
  std::vector<llvm::Value*> values_for(const ir::Stm& stm, const ir::Body& code);
  // One way for all lanes.
  void either(const ir::Stm& stm, llvm::Value* condition, const GiveValues& then,
              const GiveValues& otherwise);
  std::vector<llvm::Value*> guarded(llvm::Value* mask, const ir::Body& code);
  void loop(const ir::Stm& stm, const ir::Loop& op);
  void reduce(const ir::Stm& stm, const ir::Reduce& op);
  void bind_element(ir::Var param, ir::Var array, llvm::Value* i);
  // A loop. `more` gives whether there is another iteration, a vector if lanes differ in that;
  // `next` what is carried on.
  struct Looping {
    std::vector<ir::Var> params;
    std::vector<ir::Atom> init;
    std::span<const ir::Var> results;
    bool diverges = false;
    std::function<llvm::Value*(llvm::PHINode* i)> more;
    std::function<void(llvm::PHINode* i, const std::function<void(std::span<const ir::Atom>)>&)>
        next;
    llvm::Type* index = nullptr;  // what it is counted with
  };
  void repeat(const Looping& looping);

  // ---- Masks
  llvm::Value* both(llvm::Value* mask, llvm::Value* condition);
  llvm::Value* any(llvm::Value* mask) { return b_.CreateOrReduce(mask); }
  // Vectors of booleans as they are carried from block to block: without registers for masks that
  // is as wide as what they are about.
  llvm::Value* packed(llvm::Value* value);
  llvm::Value* unpacked(llvm::Value* value, bool is_mask);
  static bool is_mask(llvm::Value* value);

  FunctionEmitter& e_;
  llvm::IRBuilder<>& b_;
  const LaneKinds& kinds_;
  const unsigned lanes_;
  const unsigned element_bits_;
  const bool has_mask_registers_;
  llvm::BasicBlock* failed_;
  llvm::Value* mask_;  // the lanes that are active
  std::unordered_map<uint32_t, llvm::Value*> vectors_;
  std::unordered_map<uint32_t, View> views_;
};

}  // namespace planish::codegen::cpu
