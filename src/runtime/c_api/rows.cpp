// Irregular arrays. Their components are those of runtime/value_components.h: points and offsets
// for each dimension that varies, then the elements. An array of records has all this for each
// field.

#include <algorithm>
#include <string>

#include "runtime/c_api/leaves.h"
#include "runtime/row_length_word.h"

namespace {

using namespace planish::client;
using planish::Prim;

constexpr const char* kNoSense = "the sizes of the array make no sense";

// Whether memory of the client is copied or used where it lies.
enum class Memory : uint8_t { Copied, Used };

const Component& offsets_of(const planish_value& value, size_t level) {
  return value.components[2 * level + 1];
}

void check_offsets(const int64_t* offsets, int64_t rows) {
  if (offsets == nullptr) fail("offsets are missing (a null pointer)");
  if (offsets[0] < 0) fail("offsets begin with " + std::to_string(offsets[0]));
  for (int64_t i = 0; i < rows; i++) {
    if (offsets[i + 1] < offsets[i]) {
      fail("offset " + std::to_string(i + 1) + " is " + std::to_string(offsets[i + 1]) +
           ", which is less than the one before, " + std::to_string(offsets[i]));
    }
  }
}

Component outside_array(Prim prim, std::vector<int64_t> dims, const void* data) {
  Component made;
  made.prim = prim;
  made.dims = std::move(dims);
  made.data = static_cast<std::byte*>(const_cast<void*>(data));
  return made;
}

// What is known of the elements once all levels are there.
struct Elements {
  std::vector<int64_t> dims;
  int64_t first = 0;  // how many lie before the first one that belongs to the array
};

// Adds points and offsets, which lie on the host. Entry points want offsets that begin with 0, in
// the memory of arrays: others are copied, whatever `memory` says.
Elements add_levels(Building& building, const planish_leaf_table& type, const int64_t* dims,
                    const int64_t* const* offsets, Memory memory) {
  Elements elements;
  size_t level = 0;
  for (int32_t d = 0; d < type.rank; d++) {
    if (type.dims[d] != PLANISH_VARYING) {
      if (dims[d] < 0) fail(kNoSense);
      elements.dims.push_back(dims[d]);
      elements.first *= dims[d];
      continue;
    }
    const int64_t rows = byte_count(Prim::I8, elements.dims);
    if (rows < 0 || rows == INT64_MAX) fail(kNoSense);
    if (offsets[level] == nullptr) fail("offsets are missing (a null pointer)");
    const int64_t* given = offsets[level++] + elements.first;
    check_offsets(given, rows);
    building.add(new_array(building.client(), Prim::Unit, std::move(elements.dims)));
    clear_elements(building.client(), building.components().back().data, rows);
    if (memory == Memory::Used && given[0] == 0 && !building.client().has_device) {
      building.add(outside_array(Prim::I64, {rows + 1}, given));
    } else {
      std::vector<int64_t> from_zero(given, given + rows + 1);
      for (int64_t& offset : from_zero) offset -= given[0];
      building.add(new_offsets(building.client(), from_zero));
    }
    building.components().back().bits = planish::runtime::row_length_word(given, rows);
    elements.first = given[0];
    elements.dims = {given[rows] - given[0]};
  }
  if (byte_count(static_cast<Prim>(type.prim), elements.dims) < 0) fail(kNoSense);
  return elements;
}

planish_value* new_rows(planish_client* client, const planish_leaf_table& type, const int64_t* dims,
                        const int64_t* const* offsets, const void* data, Memory memory) {
  planish_value* out = nullptr;
  guarded(client, [&] {
    Building building(*client);
    const Elements elements = add_levels(building, type, dims, offsets, memory);
    Component given = outside_array(static_cast<Prim>(type.prim), elements.dims, data);
    if (data != nullptr) given.data += elements.first * given.item_size();
    if (memory == Memory::Used) {
      building.add(std::move(given));
    } else {
      building.add(new_array(*client, given.prim, given.dims));
      write_elements(*client, building.components().back().data, given.data, given.bytes());
    }
    out = building.give();
  });
  return out;
}

// How many dimensions the array of all elements has.
size_t inner_rank(const planish_leaf_table& rows) {
  const auto end = std::reverse_iterator(rows.dims);
  const auto last = std::find(std::reverse_iterator(rows.dims + rows.rank), end, PLANISH_VARYING);
  return static_cast<size_t>(last - std::reverse_iterator(rows.dims + rows.rank)) + 1;
}

// Where an element lies in the array of all elements. Throws if there is none.
int64_t row_position(planish_client& client, const planish_leaf_table& rows,
                     const planish_value& value, const int64_t* indices) {
  size_t level = 0, at = 0;
  int64_t position = 0;
  for (int32_t d = 0; d < rows.rank; d++) {
    int64_t first = 0, size = 0;
    if (rows.dims[d] == PLANISH_VARYING) {
      first = number_at(client, offsets_of(value, level), position);
      size = number_at(client, offsets_of(value, level), position + 1) - first;
      level++;
      at = 1;
    } else {
      size = value.components[2 * level].dims[at++];
      first = position * size;
    }
    if (indices[d] < 0 || indices[d] >= size) {
      fail("index " + std::to_string(indices[d]) + " of dimension " + std::to_string(d) +
           " is out of bounds for length " + std::to_string(size));
    }
    position = first + indices[d];
  }
  return position;
}

// Of points or offsets.
bool same_array(planish_client& client, const Component& a, const Component& b) {
  return a.dims == b.dims && (a.data == b.data || a.prim == Prim::Unit ||
                              numbers_of(client, a) == numbers_of(client, b));
}

}  // namespace

