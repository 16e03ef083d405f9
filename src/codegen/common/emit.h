// LLVM IR from FLAT: the state of the walk. What is emitted for which operations is in the
// files emit_*.cpp.
//
// Note [Arrays in generated code]
// An array is a pointer to its first element and, unless it is row-major, a stride for each
// dimension; its sizes are those of its type, which are constants or variables in scope. So slices,
// transposes and rows are new pointers and strides, and cost nothing. Where control flow joins
// (results of if, match and calls, parameters of loops) arrays are row-major: what is not is copied
// there.
//
// Where arrays are made, who owns them and when they are released is what the plan says: Note
// [Ownership] in plan/roots.h, Note [Destinations] in plan/memory.h. Here is only kept which
// references there are while code is emitted.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "codegen/codegen.h"
#include "codegen/common/program_facts.h"
#include "codegen/common/scalar.h"
#include "codegen/common/target_code.h"
#include "ir/program.h"

namespace planish::codegen {

using plan::Strategy;
using plan::Where;

struct Array {
  llvm::Value* data = nullptr;
  std::vector<llvm::Value*> strides;  // in elements; empty: row-major
  llvm::Value* owner = nullptr;       // the block that the root holds; null: borrowed
  // How many of the parallel loops around the place where it was made were open: what was made
  // outside of a parallel loop is accessed independently by its iterations.
  size_t made_in = 0;
  // Nothing writes to it while the function runs: it is free in the body of an operator.
  bool is_fixed = false;
};

// An accumulator while `with_acc` runs.
struct Accumulator {
  const ir::WithAcc* op = nullptr;
  std::vector<Array> arrays;
};

// An array that is not made, because only its elements are used: element i is start + i * step, or
// start if there is no step.
struct Progression {
  llvm::Value* start = nullptr;
  llvm::Value* step = nullptr;
};

// A part of an array that is not made for the same reason: one of those that are concatenated.
struct Piece {
  Array array;
  llvm::Value* start = nullptr;  // the index of its first element
};

struct Binding {
  llvm::Value* scalar = nullptr;
  Array array;
  ir::Var root;  // of an array: the variable that holds the reference
  std::shared_ptr<const Accumulator> accumulator;
  Progression progression = {};
  std::vector<Piece> pieces = {};  // of one dimension
};

class ModuleEmitter;
class FunctionEmitter;
namespace cpu {
class StripEmitter;
class LaneEmitter;
}  // namespace cpu

// One result of a function of the program, or of a body that is handed on.
struct Result {
  llvm::Value* scalar = nullptr;
  Array array;  // with a reference, if it has an owner
  std::shared_ptr<const Accumulator> accumulator;
};

using Destinations = std::vector<std::optional<Array>>;  // by result
// Gives a place with room for an array of these sizes. It is called once at most.
using LateDestination = std::function<Array(Prim elem, llvm::ArrayRef<llvm::Value*> sizes)>;
using LateDestinations = std::vector<LateDestination>;  // by result; none where it is empty

// Note [Addresses of the host]
// Code for another device than that of the host cannot refer to the texts of checks and the paths
// of calls, which lie in the host's module. It names them by their number in a list, from 1 on, as
// if that were an address; null stays null.
class HostAddresses {
 public:
  explicit HostAddresses(ModuleEmitter& the_host) : host(the_host) {}

  ModuleEmitter& host;

  llvm::Constant* number(llvm::Constant* address);
  const std::vector<llvm::Constant*>& all() const { return all_; }

 private:
  std::vector<llvm::Constant*> all_;
  std::unordered_map<llvm::Constant*, size_t> numbers_;
};

// What is the same for all functions of a module.
class ModuleEmitter {
 public:
  ModuleEmitter(ProgramFacts& the_facts, llvm::Module& module, TargetCode& the_code);

  // All functions of the program and its entry points.
  void emit();
  // The entry points and the functions that they come to.
  void emit_entries();
  // The functions that were asked for.
  void emit_asked();

  // Where tasks go, and how their code names what lies in this module. Null: they are here.
  ModuleEmitter* tasks_module = nullptr;
  HostAddresses* host_addresses = nullptr;
  ModuleEmitter& tasks() { return tasks_module == nullptr ? *this : *tasks_module; }

