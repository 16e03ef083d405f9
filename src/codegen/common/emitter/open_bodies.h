// References that code holds while it is emitted: Note [Ownership] in plan/roots.h.
#pragma once

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "codegen/common/emitter/array.h"
#include "plan/plan.h"

namespace planish::codegen {

// The references that code holds at the point where it is emitted, and the places that there are for
// arrays: those of the bodies around it. What becomes of them is what the plan says.
class OpenBodies {
 public:
  struct Owned {
    ir::Var root;
    llvm::Value* owner;                // null if there is a slot
    llvm::AllocaInst* slot = nullptr;  // where the owner lies
  };
  // The type is that of the result of the body.
  struct Destination {
    Array array;
    const ir::Type* type;
    plan::Fit fit;
  };
  struct Entry {
    const ir::Body* body = nullptr;            // null: code that is no body
    const plan::BodyMemory* memory = nullptr;  // of the body
    // The current statement; none: they do not run in their order, and what is owned is kept until
    // the end.
    std::optional<size_t> position;
    std::vector<Owned> owned;
    std::unordered_map<uint32_t, Destination> destinations;  // of variables
    std::unordered_map<uint32_t, LateDestination> late_destinations;
    // Concatenations, and which of the arrays are at their places already.
    std::unordered_map<uint32_t, std::unordered_set<uint32_t>> concats;
  };

  void open() { entries_.emplace_back(); }
  void open(Entry entry) { entries_.push_back(std::move(entry)); }
  // What the innermost entry still holds.
  std::vector<Owned> close();
  Entry& current() { return entries_.back(); }
  const Entry& current() const { return entries_.back(); }

  // The current entry holds a reference from now on: to a root, or, if there is none, to what the
  // statement at hand needs.
  void hold(llvm::Value* owner, ir::Var root = {}) { current().owned.push_back({root, owner}); }
  void hold_slot(llvm::AllocaInst* slot) { current().owned.push_back({{}, nullptr, slot}); }
  // It does no more. False: it did not.
  bool give_up(ir::Var root);
  void give_up_owner(llvm::Value* owner);
  // The same for all that nothing needs after the current statement. What is given up is in order.
  std::vector<Owned> give_up_dead();
  // Everything that is held, the outermost first.
  std::vector<Owned> all() const;

  // How the statement gives on an operand: with a new reference if the plan does not know it here.
  plan::Transfer transfer(const ir::Stm& stm, size_t operand) const;
  // What the current entry holds, and the branches of the statement own from now on.
  std::vector<ir::Var> handed(const ir::Stm& stm) const;

 private:
  const plan::StmMemory* memory_of(const ir::Stm& stm) const;

  std::vector<Entry> entries_;
};

}  // namespace planish::codegen
