// Which variables may share memory, and what operations consume.
//
// A root stands for a piece of memory: of a parameter, or of a fresh result. Each variable has a
// set of roots, and two variables may alias each other iff the sets have one in common. `if c then
// xs else ys` has the roots of both, so it may alias either, while xs and ys do not alias each
// other.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "ir/match.h"
#include "ir/program.h"

namespace planish::ir {

using Root = uint32_t;
using RootSet = std::vector<Root>;  // ascending, each once

class AliasTable {
 public:
  explicit AliasTable(const Storage& storage) : set_of_(storage.vars.size()), sets_(1) {}

  Root fresh() { return next_++; }
  Root next() const { return next_; }  // all roots made later are this or greater

  const RootSet& roots(Var var) const { return sets_[set_of_[var.id]]; }
  const RootSet& roots(const Atom& atom) const {
    return sets_[atom.var ? set_of_[atom.var.id] : 0];
  }
  void set(Var var, RootSet roots) {
    set_of_[var.id] = static_cast<uint32_t>(sets_.size());
    sets_.push_back(std::move(roots));
  }
  void set_same(Var var, const Atom& as) { set_of_[var.id] = as.var ? set_of_[as.var.id] : 0; }

 private:
  std::vector<uint32_t> set_of_;  // by variable; 0: none
  std::vector<RootSet> sets_;     // the first is empty
  Root next_ = 0;
};

// Adds roots to a set.
void merge(RootSet& set, const RootSet& more);

// Replaces the roots for which `inner` holds: those that stand in the same selection of the sets
// become one, made by `make`. What may alias each other is the same as before, but the sets are
// small. All new roots are greater than all that there are.
void regroup(std::vector<RootSet>& sets, const std::function<bool(Root)>& inner,
             const std::function<Root()>& make);

// Has it memory that can be shared?
inline bool is_memory(const Type* type) { return type->is_array() || type->is_acc(); }

// The operand whose memory the result of a view shares; none if the operation is not a view.
std::optional<Atom> viewed(const Op* op);

// The operands that the operation consumes. `callee` is the function of a call.
std::vector<Var> consumed_operands(const Storage& storage, const Op* op, const Function* callee);

}  // namespace planish::ir