  ProgramFacts& facts;
  TargetCode& code;
  const ir::Program& program;
  const ir::Storage& storage;
  const Options& options;
  llvm::Module& module;
  llvm::LLVMContext& context;
  llvm::Type* i64;
  llvm::Type* i32;
  llvm::Type* i8;
  llvm::PointerType* pointer;
  const Target& target;
  int64_t vector_bytes;  // of a vector register
  const plan::Plan& plan;
  const plan::PlacedResults& placed_results;
  const plan::StridedParams& strided_params;

  // A function of the runtime, or one of those below, by name.
  llvm::FunctionCallee runtime(const char* name, llvm::Type* result,
                               llvm::ArrayRef<llvm::Type*> params);
  // Internal functions that are inlined: retain(block), release(context, block), saturated product
  // of sizes.
  llvm::Function* retain();
  llvm::Function* release();
  // The same where time does not matter: it is not inlined.
  llvm::Function* rare_release();
  llvm::Function* size_product();

  llvm::Constant* text(std::string_view text);
  llvm::Constant* list(llvm::Type* type, const std::vector<llvm::Constant*>& items);
  llvm::Constant* path(ir::PlaceId place, int64_t& count);
  llvm::Constant* check_site(const ir::Check& check, ir::PlaceId place);

  // A function of the program. If it is not there, it is declared, and defined later.
  llvm::Function* function(Name name);
  // A variable for the elements of an array, or of a type, where the program has none.
  ir::Var element_variable(ir::Var array);
  ir::Var new_variable(const ir::Type* type) { return program.storage->new_var({}, type); }
  ir::TypeTable& types() { return program.storage->types; }
  int64_t item_cost(const ir::Body& body) { return facts.item_cost(body); }
  bool is_recursive(Name name) const { return facts.calls.is_recursive(name); }
  // A function with these parameters after the context, that gives a status.
  llvm::Function* new_function(const std::string& name, llvm::ArrayRef<llvm::Type*> params);
  // The types by which a function of the program takes values of a type.
  void parameter_types(const ir::Type* type, std::vector<llvm::Type*>& out);

 private:
  llvm::Function* declare(const ir::Function& fn);
  void define(const ir::Function& fn);
  void define_entry(const ir::Function& fn);
  void initialise_constants(FunctionEmitter& e, const ir::Function& entry);

  std::unordered_map<Name, llvm::Function*> functions_;
  std::vector<const ir::Function*> asked_;  // declared, and to be defined
  std::unordered_map<std::string, llvm::Constant*> texts_;
  std::unordered_map<uint32_t, llvm::Constant*> paths_;  // by place
};

class FunctionEmitter {
 public:
  FunctionEmitter(ModuleEmitter& module, llvm::Function* function, Where where);

  ModuleEmitter& m;
  llvm::IRBuilder<> b;
  llvm::Function* function;
  llvm::Value* context;  // the first parameter
  const Where where;

  // Of an entry point: what it was given, as far as a host did that.
  struct Inputs {
    const ir::Function* entry = nullptr;
    llvm::Value* slots = nullptr;  // null when it runs: another function of the program called it
  };
  Inputs inputs;

  // ---- Values
  llvm::Constant* i64(int64_t value) const { return llvm::ConstantInt::getSigned(m.i64, value); }
  const ir::Type* type(ir::Var var) const { return m.storage.type(var); }
  const ir::Type* type(const ir::Atom& atom) const { return m.storage.type(atom); }
  const Binding& binding(ir::Var var) const;
  llvm::Value* scalar(const ir::Atom& atom);
  const Array& array(ir::Var var) const { return binding(var).array; }
  llvm::Value* size(const ir::Dim& dim);
  std::vector<llvm::Value*> sizes(const ir::Type* type);
  llvm::Value* product(llvm::ArrayRef<llvm::Value*> sizes);
  void bind(ir::Var var, Binding binding) { bindings_[var.id] = std::move(binding); }
  void bind_scalar(ir::Var var, llvm::Value* value) { bindings_[var.id] = {value, {}, {}, {}}; }
  // The variable becomes a root of its own, with the reference that the array has.
  void bind_root(ir::Var var, Array array);
  // It shares the root of another one.
  void bind_view(ir::Var var, Array array, ir::Var of);
  void bind_result(ir::Var var, const Result& result);
  const std::unordered_map<uint32_t, Binding>& bindings() const { return bindings_; }

