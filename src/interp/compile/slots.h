// Variables and values of the function being compiled, and the slots that they have.
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "interp/code.h"
#include "interp/ops.h"
#include "ir/program.h"

namespace planish::interp {

// Thrown where the IR breaks a rule.
struct BrokenRule {
  std::string message;
};

// What is known of a variable.
struct VarState {
  Slot slot = 0;
  int32_t depth = -1;  // of the body that binds it; -1: it is not bound
  int32_t last = 0;    // the statement of that body in which it was last seen
};

// A body that is being compiled.
struct BodyState {
  int32_t now = -1;             // the statement, or the number of all statements at the results
  std::vector<ir::Var> arrays;  // bound here
};

struct CompileState {
  CompileState(const ir::Program& compiled, ProgramCode& made)
      : program(compiled),
        storage(*compiled.storage),
        code(made),
        vars(compiled.storage->vars.size()) {}

  const ir::Program& program;
  const ir::Storage& storage;
  ProgramCode& code;
  std::unordered_map<Name, FunctionCode*> functions;
  std::vector<std::pair<CallData*, FunctionCode*>> calls;  // of the function, and who calls

  // Of the function being compiled
  FunctionCode* fn = nullptr;
  std::vector<VarState> vars;  // by Var::id
  std::vector<BodyState> bodies;
  std::unordered_map<uint64_t, Slot> constants;
  std::vector<Instr>* out = nullptr;
  const ir::Stm* stm = nullptr;
};

class Slots {
 public:
  explicit Slots(CompileState& state) : state_(state), storage_(state.storage) {}

 protected:
  static constexpr int32_t kNeverReleased = INT32_MAX;

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

  // What is bound in between belongs to a body of its own.
  void open_body() { state_.bodies.emplace_back(); }
  void close_body() { state_.bodies.pop_back(); }

  CompileState& state_;
  const ir::Storage& storage_;
};

}  // namespace planish::interp
