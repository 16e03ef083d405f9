#include "passes/flatten/row_readers.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "ir/match.h"
#include "ir/walk.h"
#include "passes/flatten/parallelism.h"

namespace planish::passes {

using namespace ir;

namespace {

bool is_flat_map(const Stm& stm) { return stm.op->kind == Kind::FlatMap; }

// The arrays of all rows of a flat map with one group.
std::span<const Var> arrays_of_rows(const Stm& stm) {
  const FlatMap& map = *as<FlatMap>(stm.op);
  return map.groups.size() == 1 ? stm.pattern.subspan(2, map.groups[0]) : std::span<const Var>{};
}

bool may_read_rows(const Op* op) {
  return op->kind == Kind::Scatter || op->kind == Kind::Hist || op->kind == Kind::Reduce;
}

// Does the operator read elements of these arrays one after the other, and use the arrays in no
// other way?
bool reads_elements_of(const Storage& storage, const Op* op, std::span<const Var> arrays) {
  if (!may_read_rows(op)) return false;
  const OperatorParts parts = *operator_parts(op);
  const auto is_one = [&](const Atom& atom) {
    return atom.var && std::ranges::find(arrays, atom.var) != arrays.end();
  };
  if (std::ranges::any_of(parts.dests, is_one) || std::ranges::any_of(parts.neutral, is_one))
    return false;
  for (const Lambda* fn : {parts.map, parts.op}) {
    if (fn != nullptr && std::ranges::any_of(free_variables(storage, fn), is_one)) return false;
  }
  return true;
}

}  // namespace

RowReaders::RowReaders(const Program& program)
    : storage_(*program.storage), effects_(program), memory_(program) {}

RowReaders::Pairs RowReaders::in(const Body* body) {
  const std::span<const Stm> stms = body->stms;
  Pairs pairs;
  if (std::ranges::none_of(stms, is_flat_map)) return pairs;
  // Who reads the arrays of rows; if they are several, or the body gives one, there is no single
  // reader.
  std::unordered_map<Var, size_t> made_by;
  std::unordered_map<size_t, std::unordered_set<size_t>> readers;
  const auto add = [&](Var used, size_t reader) {
    const auto made = made_by.find(used);
    if (made != made_by.end()) readers[made->second].insert(reader);
  };
  for (size_t i = 0; i < stms.size(); i++) {
    const Body alone{stms.subspan(i, 1), {}};
    for (Var used : free_variables(storage_, &alone)) add(used, i);
    if (!is_flat_map(stms[i])) continue;
    for (Var array : arrays_of_rows(stms[i])) made_by.emplace(array, i);
  }
  for (const Atom& result : body->results) {
    if (result.var) add(result.var, stms.size());
  }
  std::unordered_set<size_t> taken;
  for (const auto& [made, by] : readers) {
    if (by.size() != 1 || *by.begin() == stms.size()) continue;
    const size_t reader = *by.begin();
    const Op* op = stms[reader].op;
    if (!reads_elements_of(storage_, op, arrays_of_rows(stms[made])) ||
        operator_parts(op)->width != Atom(stms[made].pattern[0]) ||
        !can_be_moved(stms, made, reader))
      continue;
    // With the rows of two flat maps the level has two arrays of offsets.
    if (taken.insert(reader).second) {
      pairs.emplace(made, reader);
    } else {
      std::erase_if(pairs, [&](const auto& pair) { return pair.second == reader; });
    }
  }
  return pairs;
}

bool RowReaders::can_be_moved(std::span<const Stm> stms, size_t from, size_t to) {
  const Body alone{stms.subspan(from, 1), {}};
  std::unordered_set<uint32_t> read;
  for (Var var : free_variables(storage_, &alone)) {
    if (storage_.type(var)->is_array()) read.insert(memory_.class_of(var));
  }
  for (const Stm& stm : stms.subspan(from + 1, to - from)) {
    for (Var consumed : memory_.consumed_in(stm.op)) {
      if (read.contains(memory_.class_of(consumed))) return false;
    }
  }
  // What comes before the rows is done where the flat map stands.
  const FlatMap& map = *as<FlatMap>(stms[from].op);
  const std::span<const Atom> rows = map.fn->body->results.subspan(1, map.groups[0]);
  const bool rows_fail = std::ranges::any_of(map.fn->body->stms, [&](const Stm& stm) {
    const bool gives_row = std::ranges::any_of(
        stm.pattern, [&](Var var) { return std::ranges::find(rows, Atom(var)) != rows.end(); });
    return gives_row && effects_.has_effect(stm.op);
  });
  return !rows_fail || std::ranges::none_of(stms.subspan(from + 1, to - from), [&](const Stm& stm) {
    return effects_.has_effect(stm.op);
  });
}

}  // namespace planish::passes
