// Lifting of operations that make arrays, or write to parts of them: they are done for all elements
// at once. Where nothing else is lifted, they are left to one thread for each point, unless they
// make the rows that a map gives.
#pragma once

#include <functional>
#include <vector>

#include "ir/build/builder.h"
#include "passes/flatten/nest.h"

namespace planish::passes {

class HostArrays;
class LiftedValues;
class NestEntry;
class PointCode;
class RowLayout;
class ValueGatherer;
struct Flattening;

class ArrayLifter {
 public:
  explicit ArrayLifter(Flattening& all);

  // iota, replicate, copy, concat, update: Liftability::makes_elements.
  void lift_elements(Nest& nest, const ir::Stm& stm);

 private:
  // Adds a statement of the code for one element.
  using Let = std::function<ir::Atom(const ir::Type*, const ir::Op*)>;
  ir::Atom element_at(const ir::Stm& stm, const std::vector<ir::Atom>& at, const Let& let);
  // The element of the array in which the outer index falls; in the others it counts from where
  // they begin.
  ir::Atom element_of(std::span<const ir::Var> arrays, const std::vector<ir::Atom>& at,
                      const Let& let);
  // A level for each dimension that is written to, be it that of a slice or a whole one.
  void lift_update(Nest& nest, const ir::Stm& stm, const ir::Update& op);
  // Where each dimension is written to, and the indices of the element of the value that is.
  struct UpdatedElement {
    std::vector<ir::Atom> to;
    std::vector<ir::Atom> from;
  };
  UpdatedElement enter_update(Nest& inside, const ir::Update& op);

  ir::Storage& storage_;
  ir::Builder& builder_;
  HostArrays& arrays_;
  PointCode& points_;
  RowLayout& layout_;
  NestEntry& entry_;
  LiftedValues& values_;
  ValueGatherer& gatherer_;
};

}  // namespace planish::passes
