// A nest of maps that has been entered, but not made yet: the map context of flattening.
//
// A nest is written in variables of the program before the pass, which are bound once in it. Whatever is made of a nest
// gets a copy of its statements with new variables (Flattener::piece), so that several operators can be made of one.
#pragma once

#include <unordered_map>
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
  // Arrays that hold the values of variables inside.
  struct Holder {
    ir::Var array;
    size_t levels = 0;  // has a value for each point of so many levels
    bool owned =
        false;  // is nobody else's: what consumes the variable at every point may consume the array
  };
  std::unordered_map<ir::Var, Holder> holders;
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
  // The array that holds the variable for all points of all levels; none: there is none.
  ir::Var holder(const ir::Atom& atom) const;
  ir::Var owned_holder(const ir::Atom& atom) const;
  // Of the arrays that are made of one value for each point.
  std::vector<ir::Dim> dims() const;
};

}  // namespace planish::passes
