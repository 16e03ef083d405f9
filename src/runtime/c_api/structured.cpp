// Records, sums and arrays of them: values with several components.

#include <algorithm>
#include <memory>
#include <string>

#include "runtime/c_api/client_state.h"

namespace {

using namespace planish::client;
using planish::Prim;

void add_argument(Building& building, const planish_argument& argument) {
  if (is_scalar(argument)) {
    building.add(new_scalar(static_cast<Prim>(argument.prim), argument.bits));
    return;
  }
  for (const Component& component : usable(argument.value).components)
    building.add(share(building.client(), component));
}

void add_arguments(Building& building, const planish_argument* arguments, int32_t count) {
  for (int32_t i = 0; i < count; i++) add_argument(building, arguments[i]);
}

std::string shape_text(std::span<const int64_t> dims) {
  std::string text;
  for (int64_t dim : dims) text += "[" + std::to_string(dim) + "]";
  return text;
}

// What a component of a sum holds that the constructor does not use.
Component nothing(planish_client& client, planish_component component) {
  Prim prim = static_cast<Prim>(component.prim);
  if (component.rank == 0) return new_scalar(prim, 0);
  return new_array(client, prim, std::vector<int64_t>(static_cast<size_t>(component.rank)));
}

// An element of an array, or where one is put.
std::byte* element(const Component& array, int32_t rank, int64_t position) {
  return array.data + position * array.count(static_cast<size_t>(rank)) * array.item_size();
}

// Writes a component of an element to its place.
void put(const Component& array, int32_t rank, int64_t position, const Component& value) {
  std::byte* to = element(array, rank, position);
  if (value.is_array()) {
    copy_bytes(to, value.data, value.bytes());
  } else {
    copy_bytes(to, &value.bits, value.item_size());
  }
}

void check_inner_shape(const Component& array, int32_t rank, const Component& value) {
  std::span<const int64_t> inner = std::span(array.dims).subspan(static_cast<size_t>(rank));
  if (std::ranges::equal(inner, value.dims)) return;
  fail("an element with an array of shape " + shape_text(value.dims) +
       " does not fit in an array whose elements have " + shape_text(inner));
}

}  // namespace

int planish_value_parts(planish_client* client, const planish_value* value,
                        const int32_t* components, const planish_result* results,
                        int32_t result_count) {
  return guarded(client, [&] {
    const planish_value& whole = usable(value);
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
                      const planish_argument* fields, int32_t count) {
  return guarded(client, [&] {
    Building building(*client);
    add_arguments(building, fields, count);
    std::span<const int64_t> first =
        std::span(building.components().front().dims).first(static_cast<size_t>(rank));
    for (const Component& component : building.components()) {
      std::span<const int64_t> outer = std::span(component.dims).first(static_cast<size_t>(rank));
      if (!std::ranges::equal(first, outer))
        fail("cannot zip arrays of shapes " + shape_text(first) + " and " + shape_text(outer));
    }
    *out = building.give();
  });
}

int planish_value_new_sum(planish_client* client, planish_value** out,
                          const planish_component* components, int32_t component_count,
                          int32_t constructor, const int32_t* slots,
                          const planish_argument* arguments, int32_t argument_count) {
  return guarded(client, [&] {
    Building held(*client);
    add_arguments(held, arguments, argument_count);
    Building building(*client);
    building.add(
        new_scalar(static_cast<Prim>(components[0].prim), static_cast<uint64_t>(constructor)));
    for (int32_t i = 1; i < component_count; i++) building.add(nothing(*client, components[i]));
    for (size_t i = 0; i < held.components().size(); i++)
      std::swap(building.components()[static_cast<size_t>(slots[i])], held.components()[i]);
    *out = building.give();
  });
}

int planish_value_constructor(planish_client*, const planish_value* value) {
  return static_cast<int>(value->components.front().bits);
}

int planish_value_check_constructor(planish_client* client, const planish_value* value,
                                    int32_t constructor) {
  return guarded(client, [&] {
    if (planish_value_constructor(client, &usable(value)) != constructor)
      fail("the value was made by another constructor");
  });
}

int planish_value_new_array_of(planish_client* client, planish_value** out, int32_t rank,
                               const int64_t* dims, const planish_component* components,
                               int32_t component_count, const planish_value* const* elements) {
  return guarded(client, [&] {
    std::vector<int64_t> outer(dims, dims + rank);
    int64_t count = byte_count(Prim::I8, outer);
    if (count < 0) fail("the sizes of the array make no sense");
    Building building(*client);
    for (size_t i = 0; i < static_cast<size_t>(component_count); i++) {
      std::vector<int64_t> all = outer;
      if (count == 0) all.resize(all.size() + static_cast<size_t>(components[i].rank));
      if (count > 0) {
        const std::vector<int64_t>& inner = usable(elements[0]).components[i].dims;
        all.insert(all.end(), inner.begin(), inner.end());
      }
      building.add(new_array(*client, static_cast<Prim>(components[i].prim), std::move(all)));
      const Component& array = building.components().back();
      for (int64_t k = 0; k < count; k++) {
        const Component& value = usable(elements[k]).components[i];
        check_inner_shape(array, rank, value);
        put(array, rank, k, value);
      }
    }
    *out = building.give();
  });
}

int planish_value_index(planish_client* client, planish_value** out, const planish_value* array,
                        int32_t rank, const int64_t* indices) {
  return guarded(client, [&] {
    Building building(*client);
    for (const Component& component : usable(array).components) {
      int64_t position = element_position(component, indices, static_cast<size_t>(rank));
      const std::byte* from = element(component, rank, position);
      std::vector<int64_t> inner(component.dims.begin() + rank, component.dims.end());
      if (inner.empty()) {
        uint64_t bits = 0;
        copy_bytes(&bits, from, component.item_size());
        building.add(new_scalar(component.prim, bits));
        continue;
      }
      building.add(new_array(*client, component.prim, std::move(inner)));
      const Component& made = building.components().back();
      copy_bytes(made.data, from, made.bytes());
    }
    *out = building.give();
  });
}

// Others that share the array do not see the change: values do not change behind the back of those who hold them.
int planish_value_set(planish_client* client, planish_value* array, const planish_value* value,
                      int32_t rank, const int64_t* indices) {
  return guarded(client, [&] {
    usable(array);
    const std::vector<Component>& parts = usable(value).components;
    for (size_t i = 0; i < parts.size(); i++) {
      element_position(array->components[i], indices, static_cast<size_t>(rank));
      check_inner_shape(array->components[i], rank, parts[i]);
    }
    for (size_t i = 0; i < parts.size(); i++) {
      Component& component = array->components[i];
      if (component.block != nullptr && component.block->references > 1) {
        Component own = copy_of(*client, component);
        release(*client, component);
        component = std::move(own);
      }
      put(component, rank, element_position(component, indices, static_cast<size_t>(rank)),
          parts[i]);
    }
  });
}
