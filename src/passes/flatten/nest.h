// A nest of maps that has been entered, but not made yet: the map context of flattening.
//
// A nest is written in variables of the program before the pass, which are bound once in it.
// Whatever is made of a nest gets a copy of its statements with new variables (Flattener::piece),
// so that several operators can be made of one.
#pragma once

#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ir/program.h"
#include "passes/common/decisions.h"

namespace planish::passes {

// Where the rows of all points of a nest lie in an array: row p at offsets[p] … offsets[p + 1] - 1.
struct Segments {
  ir::Var offsets;  // one more than there are points; they begin with 0
  ir::Atom total;
};

// The values that a variable has at all points of a nest, at host level. If the sizes of the value
// are the same at all points, the array has the dimensions of the nest and then those of the value.
// Otherwise the values are rows that follow each other: all dimensions up to the last one that
// differs are one.
struct Lifted {
  ir::Var array;
  std::optional<Segments> rows;
};

struct Nest {
  std::vector<ir::Level> levels;  // the outermost one is regular
  // By level: of an irregular one, the variable for the number of the point.
  std::vector<ir::Var> numbers;
  // What gives its variables at one point of the space: reading elements of arrays, and cheap code
  // without effects that may be done again in every operator made of the nest.
  std::vector<ir::Stm> stms;
  // All variables bound inside, also those whose statements have been made into operators already.
  // What is not among them means the same at host level.
  std::unordered_set<ir::Var> inner;
  std::vector<ir::Var> certs;  // of host level, for all that is made of the nest
  ir::PlaceId place;
  // Arrays that hold the values of variables inside.
  struct Holder {
    ir::Var array;
    size_t levels = 0;  // has a value for each point of so many levels
    bool owned =
        false;  // is nobody else's: what consumes the variable at every point may consume the array
    std::optional<Segments> rows = {};
  };
  std::unordered_map<ir::Var, Holder> holders;
  size_t versions = 0;  // that have been made around it
  // Why operators inside are left to one thread; none: for reasons of their own only.
  std::optional<Because> left = {};
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
  // What is known of the variable at all points; none: no array holds it.
  std::optional<Lifted> lifted(const ir::Atom& atom) const;
  std::optional<Lifted> owned_lifted(const ir::Atom& atom) const;
  // Of the arrays that are made of one value for each point.
  std::vector<ir::Dim> dims() const;
  // The indices that lead to the value of the current point in such an array.
  std::vector<ir::Atom> indices() const;
  // How many of the dimensions of a type are one in the array of its rows; 0: all sizes are the
  // same at all points.
  size_t varying_dims(const ir::Type* type) const;

  // Rows of these sizes at each point, for the levels that there are now.
  using Sizes = std::vector<std::pair<uint32_t, uint64_t>>;
  static Sizes key(std::span<const ir::Atom> sizes);
  std::map<std::pair<size_t, Sizes>, Segments> segments;
};

}  // namespace planish::passes
