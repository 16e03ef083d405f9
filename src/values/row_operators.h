// Reductions, scans and histograms of irregular values, whose operators may take and give arrays of
// any length. See row_operators.cpp for how they are done.
#pragma once

#include <utility>
#include <vector>

#include "ir/build/order_by_bin.h"
#include "support/attribute.h"
#include "values/parallel_operators.h"

namespace planish::values {

class RowOperators {
 public:
  explicit RowOperators(ValueBuilder& values);

  // `elem` is the shape of the elements, or null if that is not known.
  const AtomTree* reduce(ElementOperator op, const AtomTree* neutral, const AtomTree* array,
                         const Shape* elem);
  const AtomTree* scan(ElementOperator op, const AtomTree* array, const Shape* elem);
  const AtomTree* hist(const std::vector<Atom>& dims, HistogramParts parts, const Shape* elem);

  // Of the expressions that become operators from now on; all their maps have them.
  void set_attributes(std::vector<Attribute> attributes) { attributes_ = std::move(attributes); }

 private:
  // What a loop carries: numbers, of which the first says how many rows there are, and the rows.
  struct CarriedRows {
    std::vector<Atom> numbers;
    const AtomTree* rows;
  };

  // The maps of the rounds that `make` makes have this attribute, and those of the call.
  template <class Make>
  const AtomTree* in_rounds(AttributeKind attribute, Make make);
  template <class Condition, class Next>
  CarriedRows loop_over_rows(const std::vector<Atom>& first, const AtomTree* array,
                             Condition condition, Next next);
  template <class Row>
  const AtomTree* map_to_rows(Atom width, const AtomTree* array, Row row);
  template <class Then, class Else>
  const AtomTree* either_row(Atom condition, const AtomTree* array, Then then_row, Else else_row);
  std::vector<Atom> row_results(const AtomTree* row, const AtomTree* array);
  const AtomTree* combined_pairs(ElementOperator op, const CarriedRows& now, Atom begin, Atom pairs,
                                 const Shape* elem);
  const AtomTree* reduce_in_rounds(ElementOperator op, const AtomTree* neutral,
                                   const AtomTree* array, const Shape* elem);
  CarriedRows scan_upwards(ElementOperator op, const AtomTree* array, Atom width,
                           const Shape* elem);
  CarriedRows scan_downwards(ElementOperator op, const CarriedRows& up, Atom width,
                             const Shape* elem);
  const AtomTree* bin_of_rows(const ir::BinOrder& by_bin, const std::vector<Atom>& at,
                              const std::vector<Atom>& dims, const HistogramParts& parts,
                              const Shape* elem);
  std::pair<const AtomTree*, const AtomTree*> alike(const AtomTree* dest, size_t indexed,
                                                    const AtomTree* values);

  ir::Storage& storage_;
  Arena& arena_;
  Builder& builder_;
  Emitter& emit_;
  TreeMaker& trees_;
  Indexing& indexing_;
  ArrayFunctions& arrays_;
  std::vector<Attribute> attributes_;
  std::vector<Attribute> round_;  // of the maps of the rounds being made
};

}  // namespace planish::values
