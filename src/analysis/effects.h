// What a piece of a program does beside giving its results: stopping the program (`check`) and
// showing values (`trace`). Everything else may be left out when nobody uses its results, loops and
// recursion without an end included.
#pragma once

#include <memory>
#include <unordered_map>
#include <unordered_set>

#include "ir/facts.h"
#include "ir/program.h"

namespace planish {

class Effects {
 public:
  // Looks at all functions, since a call does what the function does.
  explicit Effects(const ir::Program& program);

  bool has_effect(const ir::Op* op) const { return effect(op) != ir::Effect::None; }
  bool has_effect(const ir::Body* body) const { return effect(body) != ir::Effect::None; }
  bool call_has_effect(Name fn) const { return functions_.contains(fn); }
  // The one that keeps most order. A call shows something if it has an effect at all.
  ir::Effect effect(const ir::Op* op) const;
  ir::Effect effect(const ir::Body* body) const;

 private:
  std::shared_ptr<const ir::Storage> storage_;
  std::unordered_set<Name> functions_;  // whose calls have an effect
  // Of bodies of the arena, so that asking at each level of a nest is linear in its depth.
  mutable std::unordered_map<const ir::Body*, ir::Effect> known_;
};

}  // namespace planish