  // ---- Memory (emit_memory.cpp)
  // Memory for a new array, row-major: at its destination, on the stack, or a block with one
  // reference.
  Array allocate(ir::Var var) { return allocate(var, sizes(type(var))); }
  Array allocate(ir::Var var, llvm::ArrayRef<llvm::Value*> sizes);
  Array allocate_block(Prim elem, llvm::ArrayRef<llvm::Value*> sizes);
  Array stack_array(Prim elem, int64_t count);
  // On the stack if it turns out to be small, until the iteration of the loop at hand ends;
  // otherwise in a block.
  Array allocate_small(Prim elem, llvm::ArrayRef<llvm::Value*> sizes);
  // Fails if the thread's stack is nearly used up. For recursive functions, before anything else.
  void check_stack();
  // An array on the stack or in a block that the current body owns.
  Array allocate_in_scope(Prim elem, llvm::ArrayRef<llvm::Value*> sizes);
  llvm::AllocaInst* stack_slot(llvm::Type* type, const char* name, llvm::Value* count = nullptr);
  void release(llvm::Value* owner);
  void retain(llvm::Value* owner);
  // Slots with owners that are replaced by others. Until end_owning they are released when the
  // function is left.
  void begin_owning(std::span<llvm::AllocaInst* const> slots);
  void end_owning() { scopes_.pop_back(); }
  // The same elements in row-major order: a copy with a reference.
  Array dense(const Array& array, const ir::Type* type);

  // ---- Elements (emit_views.cpp)
  std::vector<llvm::Value*> strides(const Array& array, const ir::Type* type);
  llvm::Value* element_pointer(const Array& array, const ir::Type* type,
                               llvm::ArrayRef<llvm::Value*> indices);
  // What the indices lead to: a part of fewer dimensions.
  Array part(const Array& array, const ir::Type* type, llvm::ArrayRef<llvm::Value*> indices);
  llvm::Value* in_memory(Prim prim, llvm::Value* value);  // as it is stored
  llvm::Value* load(Prim prim, llvm::Value* pointer, const Array& array);
  void store(Prim prim, llvm::Value* value, llvm::Value* pointer, const Array& array);
  Array sliced(const Array& array, const ir::Type* type, std::span<const ir::SliceDim> dims);
  Array flat_sliced(const Array& array, const ir::Type* type, const ir::Atom& offset,
                    std::span<const ir::FlatDim> dims);
  // Says that iterations of the parallel loops around do not depend on each other by this access.
  void tag(llvm::Instruction* access, const Array& array);
  // Does the range [0, count), in tasks if this is host code.
  void in_parallel(const char* name, llvm::Value* count, llvm::Value* item_cost,
                   const std::vector<llvm::Value*>& captured, const RangeCode& code);
  // to := from, of the same sizes.
  void copy(const Array& to, const Array& from, Prim elem, llvm::ArrayRef<llvm::Value*> sizes);
  // Every element := the value.
  void fill(const Array& to, Prim elem, llvm::ArrayRef<llvm::Value*> sizes, llvm::Value* value);
  // The same for the elements [begin, end) of the outer dimension, in this thread.
  void copy_range(const Array& to, const Array& from, Prim elem, llvm::ArrayRef<llvm::Value*> sizes,
                  llvm::Value* begin, llvm::Value* end);
  // Copies a matrix between layouts: neighbours in a row of `from` and in a column of `to` lie side
  // by side. Both give the place of (row, column).
  using PlaceOf = std::function<llvm::Value*(llvm::Value* row, llvm::Value* column)>;
  void transpose(Prim elem, llvm::Value* row_begin, llvm::Value* row_end, llvm::Value* column_begin,
                 llvm::Value* column_end, const PlaceOf& from, const PlaceOf& to);
  // Writes a value (scalar or array) to the place that the indices lead to.
  void write(const Array& to, const ir::Type* to_type, llvm::ArrayRef<llvm::Value*> indices,
             const ir::Atom& value);

