// What follows from the lengths of rows that are known.
//
// Components of an array of records have rows of equal lengths, and an entry point checks that.
// From then on they have one array of offsets. The sum of all lengths is the size of the data, or
// the last of the offsets.
//
// Note [Equal offsets]
// The offsets of packed arrays are equal if and only if the lengths of their rows are, so these are
// compared as they are:
//
//   let as = row_lengths xss                                let same = reduce (n + 1) (xs_offsets, ys_offsets) … eq
//   let bs = row_lengths yss                        ==>     let c = check size same
//   let same = reduce n (as, bs) {true} and of eq           … yss is (xs_offsets, ys_data)
//   let c = check size same
//
// What is made of rows of both then needs one of them only, and so do the results. The check stands
// before everything that follows it in the function; in branches nothing is shared, since the code
// after them does not rely on their checks.
#pragma once

#include <unordered_map>
#include <utility>

#include "passes/rows/represented_values.h"

namespace planish::passes {

class KnownLengths {
 public:
  KnownLengths(ir::Storage& storage, RowsBuilder& make, RepresentedValues& values)
      : storage_(storage), make_(make), values_(values) {}

  // The lengths are those of the rows of the array, which row_lengths was asked for.
  void set_lengths(ir::Var lengths, ir::Var array);
  // Rows of these lengths have these offsets, if none are known yet.
  void add_offsets(ir::Var lengths, ir::Var offsets);
  // None: they are not known.
  ir::Var offsets_of(ir::Var lengths) const;
  // The offsets of one of these arrays, or of what was asked for the lengths, if its rows have the
  // lengths: packed, that is, from 0 on.
  ir::Var packed_offsets(ir::Var lengths, std::span<const ir::Var> arrays);

  // Deals with a comparison of all lengths of two arrays.
  bool compares_offsets(const ir::Stm& stm);
  // Deals with the sum of all lengths of an array, or the smallest.
  bool combines_lengths(const ir::Stm& stm);
  // After a check that the rows of two arrays are as long as each other.
  void share_offsets(const ir::Check& check);

 private:
  ir::Storage& storage_;
  RowsBuilder& make_;
  RepresentedValues& values_;
  std::unordered_map<ir::Var, ir::Var> offsets_of_lengths_;  // what row_lengths gave
  std::unordered_map<ir::Var, ir::Var> array_of_lengths_;    // of what it was asked
  // By the condition that says so: their rows are of the same lengths.
  std::unordered_map<ir::Var, std::pair<ir::Var, ir::Var>> equal_rows_;
};

}  // namespace planish::passes
