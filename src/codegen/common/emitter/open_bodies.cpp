#include "codegen/common/emitter/open_bodies.h"

#include <algorithm>

namespace planish::codegen {

std::vector<OpenBodies::Owned> OpenBodies::close() {
  std::vector<Owned> held = std::move(current().owned);
  entries_.pop_back();
  return held;
}

bool OpenBodies::give_up(ir::Var root) {
  std::vector<Owned>& owned = current().owned;
  auto found = std::ranges::find(owned, root, &Owned::root);
  if (found == owned.end()) return false;
  owned.erase(found);
  return true;
}

void OpenBodies::give_up_owner(llvm::Value* owner) {
  std::erase_if(current().owned, [&](const Owned& own) { return own.owner == owner; });
}

std::vector<OpenBodies::Owned> OpenBodies::give_up_dead() {
  Entry& entry = current();
  std::vector<Owned> dead;
  std::erase_if(entry.owned, [&](const Owned& own) {
    const bool is_over = entry.memory->is_over(own.root, *entry.position);
    if (is_over) dead.push_back(own);
    return is_over;
  });
  return dead;
}

std::vector<OpenBodies::Owned> OpenBodies::all() const {
  std::vector<Owned> out;
  for (const Entry& entry : entries_) out.insert(out.end(), entry.owned.begin(), entry.owned.end());
  return out;
}

const plan::StmMemory* OpenBodies::memory_of(const ir::Stm& stm) const {
  const Entry& entry = current();
  if (!entry.position || &entry.body->stms[*entry.position] != &stm) return nullptr;
  return &entry.memory->stms[*entry.position];
}

plan::Transfer OpenBodies::transfer(const ir::Stm& stm, size_t operand) const {
  const plan::StmMemory* memory = memory_of(stm);
  return memory == nullptr ? plan::Transfer::Share : memory->operands[operand];
}

std::vector<ir::Var> OpenBodies::handed(const ir::Stm& stm) const {
  std::vector<ir::Var> out;
  const plan::StmMemory* memory = memory_of(stm);
  if (memory == nullptr) return out;
  for (const Owned& own : current().owned) {
    if (std::ranges::count(memory->handed, own.root) > 0) out.push_back(own.root);
  }
  return out;
}

}  // namespace planish::codegen