  // ---- Control (emit_ranges.cpp, emit_control.cpp)
  // for index in begin .. end - 1
  void for_range(llvm::Value* begin, llvm::Value* end,
                 const std::function<void(llvm::Value*)>& body, const char* name = "i");
  // The same, with iterations that are independent of each other.
  void parallel_range(llvm::Value* begin, llvm::Value* end,
                      const std::function<void(llvm::Value*)>& body, const char* name = "i");
  // The same for [0, lanes), which is to become code with vectors.
  void lane_range(int64_t lanes, const std::function<void(llvm::Value*)>& body);
  // With scalars that are carried from one iteration to the next. Gives the last ones.
  std::vector<llvm::Value*> fold_range(
      llvm::Value* begin, llvm::Value* end, std::vector<llvm::Value*> init,
      const std::function<std::vector<llvm::Value*>(llvm::Value*, llvm::ArrayRef<llvm::Value*>)>&
          body,
      const char* name = "k");
  // How LLVM is to vectorise the last range, if it can.
  struct LoopVectors {
    uint32_t lanes = 1;
    uint32_t at_once = 1;  // vectors in one iteration
    bool masked = false;   // the last vector may be partial: nothing is done one by one
  };
  void ask_for_vectors(const LoopVectors& vectors);
  // The last range is as it shall be: LLVM neither unrolls nor vectorises it.
  void keep_rolled();
  void if_then(llvm::Value* condition, const std::function<void()>& then);
  // What one of two pieces of code gives: the same number of values.
  using GiveValues = std::function<std::vector<llvm::Value*>()>;
  std::vector<llvm::Value*> either(llvm::Value* condition, const GiveValues& then,
                                   const GiveValues& otherwise);
  llvm::BasicBlock* new_block(const char* name);
  // Leaves the function, after releasing all that it owns, unless the status is PLANISH_OK.
  void leave_unless_ok(llvm::Value* status);
  // The same after something that asks for memory. If there was none, the message says where.
  void leave_unless_made(llvm::Value* status);
  void return_ok();

  // ---- Bodies and statements (emit_body.cpp)
  // The statements of a body; then `finish` gets what the result atoms are, before what the body
  // owns is released.
  void body(const ir::Body& body, const Destinations& destinations,
            const std::function<void(std::span<const ir::Atom>)>& finish,
            const LateDestinations& late = {});
  // The results of a body, with references. The roots in `owned` belong to the body from now on.
  std::vector<Result> results(const ir::Body& body, const Destinations& destinations = {},
                              std::span<const ir::Var> owned = {});
  // A body that writes each of its results to a place: those with no dimensions, too.
  // Places without data are left out.
  void body_to(const ir::Body& body, const std::vector<Array>& places);
  // A lambda of scalars applied to scalars.
  std::vector<llvm::Value*> apply(const ir::Lambda& lambda, llvm::ArrayRef<llvm::Value*> args);
  void bind_element(const ir::Param& param, ir::Var array, llvm::Value* index);
  // A result with a reference: moved from the current body if it owns it, otherwise retained.
  Result take(const ir::Atom& atom);

  // Is what the current body binds used after the statement that binds it?
  bool is_used(ir::Var var) const { return scopes_.back().memory->last_uses.contains(var.id); }
  llvm::Value* owner_or_null(const Array& array);
  std::vector<llvm::Value*> scalars(std::span<const ir::Atom> atoms);
  std::vector<llvm::Value*> row_major_strides(llvm::ArrayRef<llvm::Value*> dims);
  llvm::Value* offset_pointer(Prim elem, llvm::Value* data, llvm::Value* offset);
  llvm::MDNode* likely();
  llvm::Value* constants();  // the table of constants
  llvm::Value* slot_pointer(llvm::Value* slots, int64_t number);
  llvm::Value* slot_field(llvm::Value* slot, unsigned field);  // as planish_slot has them

