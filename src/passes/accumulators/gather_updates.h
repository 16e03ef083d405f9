// The updates that code makes to an accumulator, as values: a part of expand_accumulators.
//
// Note [Gathering updates]
// Statements with an accumulator become statements that give the indices and values of what is
// updated:
//
//   update_acc       one update
//   map              rows of updates, which are joined
//   if, match        the updates of each branch; the others give updates to nowhere, or no rows
//   for              as a map, if it carries nothing else. If it makes as many updates in each iteration, they are
//                    written to arrays. Otherwise what it carries is written to arrays, of which a
//                    map makes the updates
//   while            updates of each iteration are appended to arrays, which are replaced by larger ones when they are
//                    full; also in a `for` that carries values whose sizes change, or shows values
//   call             of a function `f.updates`, which gives all its updates in one row
//
// What a `for` is done twice for is what it carries: that of which only updates are made is dead
// code the first time.
#pragma once

#include <map>
#include <string>
#include <unordered_set>

#include "ir/build/builder.h"
#include "ir/walk.h"
#include "passes/accumulators/accumulator_uses.h"

namespace planish::passes {

// One update, or as many as `count` says, whose indices and values are arrays then.
struct Updates {
  bool is_one = true;
  ir::Atom count;
  std::vector<ir::Atom> indices;
  std::vector<ir::Atom> values;
};

class UpdateGatherer {
 public:
  UpdateGatherer(ir::Storage& storage, ir::Builder& builder, const AccumulatorUses& uses)
      : storage_(storage), builder_(builder), uses_(uses) {}

  // All that code does to an accumulator of these arrays, of which so many outer dimensions are
  // indexed. Adds the statements of the body without the accumulator; `others` are its other
  // results.
  std::vector<Updates> gather_all(const ir::Body* body, ir::Var acc,
                                  std::span<const ir::Type* const> arrays, size_t indexed,
                                  std::vector<ir::Atom>& others);
  // The arrays of indices and values.
  std::vector<ir::Var> rows(const Updates& updates);
  // Functions that have been asked for since the last time.
  std::vector<const ir::Function*> take_functions() { return std::exchange(made_, {}); }

 private:
  using Names = std::unordered_set<ir::Var>;  // that an accumulator has in a body
  struct Code {
    const ir::Body* body;
    ir::Var acc;
  };
  static bool is_among(const Names& names, const ir::Atom& atom) {
    return atom.var && names.contains(atom.var);
  }
  const ir::Type* index_type() { return storage_.types.scalar(Prim::I64); }
  template <class F>
  void for_each_part(Updates& updates, F f) {
    for (ir::Atom& index : updates.indices) f(index, index_type());
    for (size_t i = 0; i < updates.values.size(); i++) f(updates.values[i], types_[i]);
  }

  std::vector<Updates> gather(const ir::Body* body, ir::Var acc, std::vector<ir::Atom>& others);
  std::vector<ir::Var> without_acc(std::span<const ir::Var> vars) const;

  // ---- Maps and branches (gather_updates.cpp)
  std::vector<Updates> gather_map(const ir::Stm& stm, const ir::Map& map);
  // A map of the code: what it updates for all elements. The pattern is for its other results.
  std::vector<Updates> gather_rows(const ir::Stm& stm, const ir::Atom& width, Code code,
                                   const std::vector<ir::Param>& params,
                                   const std::vector<ir::Var>& arrays,
                                   std::vector<ir::Var> pattern);
  // Rows of updates as one row.
  enum class Lengths : uint8_t { Equal, Vary };
  void join(Updates& updates, const ir::Atom& width, Lengths row_lengths);
  Updates nothing_like(const Updates& like);
  std::vector<Updates> gather_branches(const ir::Stm& stm);

  // ---- Loops and calls (gather_updates_again.cpp)
  std::vector<Updates> gather_loop(const ir::Stm& stm, const ir::Loop& loop);
  std::vector<Updates> gather_carrying(const ir::Stm& stm, const ir::Loop& loop,
                                       const ir::Atom& width);
  std::vector<Updates> gather_appending(const ir::Stm& stm, const ir::Loop& loop);
  // Arrays in which there is room for `needed` elements, of which so many are used: these, or
  // larger ones.
  struct Buffers {
    ir::Var capacity;
    std::vector<ir::Var> arrays;
  };
  Buffers buffers_like(std::span<const ir::Type* const> types, std::string_view name);
  Buffers with_room(const Buffers& buffers, const ir::Atom& used, const ir::Atom& needed);
  ir::Var written(ir::Var array, const ir::Atom& at, const ir::Atom& count, ir::Var from);
  std::vector<ir::Var> record(const ir::Stm& stm, const ir::Loop& loop, const ir::Atom& width);
  struct LoopCopy {
    const ir::Lambda* code =
        nullptr;          // takes the index, if there is one, and what the loop carries
    ir::Substitution by;  // the parameters
  };
  LoopCopy copy_of(const ir::Loop& loop);
  std::vector<Updates> gather_call(const ir::Stm& stm, const ir::Call& call);
  Name function_of_updates(const ir::Function& fn);
  // All of them in one row: the number, the indices, the values.
  std::vector<ir::Atom> as_one(const std::vector<Updates>& all,
                               std::span<const ir::Type* const> types);

  ir::Atom zero(const ir::Type* type);

  ir::Storage& storage_;
  ir::Builder& builder_;
  const AccumulatorUses& uses_;
  // Of the accumulator that is being expanded.
  size_t indexed_ = 0;
  std::vector<const ir::Type*> types_;  // of values
  std::vector<ir::Atom> nothing_;       // values that stand for none
  // By the function and the number of indices.
  std::map<std::pair<Name, size_t>, Name> functions_;
  std::unordered_set<std::string> names_;  // of these
  std::vector<const ir::Function*> made_;
};

}  // namespace planish::passes
