// Which loops over independent iterations are done in strips, and how each statement of their
// bodies is.
//
// Note [Strips]
// LLVM vectorises innermost loops. If the iterations of a parallel loop are themselves loops in
// which one step needs the one before, as in a recurrence along each row, nothing is vectorised,
// and each step waits for the last one. So the code of such a body is made for a strip of
// neighbouring iterations, the lanes, at once, and their loops change places:
//
//   for each row { for i < n { x[i] = f(x[i - 1]) } }   =>   for each strip { for i < n { for lane < 16 { … } } }
//
// The loops over lanes are innermost, of constant length, and their iterations are independent. In
// arrays that the body makes, the elements of all lanes lie side by side. Scalars that are needed
// in several loops over lanes have a slot of as many elements on the stack, which LLVM turns into
// vectors.
//
// Statements are one of these:
//   uniform       no operand differs between lanes: done once
//   view          takes no time: done again in each loop over lanes that needs it
//   lane          done in a loop over lanes, together with its neighbours
//   interchanged  a loop around loops over lanes: its own length is the same for all lanes
//
// The last strip begins so that it is a whole one, and does some iterations again. Where there are
// not enough iterations for one strip, or its arrays would be large, the ordinary code runs, which
// is always there, too.
#pragma once

#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analysis/lane_kinds.h"
#include "plan/context.h"

namespace planish::plan {

enum class StripKind : uint8_t { Uniform, View, Lane, Interchanged };

// A loop whose iterations are independent.
struct StripBody {
  const ir::Body& body;
  ir::Var index;                      // none: nothing uses it
  std::span<const ir::Param> params;  // stand for the elements of
  std::span<const ir::Var> arrays;    // these arrays at the index
};

struct StripPlan {
  explicit StripPlan(const ir::Storage& storage) : lane_kinds(storage) {}

  int64_t lanes = 0;
  // How many bytes the arrays of all lanes may have together.
  int64_t most_bytes = 0;
  std::unordered_map<const ir::Op*, StripKind> kinds;
  // What differs between lanes. What lies in memory for each lane counts as different, whatever it
  // is.
  LaneKinds lane_kinds;
  // Does result k of the loop lie where parameter k lies?
  std::unordered_map<const ir::Loop*, std::vector<bool>> in_place;
  std::unordered_map<uint32_t, size_t> uses;  // of variables: how often
  std::vector<ir::Var> made;                  // the arrays of each lane
  std::unordered_set<uint32_t> rows;          // of these: that are made in their place in others

  bool varies(const ir::Atom& atom) const { return !lane_kinds.is_uniform(atom); }
  size_t use_count(ir::Var var) const {
    auto found = uses.find(var.id);
    return found == uses.end() ? 0 : found->second;
  }
};

Tried<StripPlan> try_strips(const Context& cx, const StripBody& loop);

// Calls f for each use of a variable in it and what lies inside of it.
void for_each_use_inside(const ir::Body& body, const std::function<void(ir::Var)>& f);
void for_each_use_inside(const ir::Op* op, const std::function<void(ir::Var)>& f);

}  // namespace planish::plan
