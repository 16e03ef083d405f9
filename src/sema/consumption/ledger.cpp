#include "sema/consumption/ledger.h"

#include <algorithm>

namespace planish::consumption {

std::vector<TrailEntry> Ledger::take_back(Mark m) {
  std::vector<TrailEntry> taken;
  for (size_t i = m.trail; i < trail_.size(); i++) {
    if (trail_[i].owner >= m.owners) continue;
    owners_[trail_[i].owner].consumption = 0;
    taken.push_back(trail_[i]);
  }
  trail_.resize(std::min(trail_.size(), m.trail));
  return taken;
}

void Ledger::apply(std::span<const TrailEntry> entries) {
  for (const TrailEntry& entry : entries) {
    Owner& o = owners_[entry.owner];
    if (o.consumption != 0) continue;
    o.consumption = entry.consumption;
    trail_.push_back(entry);
  }
}

// The value of a branch that was taken instead of one that consumed: what it shares memory with
// cannot be used any more, so it is apart from everything but itself. Parts that were the same
// memory still are.
const Aliases* Ledger::without_consumed(const Aliases* value) {
  std::vector<AtomId> consumed;
  for_each_set(value, [&](AliasSet set) {
    for (AtomId atom : set) {
      if (owner_of(atom).consumption != 0) consumed.push_back(atom);
    }
  });
  if (consumed.empty()) return value;
  std::ranges::sort(consumed);
  std::vector<std::pair<AtomId, AtomId>> renamed;  // from atoms of several parts, in order
  for (size_t i = 0; i + 1 < consumed.size(); i++) {
    AtomId atom = consumed[i];
    if (consumed[i + 1] != atom || (!renamed.empty() && renamed.back().first == atom)) continue;
    Owner owner = owner_of(atom);
    owner.in_scope = false;
    owner.consumption = 0;
    renamed.emplace_back(atom, store_.new_atom(new_owner(owner)));
  }
  return store_.map(value, [&](AliasSet set) {
    AliasSet kept = store_.filter(set, [&](AtomId a) { return owner_of(a).consumption == 0; });
    for (auto [from, to] : renamed) {
      if (std::ranges::binary_search(set, from)) kept = store_.unite(kept, store_.single(to));
    }
    return kept;
  });
}

OwnerId Ledger::new_owner(Owner owner) {
  owners_.push_back(owner);
  return static_cast<OwnerId>(owners_.size() - 1);
}

void Ledger::leave_scope(size_t first, size_t last) {
  for (size_t i = first; i < last; i++) owners_[i].in_scope = false;
}

void Ledger::push_frame(FrameKind kind, Loc loc, Name name) {
  frames_.push_back({kind, loc, name, state_.next_serial++, captures_.size()});
}

AliasSet Ledger::pop_frame() {
  size_t first = frames_.back().first_capture;
  frames_.pop_back();
  AliasSet set;
  size_t kept = first;
  for (size_t i = first; i < captures_.size(); i++) {
    Capture capture = captures_[i];
    set = store_.unite(set, store_.all(capture.binding->value));
    // What comes from outside of the frame around this one, that frame captures too.
    bool outside =
        capture.binding->depth < depth() && capture.binding->captured_by != frames_.back().serial;
    if (!outside) continue;
    capture.binding->captured_by = frames_.back().serial;
    captures_[kept++] = capture;
  }
  captures_.resize(kept);
  return set;
}

}  // namespace planish::consumption