  // ---- Parts of operators (emit_sequential.cpp)
  void element_values(const ir::Lambda* map, std::span<const ir::Var> arrays, llvm::Value* index,
                      const Destinations& destinations,
                      const std::function<void(std::span<const ir::Atom>)>& use);
  void bind_operands(const ir::Lambda& op, llvm::ArrayRef<llvm::Value*> before,
                     std::span<const ir::Atom> values);
  // Applies the function of a scan to what an element was combined to and values that belong to it,
  // and writes what it gives.
  void apply_post(const ir::Lambda& post, llvm::ArrayRef<llvm::Value*> combined,
                  llvm::ArrayRef<llvm::Value*> further, const Destinations& places);
  Array dense_neutral(const ir::Atom& atom);
  llvm::Value* in_bounds(llvm::ArrayRef<llvm::Value*> indices, std::span<const ir::Atom> shape);
  void combine_into(const std::vector<Array>& dests, const std::vector<const ir::Type*>& types,
                    llvm::ArrayRef<llvm::Value*> indices, const ir::Lambda& op,
                    std::span<const ir::Atom> values);
  void combine_to(const ir::Lambda& op, const std::vector<Array>& places,
                  const std::function<void(size_t, llvm::Value*)>& on_scalar);
  llvm::Value* keep(const ir::Atom& condition, std::span<const ir::Atom> values,
                    const std::vector<Array>& to, const std::vector<const ir::Type*>& types,
                    llvm::Value* at);

  // The array from a position of the outer dimension on.
  Array part_from(const Array& whole, const ir::Type* whole_type, llvm::Value* at);
  // Where element `at` of the outer dimension of a row-major array lies. The outer size may not be
  // known yet.
  llvm::Value* position_pointer(const Array& whole, const ir::Type* whole_type, llvm::Value* at);

  // A record, or a list of values of one type, on the stack, as the runtime reads them.
  llvm::Value* record(llvm::ArrayRef<llvm::Value*> fields);
  llvm::Value* stack_list(llvm::ArrayRef<llvm::Value*> values);
  // The array in a new block that the runtime wrote to a list.
  Array block_in_list(llvm::Value* blocks, size_t number);

  void statement(const ir::Stm& stm);

  // How parallel loops are marked: see parallel_range.
  std::vector<llvm::MDNode*> parallel_loops;
  // Minima and maxima that are known to give one operand here: Note [Clamped indices] in
  // plan/clamps.h.
  const std::unordered_map<uint32_t, ir::Atom>* idle_clamps = nullptr;
  // Checks that are known to hold here: Note [Checks at both ends] in plan/end_checks.h.
  const std::unordered_set<const ir::Op*>* passed_checks = nullptr;
  // The number of the first point of the current row of an irregular level, by the level's index:
  // Note [Rows of irregular levels] in space.h.
  std::unordered_map<uint32_t, llvm::Value*> row_starts;

 private:
  friend class cpu::StripEmitter;
  friend class cpu::LaneEmitter;

  struct Owned {
    ir::Var root;
    llvm::Value* owner;                // null if there is a slot
    llvm::AllocaInst* slot = nullptr;  // where the owner lies: begin_owning
    // Whether the same is released.
    friend bool operator==(const Owned& one, const Owned& other) {
      return one.owner == other.owner && one.slot == other.slot;
    }
  };
  // The type is that of the result of the body.
  struct Place {
    Array array;
    const ir::Type* type;
    plan::Fit fit;
  };
  struct Scope {
    const ir::Body* body = nullptr;              // null: code that is no body
    const plan::BodyMemory* memory = nullptr;    // of the body
    // The current statement; none: they do not run in their order, and what is owned is kept until
    // the end.
    std::optional<size_t> position;
    std::vector<Owned> owned;
    std::unordered_map<uint32_t, Place> destinations;  // of variables
    std::unordered_map<uint32_t, LateDestination> late_destinations;
    // Concatenations, and which of the arrays are at their places already.
    std::unordered_map<uint32_t, std::unordered_set<uint32_t>> concats;
  };

