// Records, sums and arrays of them: values with several components.

#include <algorithm>
#include <memory>
#include <string>

#include "runtime/c_api/leaves.h"

namespace {

using namespace planish::client;
using planish::Prim;

void add_argument(Building& building, const planish_argument& argument) {
  if (is_scalar(argument)) {
    building.add(new_scalar(static_cast<Prim>(argument.prim), argument.bits));
    return;
  }
  for (const Component& component : usable(building.client(), argument.value).components)
    building.add(share(building.client(), component));
}

void add_arguments(Building& building, const planish_argument* arguments, int32_t count) {
  for (int32_t i = 0; i < count; i++) add_argument(building, arguments[i]);
}

int constructor_of(const planish_value& value) {
  return static_cast<int>(value.components.front().bits);
}

// The sizes of the outer dimensions.
std::span<const int64_t> outer_dims(Leaf leaf, int32_t rank) {
  return std::span(leaf.front().dims).first(static_cast<size_t>(rank));
}

// Writes a component of an element to its place.
void put(planish_client& client, const Component& array, int32_t rank, int64_t position,
         const Component& value) {
  const int64_t bytes = array.count(static_cast<size_t>(rank)) * array.item_size();
  std::byte* to = array.data + position * bytes;
  if (value.is_array())
    copy_elements(client, to, value.data, bytes);
  else
    write_elements(client, to, &value.bits, bytes);
}

// Can the element be written without making the array anew?
bool fits(Leaf array, int32_t rank, Leaf element) {
  const std::span<const int64_t> dims = array.front().dims;
  return array.size() == 1 && array.front().unused == element.front().unused &&
         std::ranges::equal(dims.subspan(static_cast<size_t>(rank)), element.front().dims);
}

}  // namespace

int planish_value_parts(planish_client* client, const planish_value* value,
                        const int32_t* components, const planish_result* results,
                        int32_t result_count) {
  return guarded(client, [&] {
    const planish_value& whole = usable(*client, value);
    auto component = [&](int32_t number) -> const Component& {
      if (components != nullptr) number = components[number];
      return whole.components[static_cast<size_t>(number)];
    };
    std::vector<std::unique_ptr<Building>> parts;
    for (int32_t i = 0; i < result_count; i++) {
      parts.push_back(std::make_unique<Building>(*client));
      for (int32_t k = 0; results[i].value != nullptr && k < results[i].count; k++)
        parts.back()->add(share(*client, component(results[i].first + k)));
    }
    for (int32_t i = 0; i < result_count; i++) {
      const planish_result& result = results[i];
      if (result.value != nullptr) {
        *result.value = parts[static_cast<size_t>(i)]->give();
      } else {
        const Component& scalar = component(result.first);
        copy_bytes(result.scalar, &scalar.bits, scalar.item_size());
      }
    }
  });
}

int planish_value_new_record(planish_client* client, planish_value** out,
                             const planish_argument* fields, int32_t count) {
  return guarded(client, [&] {
    Building building(*client);
    add_arguments(building, fields, count);
    if (count == 0) building.add(new_scalar(Prim::Unit, 0));
    *out = building.give();
  });
}

int planish_value_zip(planish_client* client, planish_value** out, int32_t rank,
                      const planish_type_table* type, const planish_argument* fields,
                      int32_t count) {
  return guarded(client, [&] {
    Building building(*client);
    add_arguments(building, fields, count);
    const std::vector<Leaf> leaves = leaves_of(*type, building.value());
    const std::span<const int64_t> first = outer_dims(leaves.front(), rank);
    for (const Leaf leaf : leaves) {
      const std::span<const int64_t> outer = outer_dims(leaf, rank);
      if (!std::ranges::equal(first, outer))
        fail("cannot zip arrays of shapes " + shape_text(first) + " and " + shape_text(outer));
    }
    *out = building.give();
  });
}

