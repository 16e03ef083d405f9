// Entering operators: levels of nests, and the elements that are read in them.
#pragma once

#include <unordered_set>
#include <vector>

#include "ir/build/builder.h"
#include "passes/flatten/nest.h"
#include "passes/flatten/parallelism.h"

namespace planish::passes {

class RowLayout;
struct Flattening;

class NestEntry {
 public:
  explicit NestEntry(Flattening& all);

  // Adds a level, and statements that read the elements of the arrays. Gives these elements.
  std::vector<ir::Atom> enter(Nest& nest, const ir::Stm& stm, const OperatorParts& parts);
  void add_level(Nest& nest, const ir::Atom& width);
  // The same nest over a list of so many of its points. What leads from the list to the indices of
  // the nest is still to be added, and then the statements of the nest.
  Nest over_list(const Nest& nest, const ir::Atom& count);
  // Adds a statement that reads the variable's value at the current point from an array over all
  // points; a copy of it, where it is consumed.
  enum class Use : uint8_t { Read, Consumed };
  void read(Nest& nest, ir::Var var, ir::Var array, std::span<const ir::Atom> indices, Use use);

 private:
  void find_ranges(const ir::Body& body);

  ir::Storage& storage_;
  ir::Builder& builder_;
  RowLayout& layout_;
  std::unordered_set<ir::Var> counted_;  // arrays 0, 1, 2, …: an element is its index
};

}  // namespace planish::passes
