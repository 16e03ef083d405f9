// What a piece of a program does beside giving its results: stopping the program (`check`) and
// showing values (`trace`). Everything else may be left out when nobody uses its results, loops and
// recursion without an end included.
#pragma once

#include <unordered_set>

#include "ir/program.h"

namespace planish {

class Effects {
 public:
  // Looks at all functions, since a call does what the function does.
  explicit Effects(const ir::Program& program);

  bool has_effect(const ir::Op* op) const;
  bool has_effect(const ir::Body* body) const;
  bool call_has_effect(Name fn) const { return functions_.contains(fn); }

 private:
  std::unordered_set<Name> functions_;  // whose calls have an effect
};

}  // namespace planish
