// Filters in tasks that are done by vectors.
//
// Note [Short filters]
// A recursive function that sorts, or that looks for a hull, filters many arrays of a few elements.
// One by one, each element waits for the place that the one before leaves, and how often the loop
// runs is guessed wrong. Here a vector of elements at a time is looked at, and its lanes that are kept
// move together by one instruction of AVX-512, as in Note [Vector filters]; but the condition is
// computed in lanes, and nothing is written to memory in between. The last vector has only as many
// lanes as elements are left, so an array of less than a vector takes no loop at all.
//
// Elements of other arrays are read if neighbours read neighbours. Of two branches both are done, each by
// the lanes that go there: others load nothing.
#pragma once

#include "analysis/lane_kinds.h"
#include "plan/context.h"

namespace planish::plan {

struct ShortFilterPlan {
  explicit ShortFilterPlan(const ir::Storage& storage) : kinds(storage) {}

  unsigned lanes = 0;
  LaneKinds kinds;               // of neighbouring elements
  std::vector<ir::Atom> values;  // what is kept of an element
};

Tried<ShortFilterPlan> try_short_filter(const Context& cx, const ir::Filter& op);

}  // namespace planish::plan
