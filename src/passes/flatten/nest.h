// A nest of maps that has been entered, but not made yet: the map context of flattening.
//
// A nest is written in variables of the program before the pass, which are bound once in it. Whatever is made of a nest
// gets a copy of its statements with new variables (Flattener::piece), so that several operators can be made of one.
#pragma once

#include <unordered_set>
#include <vector>

#include "ir/program.h"

namespace planish::passes {

struct Nest {
  std::vector<ir::Level> levels;
  // What gives its variables at one point of the space: reading elements of arrays, and cheap code without effects that
  // may be done again in every operator made of the nest.
  std::vector<ir::Stm> stms;
  // All variables bound inside, also those whose statements have been made into operators already. What is not among
  // them means the same at host level.
  std::unordered_set<ir::Var> inner;
  std::vector<ir::Var> certs;  // of host level, for all that is made of the nest
  ir::PlaceId place;
  size_t versions = 0;  // that have been made around it
  // For so many levels it has been decided that what is inside is made parallel.
  size_t distributed_levels = 0;

  bool is_invariant(const ir::Atom& atom) const { return !atom.var || !inner.contains(atom.var); }
  bool is_invariant(const ir::Type* type) const;
  void bind(std::span<const ir::Var> vars) { inner.insert(vars.begin(), vars.end()); }
  // Adds a statement that may be done again.
  void add(const ir::Stm& stm) {
    stms.push_back(stm);
    bind(stm.pattern);
  }
  // Of the arrays that are made of one value for each point.
  std::vector<ir::Dim> dims() const;
};

}  // namespace planish::passes
