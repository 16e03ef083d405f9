// The parts of compile.h: one Compiler makes the code of one function after the other.
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "interp/code.h"
#include "interp/ops.h"
#include "ir/program.h"

namespace planish::interp {

// Thrown where the IR breaks a rule.
struct BrokenRule {
  std::string message;
};

// Do all dimensions but the outermost vary in both, or in none?
bool same_form(std::span<const ir::Dim> a, std::span<const ir::Dim> b);

class Compiler {
 public:
  Compiler(const ir::Program& program, ProgramCode& code);
  void run();

 private:
  // What is known of a variable.
  struct VarState {
    Slot slot = 0;
    int32_t depth = -1;  // of the scope that binds it; -1: it is not bound
    int32_t last = 0;    // the statement of that scope in which it was last seen
  };
  // A body that is being compiled.
  struct Scope {
    int32_t now = -1;             // the statement, or the number of all statements at the results
    std::vector<ir::Var> arrays;  // bound here
  };
  static constexpr int32_t kNeverReleased = INT32_MAX;

  void function(FunctionCode& fn);
  void link_calls();

  // ---- Variables and values (compile.cpp)
  const ir::Type& type(ir::Var var) const { return *storage_.type(var); }
  ValueKind kind(const ir::Type& type) const;
  ValueKind kind(const ir::Atom& atom) const;
  Prim prim(const ir::Atom& atom) const;
  Slot new_slot(ValueKind kind, ir::Var var = {});
  Slot constant(uint64_t bits);
  void bind_at(ir::Var var, Slot slot);
  Slot bind(ir::Var var);
  Slot use(ir::Var var);
  Slot take(ir::Var var);  // uses it, and leaves an empty handle
  Slot scalar(const ir::Atom& atom);
  Source source(const ir::Atom& atom);
  std::vector<Slot> scalars(std::span<const ir::Atom> atoms);
  std::vector<Slot> arrays(std::span<const ir::Var> vars);
  ArraySpec spec(Prim elem, std::span<const ir::Dim> dims);
  // Of the dimensions but the first `skipped` ones.
  ArraySpec spec(const ir::Type& type, size_t skipped = 0) {
    return spec(type.elem, type.dims.subspan(skipped));
  }
  // The slot of a result of the current statement.
  Slot result(size_t i = 0);
  ir::Var pattern(size_t i) const;

  // ---- Code (compile.cpp)
  void open_scope() { scopes_.emplace_back(); }
  void close_scope() { scopes_.pop_back(); }
  // The code of a body in the scope that is open, after some instructions. The first results are
  // moved to the slots.
  Code statements(const ir::Body& body, std::span<const Slot> to, std::vector<Instr> first = {});
  Code body(const ir::Body& body, std::span<const Slot> to);
  // The last parameters get elements of the arrays.
  Code lambda(const ir::Lambda& fn, std::span<const Slot> to, std::span<const ir::Var> arrays,
              std::vector<Slot>& params);
  std::vector<Source> sources_of_results(std::span<const ir::Atom> results);
  void release_after_last_use(Code& code, size_t start, std::span<const size_t> ends);
  void statement(const ir::Stm& stm);
  void emit(Handler handler, Slot a, Slot b = 0, Slot c = 0, Slot d = 0,
            const OpData* data = nullptr);
  void emit_move(Source from, Slot to);
  void emit_moves(std::span<const Source> from, std::span<const Slot> to);
  template <class T>
  T* make() {
    auto owned = std::make_unique<T>();
    T* made = owned.get();
    made->stm = stm_;
    code_.data.push_back(std::move(owned));
    return made;
  }

  // ---- Forms: see Note [Forms]
  Instr in_form(Slot from, Slot to, ArraySpec spec);
  std::vector<ir::Dim> dims_of_slice(ir::Var array, std::span<const ir::SliceDim> dims);
  // Results of a body, which are in `given` after its code, get the form of the elements of what is
  // bound: of the results of the statement from `first_bound` on, without their outer dimensions.
  void results_in_form(std::span<Source> given, std::span<const ir::Atom> results,
                       size_t first_bound, size_t outer, Code& code);

  // ---- Operations: one overload for each node
#define NODE(T, text, stages) void operation(const ir::T& op);
#include "ir/node.def"
  std::vector<SliceSpec> slice_dims(std::span<const ir::SliceDim> dims);
  std::vector<Input> inputs(std::span<const ir::Var> arrays, std::span<const ir::Param> params,
                            std::span<const Slot> slots);
  // What is run in each iteration. Its last parameters get elements of the arrays.
  struct Iterated {
    const ir::Body* body = nullptr;
    std::span<const ir::Param> params;
    std::span<const ir::Var> arrays;
    size_t leading = 0;  // results of the statement that do not come from a result of the body
  };
  std::vector<Output> outputs(std::span<const Source> elements, size_t first_result,
                              const Iterated& iterated);
  // Where an accumulator that the body gives comes from: a variable that is not bound in it.
  ir::Var origin(const ir::Body& body, ir::Var acc) const;
  ir::Var origin(const ir::Op* op, size_t result, std::span<const ir::Var> bound) const;
  Combine combine(const ir::Lambda& op, size_t count);
  Code post(const ir::Lambda& fn, const Combine& combine, std::vector<Source>& further);
  std::vector<Move> moves(std::span<const ir::Atom> from, std::span<const Source> to);
  std::vector<Move> moves(std::span<const Source> from, std::span<const ir::Var> to);
  template <class T>
  ReduceData* reduction(const T& op);
  template <class T>
  void written(const T& op, ScatterData& data);
  std::vector<Move> dests(std::span<const ir::Var> arrays);
  static std::vector<Slot> slots_of(std::span<const Source> sources);
  // Arrays over a space, with one dimension instead of the `outer` ones of the space.
  std::vector<Output> space_outputs(std::span<const Source> elements, size_t first_result,
                                    size_t outer, const Iterated& iterated);
  RowOutputs row_outputs(Code& body, std::span<const uint32_t> groups, const Iterated& iterated,
                         size_t outer);
  // What the body gives after its first result, for some of the points.
  void kept_values(SegData& data, const ir::Body& body, size_t first_bound);
  SegData* segmented(const ir::Space& space);
  void segmented_body(SegData& data, const ir::Space& space, const ir::Body& body,
                      std::span<const Slot> to);

  const ir::Program& program_;
  const ir::Storage& storage_;
  ProgramCode& code_;
  std::unordered_map<Name, FunctionCode*> functions_;
  std::vector<std::pair<CallData*, FunctionCode*>> calls_;  // of the function, and who calls

  // Of the function being compiled
  FunctionCode* fn_ = nullptr;
  std::vector<VarState> vars_;  // by Var::id
  std::vector<Scope> scopes_;
  std::unordered_map<uint64_t, Slot> constants_;
  std::vector<Instr>* out_ = nullptr;
  const ir::Stm* stm_ = nullptr;
};

}  // namespace planish::interp
