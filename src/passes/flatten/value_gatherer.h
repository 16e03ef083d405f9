// Sequential code that gives values at each point, in one operator for all of them: a segmap, or a
// segflatmap where some are rows.
#pragma once

#include <vector>

#include "ir/build/builder.h"
#include "passes/flatten/nest.h"

namespace planish::passes {

class HostArrays;
class NewVariables;
class PointCode;
class RowLayout;
struct Flattening;

class ValueGatherer {
 public:
  explicit ValueGatherer(Flattening& all);

  std::vector<Lifted> gather(const Nest& nest, std::span<const ir::Stm> stms,
                             std::span<const ir::Atom> results);

 private:
  // Results that are rows of the same sizes.
  struct Group {
    std::vector<ir::Atom> sizes;
    std::vector<size_t> results;
  };
  struct Groups {
    std::vector<Group> rows;
    std::vector<size_t> elements;  // those that are as large at all points
  };
  Groups by_size(const Nest& nest, std::span<const ir::Atom> results);
  std::vector<Lifted> gather_elements(const Nest& nest, std::span<const ir::Stm> stms,
                                      std::span<const ir::Atom> results);
  std::vector<Lifted> gather_rows(Nest nest, std::span<const ir::Stm> stms,
                                  std::span<const ir::Atom> results, const Groups& groups);

  ir::Storage& storage_;
  ir::Builder& builder_;
  NewVariables& vars_;
  HostArrays& arrays_;
  PointCode& points_;
  RowLayout& layout_;
};

}  // namespace planish::passes