int planish_value_new_sum(planish_client* client, planish_value** out,
                          const planish_type_table* type, int32_t constructor, const int32_t* slots,
                          const planish_argument* arguments, int32_t argument_count) {
  return guarded(client, [&] {
    Building held(*client);
    add_arguments(held, arguments, argument_count);
    Building building(*client);
    building.add(
        new_scalar(static_cast<Prim>(type->leaves[0].prim), static_cast<uint64_t>(constructor)));
    for (int32_t i = 1; i < type->leaf_count; i++) add_joined(building, type->leaves[i], {}, {});
    for (size_t i = 0; i < held.components().size(); i++)
      std::swap(building.components()[static_cast<size_t>(slots[i])], held.components()[i]);
    *out = building.give();
  });
}

int planish_value_constructor(planish_client* client, const planish_value* value) {
  int constructor = -1;
  guarded(client, [&] { constructor = constructor_of(usable(*client, value)); });
  return constructor;
}

int planish_value_check_constructor(planish_client* client, const planish_value* value,
                                    int32_t constructor) {
  return guarded(client, [&] {
    if (constructor_of(usable(*client, value)) != constructor)
      fail("the value was made by another constructor");
  });
}

int planish_value_new_array_of(planish_client* client, planish_value** out, int32_t rank,
                               const int64_t* dims, const planish_type_table* element_type,
                               const planish_value* const* elements) {
  return guarded(client, [&] {
    const std::span outer(dims, static_cast<size_t>(rank));
    const int64_t count = byte_count(Prim::I8, outer);
    if (count < 0) fail("the sizes of the array make no sense");
    std::vector<std::vector<Leaf>> leaves;
    for (int64_t k = 0; k < count; k++)
      leaves.push_back(leaves_of(*element_type, whole(*client, elements[k])));
    Building building(*client);
    std::vector<Piece> pieces(leaves.size());
    for (int32_t i = 0; i < element_type->leaf_count; i++) {
      for (size_t k = 0; k < pieces.size(); k++)
        pieces[k].array = leaves[k][static_cast<size_t>(i)];
      add_joined(building, element_type->leaves[i], pieces, outer);
    }
    *out = building.give();
  });
}

int planish_value_index(planish_client* client, planish_value** out, const planish_value* array,
                        const planish_type_table* element_type, int32_t rank,
                        const int64_t* indices) {
  return guarded(client, [&] {
    Building building(*client);
    const planish_leaf_table* element = element_type->leaves;
    for (const Leaf leaf : leaves_of(*element_type, whole(*client, array))) {
      const auto outer = static_cast<size_t>(rank);
      const Piece piece{leaf, element_position(leaf.front(), indices, outer), 1};
      add_joined(building, *element++, {&piece, 1}, {});
    }
    *out = building.give();
  });
}

// Others that share the array do not see the change: values do not change behind the back of those
// who hold them.
int planish_value_set(planish_client* client, planish_value* array, const planish_value* element,
                      const planish_type_table* element_type, int32_t rank,
                      const int64_t* indices) {
  return guarded(client, [&] {
    const auto outer = static_cast<size_t>(rank);
    const std::vector<Leaf> to = leaves_of(*element_type, whole(*client, array));
    const std::vector<Leaf> from = leaves_of(*element_type, whole(*client, element));
    const int64_t position = element_position(to[0].front(), indices, outer);
    Building changed(*client);
    for (size_t i = 0; i < to.size(); i++) {
      const Component& first = to[i].front();
      if (fits(to[i], rank, from[i])) {
        const bool shared = first.block != nullptr && first.block->references > 1;
        changed.add(shared ? copy_of(*client, first) : share(*client, first));
        continue;
      }
      const std::vector<int64_t> dims(first.dims.begin(), first.dims.begin() + rank);
      const int64_t after = byte_count(Prim::I8, dims) - position - 1;
      const Piece pieces[] = {{to[i], 0, position}, {from[i]}, {to[i], position + 1, after}};
      add_joined(changed, element_type->leaves[i], pieces, dims);
    }
    const std::vector<Leaf> made = leaves_of(*element_type, changed.value());
    for (size_t i = 0; i < to.size(); i++) {
      if (fits(to[i], rank, from[i]))
        put(*client, made[i].front(), rank, position, from[i].front());
    }
    std::swap(array->components, changed.components());
  });
}
