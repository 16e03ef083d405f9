// Loops whose indices are clamped or wrapped around, as at the borders of a grid or a torus.
//
// Note [Clamped indices]
// In the middle of a grid, max 0 (min (m - 1) (j - 1)) and (j - 1) % m are j - 1, and neighbours lie
// side by side; but a loop over all j cannot load them as vectors. So the range of j is cut: in the
// middle part, where no clamp of the body does anything, clamps are left out.
#pragma once

#include <unordered_map>
#include <vector>

#include "plan/context.h"

namespace planish::plan {

struct ClampPlan {
  // Variables that are at a distance from the index of the loop, in order: the sum or difference of
  // one that was before and a number that is the same in all iterations, or the minimum, maximum or
  // remainder of both, which is a clamp.
  struct Step {
    ir::Var var;
    ir::BinaryOp op;
    ir::Atom index;
    ir::Atom by;
  };
  std::vector<Step> steps;
  std::unordered_map<uint32_t, ir::Atom> idle;  // what a clamp gives where it does nothing
};

// Is there a minimum, maximum or remainder of i64s?
bool has_clamps(const Context& cx, const ir::Body& body);
// Of a loop over `index`.
Tried<ClampPlan> try_clamps(const Context& cx, const ir::Body& body, ir::Var index);

}  // namespace planish::plan
