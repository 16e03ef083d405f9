#include "values/entry_type_names.h"

#include <algorithm>

namespace planish::values {
namespace {

bool equal(const ir::EntryType& a, const ir::EntryType& b) {
  return a.kind == b.kind && a.rank == b.rank && a.elem == b.elem && a.tag == b.tag &&
         std::ranges::equal(a.parts, b.parts,
                            [](const ir::EntryTypePart& p, const ir::EntryTypePart& q) {
                              return p.name == q.name && std::ranges::equal(p.types, q.types) &&
                                     std::ranges::equal(p.slots, q.slots);
                            });
}

}  // namespace

std::string_view add_entry_type(ir::Storage& storage, ir::EntryType type, std::string_view spelt) {
  for (std::string_view name : {type.name, spelt}) {
    const ir::EntryType* known = ir::find_entry_type(storage, name);
    if (known != nullptr && !equal(*known, type)) continue;
    if (known == nullptr) {
      type.name = storage.arena.copy(name);
      known = storage.arena.make<ir::EntryType>(type);
      storage.entry_types.push_back(known);
    }
    return known->name;
  }
  // The parts have other names than those of the type that is already known, but the same
  // structure.
  return ir::find_entry_type(storage, spelt)->name;
}

}  // namespace planish::values
