// Arrays of primitives.

#include <string>

#include "runtime/c_api/client_state.h"

namespace {

using namespace planish::client;
using planish::Prim;

std::vector<int64_t> dims_of(planish_component component, const int64_t* dims) {
  return {dims, dims + component.rank};
}

}  // namespace

namespace planish::client {

int64_t element_position(const Component& array, const int64_t* indices, size_t rank) {
  int64_t at = 0;
  for (size_t i = 0; i < rank; i++) {
    if (indices[i] < 0 || indices[i] >= array.dims[i]) {
      std::string message = "index [";
      for (size_t k = 0; k < rank; k++) message += (k > 0 ? ", " : "") + std::to_string(indices[k]);
      message += "] is out of bounds for an array of shape ";
      for (size_t k = 0; k < rank; k++) message += "[" + std::to_string(array.dims[k]) + "]";
      fail(std::move(message));
    }
    at = at * array.dims[i] + indices[i];
  }
  return at;
}

}  // namespace planish::client

planish_value* planish_value_new_array(planish_client* client, planish_component component,
                                       const int64_t* dims, const void* data) {
  planish_value* out = nullptr;
  guarded(client, [&] {
    Building building(*client);
    building.add(new_array(*client, static_cast<Prim>(component.prim), dims_of(component, dims)));
    Component& array = building.components().front();
    write_elements(*client, array.data, data, array.bytes());
    out = building.give();
  });
  return out;
}

planish_value* planish_value_new_raw_array(planish_client* client, planish_component component,
                                           const int64_t* dims, void* data) {
  planish_value* out = nullptr;
  guarded(client, [&] {
    Component array;
    array.prim = static_cast<Prim>(component.prim);
    array.dims = dims_of(component, dims);
    if (byte_count(array.prim, array.dims) < 0) fail("the sizes of the array make no sense");
    array.data = static_cast<std::byte*>(data);
    Building building(*client);
    building.add(std::move(array));
    out = building.give();
  });
  return out;
}

int planish_value_free(planish_client* client, planish_value* value) {
  if (value == nullptr) return PLANISH_CLIENT_SUCCESS;
  return guarded(client, [&] {
    if (value->client != client)
      fail("a value is freed with another context than the one that it was made with");
    for (Component& component : value->components) release(*client, component);
    delete value;
  });
}

int planish_value_elements(planish_client* client, const planish_value* value, void* out) {
  return guarded(client, [&] {
    const Component& array = usable(*client, value).components.back();
    read_elements(*client, out, array.data, array.bytes());
  });
}

void* planish_value_raw(planish_client* client, const planish_value* value) {
  void* out = nullptr;
  guarded(client, [&] {
    void* data = usable(*client, value).components.back().data;
    check_status(*client, planish_pin(client->native, data));
    out = data;
  });
  return out;
}

int planish_value_element(planish_client* client, const planish_value* value,
                          const int64_t* indices, void* out) {
  return guarded(client, [&] {
    const Component& array = usable(*client, value).components.front();
    int64_t at = element_position(array, indices, array.dims.size());
    read_elements(*client, out, array.data + at * array.item_size(), array.item_size());
  });
}

// The outer dimensions of an array of records are those of each component.
const int64_t* planish_value_shape(planish_client* client, const planish_value* value) {
  const int64_t* out = nullptr;
  guarded(client, [&] { out = usable(*client, value).components.front().dims.data(); });
  return out;
}
