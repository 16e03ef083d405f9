#include "passes/flatten/nest_entry.h"

#include <algorithm>

#include "passes/flatten/flattening.h"

namespace planish::passes {

using namespace ir;

NestEntry::NestEntry(Flattening& all)
    : storage_(all.storage), builder_(all.builder), layout_(all.layout) {
  for (const Function* fn : all.program.functions) find_ranges(*fn->body);
}

void NestEntry::find_ranges(const Body& body) {
  for (const Stm& stm : body.stms) {
    const auto* range = as<Iota>(stm.op);
    if (range != nullptr && range->start == Atom::i64(0) && range->step == Atom::i64(1))
      counted_.insert(stm.pattern[0]);
    for_each_body(stm.op, [&](const Body* inner) { find_ranges(*inner); });
  }
}

void NestEntry::read(Nest& nest, Var var, Var array, std::span<const Atom> indices, Use use) {
  const Type* type = storage_.type(var);
  const Op* op = builder_.make(Index{{}, array, storage_.arena.copy(indices)});
  auto stm = [&](Var bound, const Op* operation) {
    nest.add({builder_.list<Var>({bound}), operation, {}, {}, nest.place});
  };
  if (indices.size() == 1 && counted_.contains(array))
    return stm(var, builder_.make(Same{{}, indices[0]}));
  if (use == Use::Read || !type->is_array()) return stm(var, op);
  // The body of an operator must not write to what was there before.
  Var row = builder_.new_var("row", type);
  stm(row, op);
  stm(var, builder_.make(Copy{{}, row}));
}

void NestEntry::add_level(Nest& nest, const Atom& width) {
  Var index = builder_.new_var("i", storage_.types.scalar(Prim::I64));
  if (nest.is_invariant(width)) {
    nest.levels.push_back({index, width, {}});
    nest.numbers.emplace_back();
    nest.bind({&index, 1});
    return;
  }
  Segments rows = layout_.segments(nest, {&width, 1});
  Atom outer = layout_.number(nest);
  nest.levels.push_back({index, rows.total, rows.offsets});
  nest.bind({&index, 1});
  Var start = layout_.compute(nest, "start", Index{{}, rows.offsets, builder_.list<Atom>({outer})});
  nest.numbers.push_back(layout_.compute(nest, "number", Binary{{}, BinaryOp::Add, start, index}));
}

std::vector<Atom> NestEntry::enter(Nest& nest, const Stm& stm, const OperatorParts& parts) {
  add_level(nest, parts.width);
  Var index = nest.levels.back().index;
  for (Var cert : stm.certs) {
    if (nest.is_invariant(cert) && std::ranges::find(nest.certs, cert) == nest.certs.end()) {
      nest.certs.push_back(cert);
    }
  }
  nest.place = stm.place;
  std::vector<Atom> elements;
  Atom at = index;
  for (size_t i = 0; i < parts.arrays.size(); i++) {
    Var array = parts.arrays[i];
    Var element;
    Use use = Use::Read;
    if (parts.map != nullptr) {
      element = parts.map->params[i].var;
      if (parts.map->params[i].unique) use = Use::Consumed;
    } else {
      element = builder_.new_var("x", storage_.types.without_outer(storage_.type(array), 1));
    }
    read(nest, element, array, {&at, 1}, use);
    // An element of an element is one of the array over more levels.
    auto outer = nest.holders.find(array);
    size_t levels = nest.levels.size();
    if (levels == 1) {
      nest.holders[element] = {array, levels, false};
    } else if (outer != nest.holders.end() && outer->second.levels + 1 == levels &&
               !outer->second.rows && !nest.levels.back().offsets) {
      nest.holders[element] = {outer->second.array, levels, false};
    }
    elements.push_back(element);
  }
  return elements;
}

Nest NestEntry::over_list(const Nest& nest, const Atom& count) {
  Nest list = nest;
  list.levels.clear();
  list.numbers.clear();
  list.holders.clear();
  list.segments.clear();
  list.stms.clear();
  add_level(list, count);
  return list;
}

}  // namespace planish::passes
