#include "passes/flatten/known_offsets.h"

#include <algorithm>

#include "analysis/inner_bodies.h"
#include "ir/build/builder.h"

namespace planish::passes {

using namespace ir;

namespace {

const Stm* definition(const Nest& nest, const Atom& atom) {
  for (const Stm& stm : nest.stms) {
    if (stm.pattern.size() == 1 && Atom(stm.pattern[0]) == atom) return &stm;
  }
  return nullptr;
}

bool starts_at(const SliceDim& dim, int64_t start, const Atom& count) {
  return !dim.is_index && dim.start == Atom::i64(start) && dim.count == count &&
         dim.stride == Atom::i64(1);
}

// The operands of a map whose first result is the difference of both.
struct Neighbours {
  Var starts, ends;
  Atom count;
};
Neighbours neighbours(const Op* op) {
  const auto* map = as<Map>(op);
  if (map == nullptr || map->arrays.size() != 2 || map->fn->body->stms.size() != 1) return {};
  const Stm& stm = map->fn->body->stms[0];
  const auto* sub = as<Binary>(stm.op);
  if (sub == nullptr || sub->op != BinaryOp::Sub) return {};
  const auto results = map->fn->body->results;
  if (results.empty() || results[0] != Atom(stm.pattern[0])) return {};
  const Atom first(map->fn->params[0].var), second(map->fn->params[1].var);
  if (sub->x == second && sub->y == first) return {map->arrays[0], map->arrays[1], map->width};
  if (sub->x == first && sub->y == second) return {map->arrays[1], map->arrays[0], map->width};
  return {};
}

// The array of which this result is the scan; none: something has been done to its elements before
// or afterwards.
Var scanned(const Scan& scan, size_t result) {
  size_t value = result;
  if (scan.post != nullptr) {
    const Atom& given = scan.post->body->results[result];
    auto param = std::ranges::find(scan.post->params, given.var, &Param::var);
    value = static_cast<size_t>(param - scan.post->params.begin());
  }
  if (value >= scan.neutral.size()) return {};
  if (scan.map == nullptr) return scan.arrays[value];
  auto param = std::ranges::find(scan.map->params, scan.map->body->results[value].var, &Param::var);
  if (param == scan.map->params.end()) return {};
  return scan.arrays[static_cast<size_t>(param - scan.map->params.begin())];
}

}  // namespace

KnownOffsets::KnownOffsets(const Program& program) : storage_(*program.storage) {
  for (const Function* fn : program.functions) {
    params_ = fn->params;
    body(fn->body);
  }
}

// What follows the offsets are the units of the next level, or the elements.
void KnownOffsets::given(Var offsets, Var param) {
  offsets_[offsets] = {};
  offsets_[param] = {};
  const auto at = std::ranges::find(params_, param, &Param::var);
  if (at == params_.end() || at + 1 == params_.end()) return;
  const Type* next = storage_.type((at + 1)->var);
  if (!next->is_array() || next->dims[0].kind == DimKind::Varying) return;
  totals_.emplace(offsets, Builder::atom(next->dims[0]));
  totals_.emplace(param, Builder::atom(next->dims[0]));
}

std::optional<Atom> KnownOffsets::total(Var offsets) const {
  const auto found = totals_.find(offsets);
  return found == totals_.end() ? std::nullopt : std::optional(found->second);
}

void KnownOffsets::body(const Body* body) {
  for (const Stm& stm : body->stms) {
    if (const auto* slice = as<Slice>(stm.op); slice != nullptr && slice->dims.size() == 1) {
      parts_[stm.pattern[0]] = {slice->array, slice->dims[0]};
    } else if (const auto* scan = as<Scan>(stm.op)) {
      for (size_t i = 0; i < scan->made(); i++) {
        if (Var array = scanned(*scan, i)) scans_[stm.pattern[i]] = array;
      }
    }
    bool is_offsets = has_attribute(stm.attrs, AttributeKind::Offsets);
    // Those that an entry point takes: Note [Rows at entry points] in entry_rows.h.
    if (const auto* coerce = as<Coerce>(stm.op); is_offsets && coerce != nullptr)
      given(stm.pattern[0], coerce->array);
    // Lengths that are computed from all offsets.
    if (Neighbours at = neighbours(stm.op); at.ends != Var{}) {
      auto starts = parts_.find(at.starts), ends = parts_.find(at.ends);
      if (starts != parts_.end() && ends != parts_.end() && starts->second.of == ends->second.of &&
          offsets_.contains(ends->second.of) && starts_at(starts->second.dim, 0, at.count) &&
          starts_at(ends->second.dim, 1, at.count))
        of_lengths_.try_emplace(stm.pattern[0], ends->second.of);
    }
    const auto* concat = as<Concat>(stm.op);
    if (is_offsets && concat != nullptr) {
      // A slice from number 1 on has become the array itself.
      const Var all_ends = concat->arrays[1];
      const Atom count = Builder::atom(storage_.type(all_ends)->dims[0]);
      parts_[all_ends] = {stm.pattern[0], {false, Atom::i64(1), count, Atom::i64(1)}};
      auto ends = scans_.find(all_ends);
      Var lengths;
      if (ends != scans_.end()) {
        lengths = ends->second;
        of_lengths_.try_emplace(lengths, stm.pattern[0]);
      }
      offsets_[stm.pattern[0]] = lengths;
    }
    for_each_inner_body(stm.op, [&](const Body* inner) { this->body(inner); });
  }
}

Var KnownOffsets::lengths(Var offsets) const {
  auto it = offsets_.find(offsets);
  return it == offsets_.end() ? Var{} : it->second;
}

Var KnownOffsets::of(const Nest& nest, const Atom& length) const {
  if (nest.levels.size() != 1) return {};
  auto it = of_lengths_.find(nest.holder(length));
  return it != of_lengths_.end() ? it->second : from_neighbours(nest, length);
}

Var KnownOffsets::from_neighbours(const Nest& nest, const Atom& length) const {
  const Level& level = nest.levels[0];
  const Stm* stm = definition(nest, length);
  const auto* sub = stm == nullptr ? nullptr : as<Binary>(stm->op);
  if (sub == nullptr || sub->op != BinaryOp::Sub) return {};
  // The array of which the atom is an element: number i, counted from `start`.
  auto neighbour = [&](const Atom& atom, int64_t start) -> Var {
    const Stm* read = definition(nest, atom);
    const auto* index = read == nullptr ? nullptr : as<Index>(read->op);
    if (index == nullptr || index->indices.size() != 1 || index->indices[0] != Atom(level.index))
      return {};
    auto part = parts_.find(index->array);
    if (part == parts_.end()) return {};
    return starts_at(part->second.dim, start, level.bound) ? part->second.of : Var{};
  };
  Var ends = neighbour(sub->x, 1);
  Var starts = neighbour(sub->y, 0);
  return ends == starts && offsets_.contains(ends) ? ends : Var{};
}

}  // namespace planish::passes
