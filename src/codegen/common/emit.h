// LLVM IR from FLAT: a function, while it is emitted. What is emitted for which operations is in
// operations/.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "codegen/common/emitter/array.h"
#include "codegen/common/emitter/bodies.h"
#include "codegen/common/emitter/cancellation.h"
#include "codegen/common/emitter/control.h"
#include "codegen/common/emitter/copies.h"
#include "codegen/common/emitter/elements.h"
#include "codegen/common/emitter/frame.h"
#include "codegen/common/emitter/memory.h"
#include "codegen/common/emitter/module.h"
#include "codegen/common/emitter/open_bodies.h"
#include "codegen/common/emitter/ranges.h"

namespace planish::codegen {

using plan::Strategy;
using plan::Where;

// What all code of the function shares: where it goes, and what variables are. The rest is done by
// the parts, each of which has a state of its own.
class FunctionEmitter {
 public:
  FunctionEmitter(ModuleEmitter& module, llvm::Function* function, Where where);

  ModuleEmitter& m;
  llvm::IRBuilder<> b;
  llvm::Function* function;
  llvm::Value* context;  // the first parameter
  const Where where;
  OpenBodies open_bodies;

  // The parts
  Frame frame;
  ArrayMemory memory{*this};
  Elements elements{*this};
  Copies copies{*this};
  RangeLoops ranges{*this};
  Control control{*this};
  Cancellation cancellation{*this};
  Bodies bodies{*this};

  // Of an entry point: what it was given, as far as a host did that.
  struct Inputs {
    const ir::Function* entry = nullptr;
    llvm::Value* slots = nullptr;  // null when it runs: another function of the program called it
  };
  Inputs inputs;

  // Minima and maxima that are known to give one operand here: Note [Clamped indices] in
  // plan/clamps.h.
  const std::unordered_map<uint32_t, ir::Atom>* idle_clamps = nullptr;
  // Checks that are known to hold here: Note [Checks at both ends] in plan/end_checks.h.
  const std::unordered_set<const ir::Op*>* passed_checks = nullptr;
  // Conditions that are known here: Note [Conditions on the index] in plan/split.h.
  const std::unordered_map<uint32_t, bool>* known_conditions = nullptr;
  // The number of the first point of the current row of an irregular level, by the level's index:
  // Note [Rows of irregular levels] in space.h.
  std::unordered_map<uint32_t, llvm::Value*> row_starts;

  llvm::Constant* i64(int64_t value) const { return llvm::ConstantInt::getSigned(m.i64, value); }
  const ir::Type* type(ir::Var var) const { return m.storage.type(var); }
  const ir::Type* type(const ir::Atom& atom) const { return m.storage.type(atom); }
  const Binding& binding(ir::Var var) const;
  const std::unordered_map<uint32_t, Binding>& bindings() const { return bindings_; }
  llvm::Value* scalar(const ir::Atom& atom);
  std::vector<llvm::Value*> scalars(std::span<const ir::Atom> atoms);
  const Array& array(ir::Var var) const { return binding(var).array; }
  llvm::Value* size(const ir::Dim& dim);
  std::vector<llvm::Value*> sizes(const ir::Type* type);
  llvm::Value* product(llvm::ArrayRef<llvm::Value*> sizes);
  llvm::Value* constants();  // the table of constants

  void bind(ir::Var var, Binding binding) { bindings_[var.id] = std::move(binding); }
  void bind_scalar(ir::Var var, llvm::Value* value) { bindings_[var.id] = {value, {}, {}, {}}; }
  // The variable becomes a root of its own, with the reference that the array has.
  void bind_root(ir::Var var, Array array);
  // It shares the root of another one.
  void bind_view(ir::Var var, Array array, ir::Var of);
  void bind_result(ir::Var var, const Result& result);

 private:
  std::unordered_map<uint32_t, Binding> bindings_;
  llvm::Value* constants_ = nullptr;
};

[[noreturn]] void unsupported(const ir::Storage& storage, const ir::Stm& stm,
                              std::string_view what);

}  // namespace planish::codegen
