#include "codegen/common/emitter/scopes.h"

#include <algorithm>

namespace planish::codegen {

std::vector<Scopes::Owned> Scopes::close() {
  std::vector<Owned> held = std::move(current().owned);
  scopes_.pop_back();
  return held;
}

bool Scopes::give_up(ir::Var root) {
  std::vector<Owned>& owned = current().owned;
  auto found = std::ranges::find(owned, root, &Owned::root);
  if (found == owned.end()) return false;
  owned.erase(found);
  return true;
}

void Scopes::give_up_owner(llvm::Value* owner) {
  std::erase_if(current().owned, [&](const Owned& own) { return own.owner == owner; });
}

std::vector<Scopes::Owned> Scopes::give_up_dead() {
  Scope& scope = current();
  std::vector<Owned> dead;
  std::erase_if(scope.owned, [&](const Owned& own) {
    const bool is_over = scope.memory->is_over(own.root, *scope.position);
    if (is_over) dead.push_back(own);
    return is_over;
  });
  return dead;
}

std::vector<Scopes::Owned> Scopes::all() const {
  std::vector<Owned> out;
  for (const Scope& scope : scopes_) out.insert(out.end(), scope.owned.begin(), scope.owned.end());
  return out;
}

const plan::StmMemory* Scopes::memory_of(const ir::Stm& stm) const {
  const Scope& scope = current();
  if (!scope.position || &scope.body->stms[*scope.position] != &stm) return nullptr;
  return &scope.memory->stms[*scope.position];
}

plan::Transfer Scopes::transfer(const ir::Stm& stm, size_t operand) const {
  const plan::StmMemory* memory = memory_of(stm);
  return memory == nullptr ? plan::Transfer::Share : memory->operands[operand];
}

std::vector<ir::Var> Scopes::handed(const ir::Stm& stm) const {
  std::vector<ir::Var> out;
  const plan::StmMemory* memory = memory_of(stm);
  if (memory == nullptr) return out;
  for (const Owned& own : current().owned) {
    if (std::ranges::count(memory->handed, own.root) > 0) out.push_back(own.root);
  }
  return out;
}

}  // namespace planish::codegen
