#include "ir/verify/flat_rules.h"

#include <utility>

#include "ir/build/builder.h"
#include "ir/verify/bodies.h"

namespace planish::ir {

std::vector<Dim> FlatRules::dims_of(const Space& space) {
  std::vector<Dim> dims;
  for (const Level& level : space.levels) {
    if (level.offsets) dims.clear();
    dims.push_back(Builder::dim(level.bound));
  }
  return dims;
}

std::vector<Dim> FlatRules::outer_dims_of(const Space& space) {
  return space.levels.empty() ? std::vector<Dim>()
                              : dims_of(Space{space.levels.first(space.levels.size() - 1)});
}

bool FlatRules::space(const Space& space) {
  if (!state_.at_host) {
    error(Rule::Structure, word() + " must stand at host level, not in a lambda or in another one");
  }
  if (space.levels.empty()) {
    error(Rule::Structure, word() + ": the iteration space has no levels");
    return false;
  }
  for (const Level& level : space.levels) {
    is_i64(level.bound, "bound");
    if (!level.offsets) continue;
    if (&level == space.levels.data()) {
      error(Rule::Structure, word() + ": the outermost level must be regular");
    }
    const Type* offsets = storage_.type(level.offsets);
    if (offsets->rank() != 1 || offsets->elem != Prim::I64) {
      error(Rule::Types, word() + ": offsets " + text(level.offsets) +
                             " must be an array of i64, but are of type " + text(offsets));
    }
  }
  for (const Level& level : space.levels) {
    if (!bodies_.bind(level.index)) return false;
    is_i64(level.index, "index");
  }
  return true;
}

bool FlatRules::seg_body(const Body* body) {
  bool at_host_around = std::exchange(state_.at_host, false);
  bool sound = bodies_.body(body);
  state_.at_host = at_host_around;
  return sound;
}

void FlatRules::segmented(const Space& space, const Body* body, std::span<const Atom> neutral,
                          std::span<const Dim> combined_outer, const Lambda* post) {
  Extent scope(state_);
  if (!this->space(space)) return;
  std::vector<Shape> values;
  {
    Extent inside(state_);
    if (!seg_body(body)) return;
    values = shapes(body->results);
    if (post == nullptr) mapped_results(values, neutral, combined_outer, dims_of(space), nullptr);
  }
  if (post != nullptr) mapped_results(values, neutral, combined_outer, dims_of(space), post);
}

void FlatRules::check(const SegMap& n) { segmented(n.space, n.body, {}, {}, nullptr); }

void FlatRules::check(const SegRed& n) {
  combines(n.op, shapes(n.neutral));
  segmented(n.space, n.body, n.neutral, outer_dims_of(n.space), nullptr);
}

void FlatRules::check(const SegScan& n) {
  combines(n.op, shapes(n.neutral));
  segmented(n.space, n.body, n.neutral, dims_of(n.space), n.post);
}

void FlatRules::seg_writes(const Space& space, const Body* body, size_t index_count,
                           std::span<const Shape> elems) {
  Extent scope(state_);
  if (!this->space(space) || !seg_body(body)) return;
  writes_elements(body->results, index_count, elems);
}

void FlatRules::check(const SegHist& n) {
  std::vector<Shape> elems = written(n.shape, n.dests);
  if (elems.size() != n.dests.size()) return;
  if (!count(n.dests.size(), n.neutral.size(), "neutral elements")) return;
  for (size_t i = 0; i < elems.size(); i++) {
    fits(elems[i], type(n.neutral[i]), "neutral element", n.neutral[i]);
  }
  combines(n.op, elems);
  seg_writes(n.space, n.body, n.shape.size(), elems);
}

void FlatRules::check(const SegScatter& n) {
  std::vector<Shape> elems = written(n.shape, n.dests);
  if (elems.size() == n.dests.size()) seg_writes(n.space, n.body, n.shape.size(), elems);
}

void FlatRules::kept_values(size_t first, std::span<const Atom> values) {
  for (size_t i = 0; i < values.size(); i++) {
    Shape value = type(values[i]);
    if (value.acc != nullptr) return error(Rule::Types, word() + ": keeps no accumulators");
    gives(first + i, value.within(Dim::variable(state_.pattern[0])), 1);
  }
}

void FlatRules::check(const SegFilter& n) {
  Extent scope(state_);
  if (!space(n.space) || !seg_body(n.body)) return;
  std::span<const Atom> results = n.body->results;
  if (results.empty()) {
    count(1, 0, "results");
    return;
  }
  is_scalar(results[0], Prim::Bool, "result");
  size_t first = n.space.levels.size() == 1 ? 1 : 2;
  if (!binds(first + results.size() - 1)) return;
  gives(0, Prim::I64);
  if (first == 2) gives(1, Shape(Prim::I64).within(outer_dims_of(n.space)));
  kept_values(first, results.subspan(1));
}

void FlatRules::check(const SegPartition& n) {
  is_i64(n.classes, "number of classes");
  Extent scope(state_);
  if (!space(n.space) || !seg_body(n.body)) return;
  std::span<const Atom> results = n.body->results;
  if (results.empty()) {
    count(1, 0, "results");
    return;
  }
  is_i64(results[0], "class");
  if (!binds(results.size() + 1)) return;
  gives(0, Prim::I64);
  gives(1, Shape(Prim::I64).within(Builder::dim(n.classes)));
  kept_values(2, results.subspan(1));
}

void FlatRules::check(const SegFlatMap& n) {
  Extent scope(state_);
  if (!space(n.space) || !seg_body(n.body)) return;
  flat_mapped(n.groups, n.body->results, dims_of(n.space));
}

}  // namespace planish::ir
