// The code of a strip: Note [Strips] in plan/strips.h.
#pragma once

#include "codegen/cpu/vector/strip.h"

namespace planish::codegen::cpu {

class StripEmitter {
 public:
  StripEmitter(FunctionEmitter& e, const plan::StripPlan& plan, const StripLoop& loop)
      : e_(e), b_(e.b), plan_(plan), loop_(loop), lanes_(plan.lanes) {}

  void strip(llvm::Value* start);

 private:
  // An array of each lane: the elements of lane 0, and the others beside each of them.
  struct LaneArray {
    llvm::Value* data = nullptr;
    std::vector<llvm::Value*> strides;
    size_t made_in = 0;
  };
  // What is done in the next loop over lanes.
  struct Pending {
    std::vector<ir::Var> uses;  // each as often as the plan counts it
    std::span<const ir::Var> defines;
    std::function<void()> code;
  };
  using Slots = std::vector<std::optional<LaneArray>>;  // of scalars
  using Nest = std::function<void(llvm::ArrayRef<llvm::Value*> indices)>;

  void body(const ir::Body& code, const std::function<void(std::span<const ir::Atom>)>& finish);
  // The same, and all that it holds is released at its end.
  void whole_body(const ir::Body& code,
                  const std::function<void(std::span<const ir::Atom>)>& finish);
  void statement(const ir::Stm& stm);
  void view(const ir::Stm& stm);
  void lane(const ir::Stm& stm);
  void check(const ir::Stm& stm);
  void interchanged(const ir::Stm& stm, const ir::Map& op);
  void interchanged(const ir::Stm& stm, const ir::Reduce& op);
  void interchanged(const ir::Stm& stm, const ir::Scan& op);
  void interchanged(const ir::Stm& stm, const ir::Loop& op);
  void interchanged(const ir::Stm& stm, const ir::If& op);
  void interchanged(const ir::Stm& stm, const ir::Replicate& op);
  void interchanged(const ir::Stm& stm, const ir::Copy& op);
  template <class T>
  void interchanged(const ir::Stm&, const T&) {
    throw std::logic_error("compiler bug: an operation that is not interchanged");
  }
  // Of a reduction or a scan.
  template <class T>
  void combine(std::span<const ir::Var> gathered, const T& op, size_t taken, const Slots& state,
               const std::function<void(llvm::Value* i, std::span<const ir::Atom> values)>& each);
  void post(const ir::Scan& op, llvm::Value* i, std::span<const ir::Atom> values,
            const Slots& state, const std::function<LaneArray(llvm::Value*, size_t)>& place);
  void write_results(std::span<const ir::Atom> results, llvm::Value* start);

  // ---- Loops over lanes
  void later(Pending action) { pending_.push_back(std::move(action)); }
  void flush();
  void over_lanes(const std::function<void()>& code);
  void need(ir::Var var);
  void need(const ir::Atom& atom) {
    if (atom.var) need(atom.var);
  }

  // ---- Memory
  void make(ir::Var var);
  void remember(ir::Var var, LaneArray memory);
  LaneArray part(const LaneArray& memory, llvm::ArrayRef<llvm::Value*> indices, Prim elem);
  Array at_lane(const LaneArray& memory, Prim elem);
  std::vector<llvm::Value*> lane_strides(const ir::Type* type);
  LaneArray slot(const ir::Type* type);
  void load_slot(ir::Var var, const LaneArray& from);
  void store_slots(std::span<const ir::Atom> values, const Slots& slots);
  void bind_elements(std::span<const ir::Param> params, std::span<const ir::Var> arrays,
                     llvm::Value* i);
  void put(const LaneArray& to, const ir::Atom& value);
  void copy(const LaneArray& to, const ir::Atom& from);
  void nest(const ir::Type* type, const Nest& code);

  FunctionEmitter& e_;
  llvm::IRBuilder<>& b_;
  const plan::StripPlan& plan_;
  const StripLoop& loop_;
  const int64_t lanes_;
  llvm::Value* lane_ = nullptr;                                  // in a loop over lanes
  std::unordered_map<uint32_t, std::function<void()>> binders_;  // of variables that vary
  std::unordered_set<uint32_t> bound_;                           // in this loop over lanes
  std::unordered_map<uint32_t, LaneArray> memory_;
  std::unordered_map<uint32_t, LaneArray> destinations_;
  std::vector<Pending> pending_;
};

}  // namespace planish::codegen::cpu
