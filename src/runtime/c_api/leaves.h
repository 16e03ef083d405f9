// The leaves of a value: the scalars and arrays, regular or not, that it consists of. Each has one
// component, or several if it is an irregular array (runtime/value_components.h).
//
//   {rows: [n][?]f32, tag: i32}      points, offsets and elements | tag
#pragma once

#include <span>
#include <vector>

#include "runtime/c_api/client_state.h"

namespace planish::client {

using Leaf = std::span<const Component>;

// How many dimensions of a leaf vary, and how many components it has.
size_t level_count(const planish_leaf_table& leaf);
size_t component_count(const planish_leaf_table& leaf);

// The leaves of a value of the type. `more`: components that stand before those of the type, for
// each leaf.
std::vector<Leaf> leaves_of(const planish_type_table& type, const planish_value& value,
                            size_t more = 0);

// What belongs to a dimension that varies; `elements` are the points of the next level, or the
// elements of the array.
struct Level {
  Component* points = nullptr;
  Component* offsets = nullptr;
  Component* elements = nullptr;
  size_t number = 0;  // among those of its leaf

  int64_t row_count() const { return points->count(); }
};
// Of all leaves that a parameter or result consists of.
std::vector<Level> levels_of(const planish_value_table& type, std::span<Component> components);

int64_t number_at(planish_client& client, const Component& offsets, int64_t index);
// All of them.
std::vector<int64_t> numbers_of(planish_client& client, const Component& offsets);
std::string shape_text(std::span<const int64_t> dims);

// `count` elements of an array, beginning with element `first`; or a single element.
struct Piece {
  Leaf array;
  int64_t first = 0;
  int64_t count = 1;
};

// Adds a leaf of these dimensions, in which the elements of all pieces lie one after the other;
// without dimensions: a leaf that is the only element. `element` is the type of the elements.
// Throws if these have different shapes. What has no shape, because it is unused or there is no
// piece, is empty or as all others are.
void add_joined(Building& building, const planish_leaf_table& element,
                std::span<const Piece> pieces, std::span<const int64_t> outer);

}  // namespace planish::client
