// Checks that are made for the first and the last iteration of a loop, and not for each.
//
// Note [Checks at both ends]
// A check of an index that grows evenly, such as 0 <= k * c < n, holds in all iterations if it
// holds in the first and in the last. A loop with checks of this kind only is emitted twice:
// without them, for when they hold at both ends, and as it was, for when they do not, so that what
// fails is reported as ever. Without them it can be vectorised.
//
// Places that a scatter writes to are tested in the same way: if those of the first and the last
// iteration lie inside of the array, all do.
//
// Numbers must not wrap around in between. So those that are added and multiplied have to be small:
// what is known when the loop begins is looked at, too.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "plan/context.h"

namespace planish::plan {

// What numbers have at most, as bits; those that begin and end the range, too.
inline constexpr int kSmallBits = 30;

// An element of an array that is written to, by its index in one dimension and the extent there.
struct WrittenPlace {
  ir::Atom index;
  ir::Atom extent;
};

// A loop over a range.
struct EvenBody {
  const ir::Body& body;
  // Variables that are the number of the iteration, or grow evenly with it, by 2 at most, …
  std::vector<ir::Var> indices;
  // … and all other variables that differ from iteration to iteration.
  std::vector<ir::Var> others = {};
  int index_bits = kSmallBits + 2;
  std::vector<WrittenPlace> places = {};
  // Those of the indices that are small numbers in the first iteration and grow by one.
  std::vector<ir::Var> counters = {};
  // Conditions that are the same in all iterations, so that one branch is taken in all; null: none.
  const std::unordered_map<uint32_t, bool>* known = nullptr;
};
// The checks of a body, branches that are not taken left out.
size_t check_count(const ir::Body& body, const std::unordered_map<uint32_t, bool>& known = {});
// The branch that is taken; null: it is not known.
const ir::Body* taken_branch(const ir::Op* op, const std::unordered_map<uint32_t, bool>& known);
// The loop over the elements of these arrays, for which the parameters stand.
EvenBody loop_over_elements(const Context& cx, const ir::Lambda& fn,
                            std::span<const ir::Var> arrays);

struct EndChecksPlan {
  std::vector<ir::Var> indices;              // of the loop
  std::unordered_set<const ir::Op*> passed;  // the checks
  std::vector<WrittenPlace> places;          // those that are tested at both ends only
  std::vector<const ir::Stm*> needed;  // what both are made of, in order, and checks themselves
  std::vector<ir::Atom> small;         // what has to be small
};

Tried<EndChecksPlan> try_end_checks(const Context& cx, const EvenBody& loop);

}  // namespace planish::plan
