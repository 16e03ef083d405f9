// What passes decided about the operators of a program, and why, as data. A pass writes it down
// where it decides; `planish explain` puts it into words (driver/explain/decision_text.h).
//
// Later passes copy and rename statements, but keep their places. So a decision is found by the
// variable that it is about, if that is still there, and otherwise by places.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "ir/node.h"
#include "support/attribute.h"

namespace planish {

enum class DecisionKind : uint8_t {
  Sequential,   // an operator is a loop in one thread
  Distributed,  // what is in a nest became operators of their own
  Versions,     // there are two versions of a nest, and a condition that chooses
};

enum class Ground : uint8_t {
  // Of any of them
  Asked,  // an attribute asks for it
  // Sequential
  Shows,         // what it shows has to come in order
  Accumulates,   // it updates accumulators
  Irregular,     // arrays are irregular, and nothing represents them by regular ones
  FewElements,   // `count` of them, and more than `limit` are worth it
  Called,        // its function is called in each of many threads
  InOperator,    // it is in an operator, which is applied to `limit` elements or more at once
  InLoop,        // what is around it is a loop in one thread already
  EnoughAround,  // there are `limit` iterations or more around it
  NothingToDo,   // there are no iterations around it
  ManyVersions,  // `count` versions are around it, and there may be `limit`
  LongBody,  // the body around it has `count` statements, and those of up to `limit` are made twice
  NotTakenApart,  // the code around it is not taken apart
  // Distributed
  FewAround,     // there are `count` iterations around it, and `limit` were enough
  Tiles,         // it can be done in tiles
  Everything,    // the target wants all parallelism
  CalledForAll,  // it calls a foreign function that does the same for all points
  // Versions: which one is taken depends on whether there are …
  EnoughPoints,    // … `limit` iterations or more
  Spread,          // … enough of them, of which none has most of the work, or there is little to do
  EnoughElements,  // … `limit` elements or more, to which an operator is applied
  EnoughColumns,   // … `limit` columns or more, so that tiles are worth it
};

// Why, in figures.
struct Because {
  Ground ground{};
  int64_t count = 0;
  int64_t limit = 0;
  AttributeKind attribute = AttributeKind::Other;  // Asked

  friend bool operator==(const Because&, const Because&) = default;
};

struct Decision {
  DecisionKind kind{};
  Because because;
  ir::PlaceId place;  // of the operator, or of the last operator of the nest
  ir::PlaceId
      around;   // Sequential: of the parallel operator that it is in; none: host code, a function
  ir::Var var;  // Sequential: what it binds; Versions: the condition
};

class Decisions {
 public:
  void add(const Decision& decision) {
    by_place_[decision.place.id].push_back(all_.size());
    if (decision.var) by_var_.try_emplace(decision.var, all_.size());
    all_.push_back(decision);
  }

  // Why the operator that binds the variable, at a place and inside of a parallel operator at
  // another, is a loop; null: nobody said.
  const Because* why_sequential(ir::Var var, ir::PlaceId place, ir::PlaceId around) const {
    if (const Decision* exact = of(var, DecisionKind::Sequential)) return &exact->because;
    const Decision* best = nullptr;
    for_each_at(place, DecisionKind::Sequential, [&](const Decision& one) {
      if (best == nullptr || (best->around != around && one.around == around)) best = &one;
    });
    return best == nullptr ? nullptr : &best->because;
  }
  // Why the nest was taken apart, whatever its sizes; null: it was not.
  const Because* why_distributed(ir::PlaceId place) const {
    const Decision* first = nullptr;
    for_each_at(place, DecisionKind::Distributed, [&](const Decision& one) {
      if (first == nullptr) first = &one;
    });
    return first == nullptr ? nullptr : &first->because;
  }
  // What a condition asks that chooses between versions; null: it is none.
  const Because* versions(ir::Var condition) const {
    const Decision* found = of(condition, DecisionKind::Versions);
    return found == nullptr ? nullptr : &found->because;
  }

  const std::vector<Decision>& all() const { return all_; }

 private:
  const Decision* of(ir::Var var, DecisionKind kind) const {
    auto found = var ? by_var_.find(var) : by_var_.end();
    if (found == by_var_.end() || all_[found->second].kind != kind) return nullptr;
    return &all_[found->second];
  }
  template <class F>
  void for_each_at(ir::PlaceId place, DecisionKind kind, F&& f) const {
    auto found = by_place_.find(place.id);
    if (found == by_place_.end()) return;
    for (size_t i : found->second) {
      if (all_[i].kind == kind) f(all_[i]);
    }
  }

  std::vector<Decision> all_;
  std::unordered_map<uint32_t, std::vector<size_t>> by_place_;  // by PlaceId::id
  std::unordered_map<ir::Var, size_t> by_var_;
};

}  // namespace planish
