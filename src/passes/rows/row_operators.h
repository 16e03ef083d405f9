// Parallel operators that take or give rows.
#pragma once

#include <optional>
#include <vector>

#include "analysis/effects.h"
#include "passes/rows/known_lengths.h"
#include "passes/rows/row_collector.h"
#include "passes/rows/row_elements.h"

namespace planish::passes {

class RowOperators {
 public:
  RowOperators(const ir::Program& program, RowsBuilder& make, RepresentedValues& values,
               KnownLengths& lengths, RowRepresenter& representer)
      : program_(program),
        storage_(*program.storage),
        make_(make),
        values_(values),
        lengths_(lengths),
        representer_(representer),
        elements_(storage_, make, values, representer) {}

  void map(const ir::Stm& stm, const ir::Map& op);
  // A reduction or scan. What is combined is regular. If rows are gathered besides, the function
  // that gives them is a map before.
  template <class Combine>
  void combine(const ir::Stm& stm, const Combine& op);
  void scan(const ir::Stm& stm, const ir::Scan& op);
  void filter(const ir::Stm& stm, const ir::Filter& op);
  void scatter(const ir::Stm& stm, const ir::Scatter& op);
  // A scatter or histogram of which only what is read is irregular.
  template <class Write>
  void write_regular(const ir::Stm& stm, Write op);
  // A stream: everything is one chunk.
  void whole_chunk(const ir::Stm& stm, const ir::Lambda* fn, const ir::Atom& width,
                   std::span<const ir::Atom> carried, std::span<const ir::Var> arrays);

 private:
  friend class ElementMap;

  // ---- Maps that give rows
  bool map_elements(const ir::Stm& stm, const ir::Map& op);  // map_elements.cpp
  void flat_map(const ir::Stm& stm, const ir::Map& op);
  // With accumulators.
  void map_in_order(const ir::Stm& stm, const ir::Map& op);
  // A collector for each result; rows that have a length in common share the offsets.
  std::vector<RowCollector> collectors(CarriedLoop& loop, std::span<const ir::Var> pattern,
                                       std::span<const ir::Atom> elements);
  void append(RowCollector& collector, ir::Var array, const ir::Atom& index,
              const ir::Atom& element);

  // ---- Filters
  // First all values, then those to keep.
  void filter_values(const ir::Stm& stm, const ir::Filter& op);
  // The numbers of the rows to keep are found together with the elements of the regular arrays.
  void keep_rows(const ir::Stm& stm, ir::Var flags, std::span<const ir::Var> arrays);

  // First all indices and values.
  void map_then_scatter(const ir::Stm& stm, const ir::Scatter& op);

  const Effects& effects() {
    if (!effects_) effects_.emplace(program_);
    return *effects_;
  }

  const ir::Program& program_;
  std::optional<Effects> effects_;
  ir::Storage& storage_;
  RowsBuilder& make_;
  RepresentedValues& values_;
  KnownLengths& lengths_;
  RowRepresenter& representer_;
  RowElements elements_;
};

}  // namespace planish::passes
