// Lifting of maps, flat maps and filters: each is an operator over the nest with one more level.
#pragma once

#include <vector>

#include "ir/build/builder.h"
#include "passes/flatten/nest.h"
#include "passes/flatten/parallelism.h"

namespace planish::passes {

class BodyLifter;
class CoreCode;
class HostArrays;
class Liftability;
class LiftedValues;
class NestEnds;
class NestEntry;
class NewVariables;
class RowLayout;
struct Flattening;

class MapLifter {
 public:
  explicit MapLifter(Flattening& all);

  void lift_map(Nest& nest, const ir::Stm& stm, const ir::Map& map);
  void lift_flat_map(Nest& nest, const ir::Stm& stm, const ir::FlatMap& map);
  void lift_filter(Nest& nest, const ir::Stm& stm);
  // At host level.
  void host_flat_map(const ir::Stm& stm, const ir::FlatMap& map);

 private:
  // Where the rows of a group lie. Nobody may want the rows, but how long they are.
  Segments group_segments(Nest& bound, const ir::FlatMap& map, size_t group, size_t first_row,
                          std::vector<Lifted>& results);
  // Where the rows of a point begin and end among those of all points inside.
  struct Range {
    ir::Atom first;
    ir::Atom last;
  };
  Range rows_of_point(Nest& nest, const ir::Atom& width);

  ir::Storage& storage_;
  ir::Builder& builder_;
  NewVariables& vars_;
  HostArrays& arrays_;
  RowLayout& layout_;
  NestEntry& entry_;
  LiftedValues& values_;
  CoreCode& core_;
  Liftability& liftability_;
  NestEnds& ends_;
  BodyLifter& bodies_;
};

}  // namespace planish::passes
