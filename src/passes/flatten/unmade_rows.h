// Rows that are not made, since one operator reads their elements: Note [Rows for one reader] in
// row_readers.h.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "ir/build/builder.h"
#include "passes/flatten/body_steps.h"
#include "passes/flatten/nest.h"
#include "passes/flatten/parallelism.h"

namespace planish::passes {

class CoreCode;
class HostArrays;
class Liftability;
class LiftedValues;
class NestEnds;
class NestEntry;
class NewVariables;
class PointCode;
class RowLayout;
class ValueGatherer;
struct Flattening;

// A flat map whose rows are made where they are read.
struct UnmadeRows {
  Nest nest;  // one point of it for each row
  ir::Atom length;
  // Maps that give rows; others are views, or generated, in the nest.
  std::vector<ir::Stm> operators;
  std::vector<ir::Var> arrays;  // of all rows, and
  std::vector<ir::Atom> rows;   // what the function gives for them
};

class UnmadeRowsReader {
 public:
  explicit UnmadeRowsReader(Flattening& all);

  // Does all of the flat map but its rows; none, and nothing is done, if it is no flat map of that
  // kind.
  std::optional<UnmadeRows> without_rows(const ir::Stm& stm, const ir::Stm& reader);
  // Adds the operator that reads them.
  void read_rows(const UnmadeRows& unmade, const ir::Stm& reader);

 private:
  bool reads_elements(const ir::Stm& reader) const;
  // The steps up to the rows; none: rows are made by other means than elements that know nothing of
  // each other.
  std::optional<std::vector<BodyStep>> steps_before_rows(const Nest& nest, const ir::FlatMap& map,
                                                         UnmadeRows& unmade);
  void do_steps(const std::vector<BodyStep>& steps, UnmadeRows& unmade);
  // Makes one row's elements known in the nest, in whose last level they are, or adds statements
  // that give them.
  std::unordered_map<ir::Var, ir::Atom> row_elements(const UnmadeRows& unmade, Nest& nest,
                                                     std::vector<ir::Stm>& stms);

  ir::Storage& storage_;
  Parallelism& parallelism_;
  ir::Builder& builder_;
  NewVariables& vars_;
  HostArrays& arrays_;
  PointCode& points_;
  RowLayout& layout_;
  NestEntry& entry_;
  LiftedValues& values_;
  ValueGatherer& gatherer_;
  CoreCode& core_;
  Liftability& liftability_;
  BodySteps& steps_;
  NestEnds& ends_;
};

}  // namespace planish::passes
