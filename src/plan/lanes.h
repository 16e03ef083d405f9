// Whether the iterations of a parallel loop are done in lanes with masks, and how many at once: the
// one place where this is decided.
//
// Note [Worth of lanes]
// A body is done in lanes if every operation of it has a form for vectors, it has a loop, a
// reduction, a branch that diverges in a loop or with a check or a loop inside, or a check that is
// made in each iteration (LLVM takes care of what is simpler), and it is estimated to be fast enough (LaneFigures). Of a reduction LLVM
// makes vectors, too, but along the row: what is done for nothing in its last vector counts, and
// what is done once for each row and not in vectors. Time is counted in simple operations. For one
// iteration, done alone:
//   each operation by its weight, a loop of unknown length kUnknownCount times, of two branches the
//   mean, and of a row of which LLVM makes vectors what these take, LaneFigures::row_waste times,
//   and LaneFigures::row;
// and for a strip of all lanes:
//   an operation once for each vector register that the lanes fill; one that has no vector form
//   once for each lane; a gather once for each lane, too, but cheaper where the CPU has an
//   instruction for it; both branches, and a test for each, where lanes go separate ways; a loop
//   that diverges LaneFigures::divergence times as long: it ends when the last lane does.
#pragma once

#include "analysis/lane_kinds.h"
#include "plan/context.h"

namespace planish::plan {

// A loop whose iterations are independent.
struct LaneBody {
  const ir::Body& body;
  ir::Var index;                           // none: nothing uses it
  std::span<const ir::Param> params = {};  // stand for the elements of
  std::span<const ir::Var> arrays = {};    // these arrays at the index
  // Are there checks that are made in each iteration, which LLVM makes no vectors of?
  bool has_uneven_checks = false;
};

struct LanePlan {
  explicit LanePlan(const ir::Storage& storage) : kinds(storage) {}

  LaneKinds kinds;
  int64_t lanes = 0;
  // The size of the elements that most operations are on, in bytes: 4 or 8.
  int64_t element_bytes = 4;
  double gain = 0;  // how many times as fast it is than one iteration after the other, as estimated
};

Tried<LanePlan> try_lanes(const Context& cx, const LaneBody& loop);

// Is it the same for all lanes, and done without anything that can fail, so that it can be done
// once as it stands?
bool is_done_once(const ir::Storage& storage, const LaneKinds& kinds, const ir::Stm& stm);
// Can both sides of a branch be done for all lanes, and then chosen from? They are short, and
// nothing in them can fail or needs memory to be there.
bool is_chosen_from(const ir::Storage& storage, const ir::Body& body,
                    const LaneFigures& figures = {});

}  // namespace planish::plan