planish_value* planish_value_new_rows(planish_client* client, const planish_leaf_table* type,
                                      const int64_t* dims, const int64_t* const* offsets,
                                      const void* data) {
  return new_rows(client, *type, dims, offsets, data, Memory::Copied);
}

planish_value* planish_value_new_raw_rows(planish_client* client, const planish_leaf_table* type,
                                          const int64_t* dims, const int64_t* const* offsets,
                                          void* data) {
  return new_rows(client, *type, dims, offsets, data, Memory::Used);
}

const int64_t* planish_value_rows_shape(planish_client* client, const planish_leaf_table* type,
                                        const planish_value* value) {
  const int64_t* out = nullptr;
  guarded(client, [&] {
    auto& of = const_cast<planish_value&>(usable(*client, value));
    of.shape.clear();
    size_t component = 0;
    size_t at = 0;  // the next dimension of the component
    for (int32_t d = 0; d < type->rank; d++) {
      if (type->dims[d] == PLANISH_VARYING) {
        component += 2;
        at = 0;
      }
      of.shape.push_back(of.components[component].dims[at++]);
    }
    out = of.shape.data();
  });
  return out;
}

const int64_t* planish_value_offsets(planish_client* client, const planish_leaf_table* type,
                                     const planish_value* value, int dim) {
  const int64_t* out = nullptr;
  guarded(client, [&] {
    whole(*client, value);
    if (dim < 0 || dim >= type->rank || type->dims[dim] != PLANISH_VARYING)
      fail("dimension " + std::to_string(dim) + " does not vary, so it has no offsets");
    const auto level = std::count(type->dims, type->dims + dim, PLANISH_VARYING);
    const Component& offsets = offsets_of(*value, static_cast<size_t>(level));
    if (client->has_device) {
      auto& copies = const_cast<planish_value*>(value)->offsets;
      out = copies.try_emplace(static_cast<size_t>(level), numbers_of(*client, offsets))
                .first->second.data();
    } else {
      out = reinterpret_cast<const int64_t*>(offsets.data);
    }
  });
  return out;
}

int planish_value_rows_element(planish_client* client, void* out, const planish_leaf_table* type,
                               const planish_value* value, const int64_t* indices) {
  return guarded(client, [&] {
    const int64_t position = row_position(*client, *type, whole(*client, value), indices);
    const Component& data = value->components.back();
    read_elements(*client, out, data.data + position * data.item_size(), data.item_size());
  });
}

int planish_value_new_rows_of(planish_client* client, planish_value** out,
                              const planish_leaf_table* rows,
                              const planish_type_table* element_type, const int64_t* dims,
                              const int64_t* const* offsets, const planish_value* values) {
  return guarded(client, [&] {
    Building levels(*client);
    const Elements elements = add_levels(levels, *rows, dims, offsets, Memory::Copied);
    if (elements.first != 0) fail("offsets begin with another number than 0");
    Building building(*client);
    for (const Leaf leaf : leaves_of(*element_type, usable(*client, values))) {
      const std::span<const int64_t> given = leaf.front().dims;
      if (!std::ranges::equal(elements.dims, given.first(elements.dims.size())))
        fail("the offsets are those of another number of elements than are given");
      for (const Component& level : levels.components()) building.add(share(*client, level));
      for (const Component& component : leaf) building.add(share(*client, component));
    }
    *out = building.give();
  });
}

int planish_value_rows_values(planish_client* client, planish_value** out,
                              const planish_leaf_table* rows,
                              const planish_type_table* element_type, const planish_value* value) {
  return guarded(client, [&] {
    Building building(*client);
    for (const Leaf leaf :
         leaves_of(*element_type, usable(*client, value), 2 * level_count(*rows))) {
      for (const Component& component : leaf) building.add(share(*client, component));
    }
    *out = building.give();
  });
}

int planish_value_rows_index(planish_client* client, planish_value** out,
                             const planish_leaf_table* rows, const planish_type_table* element_type,
                             const planish_value* value, const int64_t* indices) {
  return guarded(client, [&] {
    const int64_t position = row_position(*client, *rows, whole(*client, value), indices);
    Building building(*client);
    const planish_leaf_table* element = element_type->leaves;
    for (const Leaf leaf : leaves_of(*element_type, *value, 2 * level_count(*rows))) {
      const Piece piece{leaf, position, 1};
      add_joined(building, *element++, {&piece, 1}, {});
    }
    *out = building.give();
  });
}

int planish_value_zip_rows(planish_client* client, planish_value** out,
                           const planish_leaf_table* rows, const planish_type_table* type,
                           const planish_argument* fields, int32_t field_count) {
  return guarded(client, [&] {
    Building building(*client);
    for (int32_t i = 0; i < field_count; i++) {
      for (const Component& component : whole(*client, fields[i].value).components)
        building.add(share(*client, component));
    }
    const size_t levels = 2 * level_count(*rows);
    const std::vector<Leaf> leaves = leaves_of(*type, building.value());
    const auto same = [&](const Component& a, const Component& b) {
      return same_array(*client, a, b);
    };
    for (const Leaf leaf : leaves) {
      const std::span<const int64_t> inner = leaf[levels].dims, others = leaves[0][levels].dims;
      if (!std::ranges::equal(leaf.first(levels), leaves[0].first(levels), same) ||
          !std::ranges::equal(inner.first(inner_rank(*rows)), others.first(inner_rank(*rows))))
        fail("cannot zip arrays whose rows have different lengths");
    }
    *out = building.give();
  });
}