  void operation(const ir::Stm& stm, const ir::Same& op);
  void operation(const ir::Stm& stm, const ir::Unary& op);
  void operation(const ir::Stm& stm, const ir::Binary& op);
  void operation(const ir::Stm& stm, const ir::Ternary& op);
  void operation(const ir::Stm& stm, const ir::Convert& op);
  void operation(const ir::Stm& stm, const ir::FromBits& op);
  // emit_arrays.cpp
  void operation(const ir::Stm& stm, const ir::ArrayLit& op);
  void operation(const ir::Stm& stm, const ir::Index& op);
  void operation(const ir::Stm& stm, const ir::Slice& op);
  void operation(const ir::Stm& stm, const ir::Update& op);
  void operation(const ir::Stm& stm, const ir::FlatSlice& op);
  void operation(const ir::Stm& stm, const ir::FlatUpdate& op);
  void operation(const ir::Stm& stm, const ir::Iota& op);
  void operation(const ir::Stm& stm, const ir::Replicate& op);
  void operation(const ir::Stm& stm, const ir::Concat& op);
  void operation(const ir::Stm& stm, const ir::Reshape& op);
  void operation(const ir::Stm& stm, const ir::Rearrange& op);
  void operation(const ir::Stm& stm, const ir::Copy& op);
  void operation(const ir::Stm& stm, const ir::Coerce& op);
  void operation(const ir::Stm& stm, const ir::EqualStep& op);  // emit_calls.cpp
  // emit_control.cpp
  void operation(const ir::Stm& stm, const ir::If& op);
  void operation(const ir::Stm& stm, const ir::Match& op);
  void operation(const ir::Stm& stm, const ir::Loop& op);
  void operation(const ir::Stm& stm, const ir::Call& op);  // emit_calls.cpp
  void operation(const ir::Stm& stm, const ir::Check& op);
  void operation(const ir::Stm& stm, const ir::Trace& op);
  void operation(const ir::Stm& stm, const ir::Opaque& op);
  void operation(const ir::Stm& stm, const ir::Tuning& op);
  // emit_sequential.cpp
  void operation(const ir::Stm& stm, const ir::Map& op);
  void operation(const ir::Stm& stm, const ir::Reduce& op);
  void operation(const ir::Stm& stm, const ir::Scan& op);
  void operation(const ir::Stm& stm, const ir::Hist& op);
  void operation(const ir::Stm& stm, const ir::Scatter& op);
  void operation(const ir::Stm& stm, const ir::Filter& op);
  void operation(const ir::Stm& stm, const ir::FlatMap& op);  // emit_flat_map.cpp
  void operation(const ir::Stm& stm, const ir::WithAcc& op);
  void operation(const ir::Stm& stm, const ir::UpdateAcc& op);
  // Operators over iteration spaces: target_code.h
  void operation(const ir::Stm& stm, const ir::SegMap& op) { m.code.seg(*this, stm, op); }
  void operation(const ir::Stm& stm, const ir::SegRed& op) { m.code.seg(*this, stm, op); }
  void operation(const ir::Stm& stm, const ir::SegScan& op) { m.code.seg(*this, stm, op); }
  void operation(const ir::Stm& stm, const ir::SegHist& op) { m.code.seg(*this, stm, op); }
  void operation(const ir::Stm& stm, const ir::SegScatter& op) { m.code.seg(*this, stm, op); }
  void operation(const ir::Stm& stm, const ir::SegFilter& op) { m.code.seg(*this, stm, op); }
  void operation(const ir::Stm& stm, const ir::SegPartition& op) { m.code.seg(*this, stm, op); }
  void operation(const ir::Stm& stm, const ir::SegFlatMap& op) { m.code.seg(*this, stm, op); }
  // What no pass leaves: a compiler bug.
  template <class T>
  void operation(const ir::Stm& stm, const T& op);

