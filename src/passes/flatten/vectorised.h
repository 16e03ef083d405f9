// Reductions and scans of arrays whose operator is a map, that is, works on the elements one by
// one:
//
//   let r = reduce n (xs) {replicate [m] 0} \(a, b) { map m (a, b) + }     with xs: [n][m]
//   ==>
//   let t = rearrange [1, 0] xs
//   let r = map m (t) \(column) { reduce n (column) {0} + }
//
// A scan gives rearrange [1, 0] of the map. If a function is applied first (`of`) which itself ends
// with a map, the columns are computed where they are needed:
//
//   let r = reduce n (xs) {replicate [m] 0} (map2 +) of \(x) { map m (ws) \(w) { x * w } }
//   ==>
//   let r = map m (iota m) \(j) { reduce n (xs) {0} + of \(x) { x * index ws [j] } }
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "ir/build/builder.h"
#include "ir/match.h"

namespace planish::passes {

class VectorisedOperators {
 public:
  VectorisedOperators(ir::Storage& storage, ir::Builder& builder)
      : storage_(storage), builder_(builder) {}

  // To be told of all statements, in order: it looks for replicated neutral elements.
  void define(const ir::Stm& stm);
  // Adds what takes the place of the statement, or does nothing and gives false.
  bool rewrite(const ir::Stm& stm, const ir::Reduce& n);
  bool rewrite(const ir::Stm& stm, const ir::Scan& n);
  // An operator on arrays that works on their elements one by one.
  struct ByElement {
    const ir::Lambda* op = nullptr;
    std::vector<ir::Atom> neutral;
    std::vector<ir::Atom> widths;  // of the dimensions that it goes over
  };
  // None: it does not, or neutral elements are not known to be all alike.
  std::optional<ByElement> by_element(const ir::Lambda* op, std::span<const ir::Atom> neutral);

 private:
  // The operator on elements, if the operator is a map of it over all its parameters. `width`
  // becomes that of the map.
  const ir::Lambda* elementwise(const ir::Lambda* op, ir::Atom& width);
  // Neutral elements of inner arrays, so many dimensions further inside; false if they are not
  // known to be all alike.
  bool inner_neutral(std::span<const ir::Atom> neutral, size_t depth, std::vector<ir::Atom>& inner);
  template <class T>
  bool interchange(const ir::Stm& stm, const T& n);
  // The statement that combines the columns, in the lambda of the map. T is Reduce or Scan.
  template <class T>
  const ir::Lambda* over_columns(const ir::Stm& stm, const T& n, const ir::Lambda* op,
                                 const std::vector<ir::Atom>& neutral);
  template <class T>
  const ir::Lambda* over_positions(const ir::Stm& stm, const T& n, const ir::Lambda* op,
                                   const std::vector<ir::Atom>& neutral);
  template <class T>
  const ir::Body* combine(const ir::Stm& stm, T n, const ir::Lambda* op,
                          const std::vector<ir::Atom>& neutral, const ir::Lambda* map,
                          const std::vector<ir::Var>& arrays);
  const ir::Type* element_type(const ir::Type* type) {
    return storage_.types.without_outer(type, 1);
  }

  ir::Storage& storage_;
  ir::Builder& builder_;
  // An array of one scalar.
  struct Repeated {
    std::vector<ir::Atom> dims;
    ir::Atom value;
  };
  std::unordered_map<ir::Var, Repeated> repeated_;
};

}  // namespace planish::passes
