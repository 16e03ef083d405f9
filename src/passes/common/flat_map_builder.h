// Makes flat_maps whose results are irregular arrays.
//
// Note [Rows of a flat_map]
// An element of a result is given level by level. Each level is a group: its length is how many
// elements the level has in this iteration, and its row says how long the rows of the next level
// are, or is the data if it is the last one. If the dimension after the outer one does not vary,
// the lengths of level 0 are an element like any other.
//
//   [n][?]t       k; x: [k]t                          [n][m][?]t    j; x: [j]t; lengths: [m]i64
//   [n][?][?]t    k, j; lengths: [k]i64, x: [j]t
//
// Rows with the same length have the same group.
#pragma once

#include <optional>
#include <vector>

#include "passes/common/rows.h"

namespace planish::passes {

class FlatMapBuilder {
 public:
  FlatMapBuilder(RowsBuilder& make, const ir::Atom& width) : make_(make), width_(width) {}

  // ---- While the function is made
  using Result = size_t;
  // What it gives for an irregular array of this type. The element has as many levels as the array
  // has for it, and these dimensions.
  Result give(const ir::Type* array, const RowsValue& element, std::span<const ir::Dim> dims);
  // What it gives for a regular array.
  void give(ir::Var array, const ir::Atom& element);
  // All that has been given.
  std::vector<ir::Atom> given() const;

  // ---- After it
  void add(const ir::Lambda* fn, const std::vector<ir::Var>& arrays,
           std::span<const Attribute> attrs = {});
  // How long the rows of a result are, in the function. None: the dimension after the outer one
  // does not vary, or there are offsets already.
  std::optional<ir::Atom> length(Result result) const;
  // Offsets of rows of these lengths, which are packed, so that none have to be made.
  void share_offsets(Result result, ir::Var offsets);
  Rows rows(Result result);

 private:
  // Something that the function gives, and what it becomes.
  struct Given {
    ir::Atom inside;
    ir::Var outside;
    std::string_view name;
    Prim elem{};
    std::span<const ir::Dim> dims;  // after the outer one
  };
  struct Group {
    ir::Atom length;
    std::vector<Given> rows;
    ir::Var total;
    ir::Var lengths;
    ir::Var offsets;  // once they are needed
  };
  struct RowPlace {
    size_t group;
    size_t row;
  };
  struct Parts {
    std::optional<size_t> lengths;  // the element with those of level 0, if it is not in a group
    std::vector<RowPlace> rows;     // by level; the last one is the data
  };

  RowPlace add_row(const ir::Atom& length, const ir::Atom& row, std::string_view name, Prim elem,
                   std::span<const ir::Dim> dims);
  void add_levels(const ir::Type* array, const Rows& element, const ir::Atom& count, Parts& parts);
  ir::Var lengths(const Rows& rows, size_t level, std::vector<ir::Dim> shape);
  ir::Atom element_count(const Rows& rows, size_t level);
  ir::Var offsets_of(ir::Var lengths);

  RowsBuilder& make_;
  ir::Atom width_;
  std::vector<Group> groups_;
  std::vector<Given> elements_;
  std::vector<Parts> results_;
};

}  // namespace planish::passes