  void same(ir::Var var, const ir::Atom& value);
  void constant(const ir::Stm& stm, const ir::Function& callee);
  void call(const ir::Stm& stm, const ir::Call& op, const ir::Function& callee);
  void hand_over(const ir::Stm& stm, const ir::Function& callee, std::span<const ir::Atom> atoms,
                 std::vector<llvm::Value*>& args);
  // How the statement gives on an operand: with a new reference if the plan does not know it here.
  plan::Transfer transfer(const ir::Stm& stm, size_t operand) const;
  const plan::StmMemory* memory_of(const ir::Stm& stm) const;
  // An array that is given on, with a reference.
  Result give(const ir::Atom& atom, plan::Transfer transfer);
  void copy_unless_same(const Array& target, const Array& value, const ir::Type* value_type,
                        ir::Var value_root, ir::Var target_root);
  ir::Var accumulator_operand(std::span<const ir::Var> pattern, size_t number,
                              std::span<const ir::Var> arrays) const;
  void filter_element(const ir::Filter& op, llvm::Value* i,
                      const std::function<void(std::span<const ir::Atom>)>& use);
  // Being cancelled: Note [Loops that can be cancelled]
  enum class Asking : uint8_t { Never, InStrips, Counting };
  Asking asking(const ir::Loop& op);
  int64_t unasked_iterations(const ir::Body& body);
  void leave_if_cancelled();
  // For an iteration of a loop with this body: leaves the function now and then if the run was
  // cancelled.
  void count_iteration(const ir::Body& body);
  // The code of an iteration: what it has on the stack is gone when it ends.
  void iteration(const std::function<void()>& code);
  llvm::Value* byte_count(Prim elem, llvm::ArrayRef<llvm::Value*> sizes);
  Array place_in_concat(ir::Var var, const ir::Concat& op, ir::Var wanted);
  Destinations branch_destinations(const ir::Stm& stm);
  void branches(const ir::Stm& stm, const Destinations& destinations,
                std::vector<std::pair<llvm::BasicBlock*, const ir::Body*>> bodies);
  void bind_pieces(ir::Var var, std::span<const ir::Var> arrays);
  llvm::Value* piece_pointer(const std::vector<Piece>& pieces, Prim elem, llvm::Value* index);
  void range_by_pieces(std::span<const ir::Var> arrays, llvm::Value* end,
                       const std::function<void(llvm::Value*)>& code);
  void begin_scope(const ir::Body& body, const Destinations& destinations,
                   const LateDestinations& late = {});
  void end_scope();
  void own(std::span<const ir::Var> roots);
  // After a statement: what is not needed any more.
  void release_dead();
  void release(const Owned& owned);
  // Where the function is left, after releasing all that it owns: the status is added there.
  llvm::PHINode* leaving_status();
  llvm::PHINode* leaving_status(std::span<const Owned> owned);
  void describe_loop(std::vector<llvm::Metadata*> properties);
  void mark_parallel(llvm::MDNode* accesses, llvm::ArrayRef<llvm::Metadata*> further);
  Array allocate_at(const Place& place, Prim elem, llvm::ArrayRef<llvm::Value*> sizes);
  std::optional<int64_t> stack_bytes(Prim elem, llvm::ArrayRef<llvm::Value*> sizes) const;

  std::unordered_map<uint32_t, Binding> bindings_;
  std::vector<Scope> scopes_;
  llvm::BasicBlock* entry_;
  int64_t stack_bytes_ = 0;
  llvm::Value* has_stack_ =
      nullptr;                // whether there is more of it than recursion needs; null: there is
  bool grows_stack_ = false;  // does the iteration at hand?
  llvm::AllocaInst* iterations_ =
      nullptr;         // how many iterations of loops there were: count_iteration
  ir::PlaceId place_;  // of the statement at hand
  // Arrays that lie at their destinations if the sizes turn out to be equal, and the destinations.
  std::unordered_map<llvm::Value*, llvm::Value*> checked_places_;
  // The statuses of the blocks that leave the function, by what they release.
  std::map<std::vector<const void*>, llvm::PHINode*> leaving_;
  llvm::Value* constants_ = nullptr;
  llvm::BranchInst* last_latch_ = nullptr;  // of the last range
};

[[noreturn]] void unsupported(const ir::Storage& storage, const ir::Stm& stm,
                              std::string_view what);

}  // namespace planish::codegen
