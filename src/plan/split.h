// Ranges that are cut where a condition on the index changes.
//
// Note [Conditions on the index]
// In  map (\j -> if j >= w then f row[j - w] else row[j]) (iota n)  the condition is false up to some
// iteration, and true from there on. So the range is cut there, and each part is a loop of its own in
// which the condition is known: nothing branches, the checks of the branch that is taken are checks
// of the loop (Note [Checks at both ends] in plan/end_checks.h), and LLVM makes vectors. A condition that holds in
// one iteration only, as at the border of a grid, is cut off: in the longer of the parts before and
// after, it does not hold; the other part is done as it stands.
#pragma once

#include <unordered_map>
#include <vector>

#include "plan/end_checks.h"

namespace planish::plan {

struct SplitPlan {
  // Compares the number of the iteration + distance with what is the same in all of them.
  struct Condition {
    ir::Var var;
    ir::BinaryOp op;
    int64_t distance;
    ir::Atom limit;
  };
  // Of iterations on one side of each cut.
  struct Part {
    std::unordered_map<uint32_t, bool> known;  // the conditions, and what follows from them
    std::unique_ptr<const EndChecksPlan> end_checks;
  };

  std::vector<const ir::Stm*> limits;  // what finds the limits, before the range
  std::vector<Condition> cuts;
  std::vector<Condition> borders;  // those that hold in one iteration only, or in all but one
  std::vector<Part> parts;         // bit k of the number of a part: it is behind cut k

  int64_t copies() const { return static_cast<int64_t>(parts.size()) + (borders.empty() ? 0 : 1); }
};

Tried<SplitPlan> try_split(const Context& cx, const EvenBody& loop);
// Does a branch of the body depend on a comparison?
bool has_branches(const ir::Body& body);

}  // namespace planish::plan
