#include "passes/flatten/known_offsets.h"

#include <algorithm>

#include "analysis/inner_bodies.h"

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

}  // namespace

KnownOffsets::KnownOffsets(const Program& program) : storage_(*program.storage) {
  for (const Function* fn : program.functions) body(fn->body);
}

void KnownOffsets::body(const Body* body) {
  for (const Stm& stm : body->stms) {
    if (const auto* slice = as<Slice>(stm.op); slice != nullptr && slice->dims.size() == 1) {
      parts_[stm.pattern[0]] = {slice->array, slice->dims[0]};
    } else if (const auto* scan = as<Scan>(stm.op); scan != nullptr && scan->map == nullptr) {
      for (size_t i = 0; i < scan->neutral.size(); i++) scans_[stm.pattern[i]] = {scan, i};
    }
    bool is_offsets =
        std::ranges::any_of(stm.attrs, [&](Name attr) { return storage_.text(attr) == "offsets"; });
    if (const auto* given = as<Coerce>(stm.op); is_offsets && given != nullptr) {
      offsets_[stm.pattern[0]] = {};
      offsets_[given->array] = {};
    }
    if (const auto* map = as<Map>(stm.op)) differences(*map, stm.pattern);
    const auto* concat = as<Concat>(stm.op);
    if (is_offsets && concat != nullptr) {
      auto ends = scans_.find(concat->arrays[1]);
      Var lengths;
      if (ends != scans_.end()) {
        auto [scan, number] = ends->second;
        lengths = scan->arrays[number];
        of_lengths_.try_emplace(lengths, stm.pattern[0]);
      }
      offsets_[stm.pattern[0]] = lengths;
    }
    for_each_inner_body(stm.op, [&](const Body* inner) { this->body(inner); });
  }
}

// Lengths that a map computes from all offsets.
void KnownOffsets::differences(const Map& map, std::span<const Var> results) {
  if (map.arrays.size() != 2 || map.fn->body->stms.size() != 1) return;
  const auto* sub = as<Binary>(map.fn->body->stms[0].op);
  if (sub == nullptr || sub->op != BinaryOp::Sub) return;
  auto whole = [&](const Atom& operand, int64_t start) -> Var {
    for (size_t i = 0; i < map.arrays.size(); i++) {
      auto part = parts_.find(map.arrays[i]);
      if (Atom(map.fn->params[i].var) == operand && part != parts_.end() &&
          starts_at(part->second.dim, start, map.width))
        return part->second.of;
    }
    return {};
  };
  Var offsets = whole(sub->x, 1);
  if (offsets != whole(sub->y, 0) || !offsets_.contains(offsets)) return;
  of_lengths_.try_emplace(results[0], offsets);
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
