#include <utility>

#include "runtime/c_api/client_state.h"
#include "runtime/c_api/failure_text.h"
#include "runtime/row_length_word.h"

namespace planish::client {

void fail(std::string message, std::optional<int> code) { throw Error{code, std::move(message)}; }

void fail_without_memory(planish_client& client) {
  std::string message = planish_failure_message(client.native);
  fail(message.empty() ? "out of memory" : std::move(message), PLANISH_CLIENT_OUT_OF_MEMORY);
}

void check_status(const planish_client& client, int32_t status) {
  if (status == PLANISH_OK) return;
  fail(status == PLANISH_CANCELLED ? "cancelled" : failure_text(client.native),
       status == PLANISH_FAILED          ? PLANISH_CLIENT_PROGRAM_ERROR
       : status == PLANISH_OUT_OF_MEMORY ? PLANISH_CLIENT_OUT_OF_MEMORY
                                         : PLANISH_CLIENT_ERROR);
}

void write_elements(planish_client& client, std::byte* to, const void* from, int64_t bytes) {
  check_status(client, planish_upload(client.native, to, from, bytes));
}

void read_elements(planish_client& client, void* to, const std::byte* from, int64_t bytes) {
  check_status(client, planish_download(client.native, to, from, bytes));
}

void copy_elements(planish_client& client, std::byte* to, const std::byte* from, int64_t bytes) {
  check_status(client, planish_copy(client.native, to, from, bytes));
}

void clear_elements(planish_client& client, std::byte* to, int64_t bytes) {
  check_status(client, planish_clear(client.native, to, bytes));
}

planish_block* allocate(planish_client& client, int64_t bytes) {
  planish_block* block = planish_new_block(client.native, bytes);
  if (block == nullptr) fail_without_memory(client);
  return block;
}

int64_t byte_count(Prim prim, std::span<const int64_t> dims) {
  int64_t bytes = byte_size(prim);
  bool empty = false;
  for (int64_t dim : dims) empty |= dim == 0;
  if (empty) return 0;
  for (int64_t dim : dims) {
    if (dim < 0 || __builtin_mul_overflow(bytes, dim, &bytes)) return -1;
  }
  return bytes;
}

Component new_array(planish_client& client, Prim prim, std::vector<int64_t> dims) {
  for (int64_t dim : dims) {
    if (dim < 0) fail("an array cannot have a negative size: " + std::to_string(dim));
  }
  Component made;
  made.prim = prim;
  made.block = allocate(client, byte_count(prim, dims));
  made.data = static_cast<std::byte*>(planish_block_data(client.native, made.block));
  made.dims = std::move(dims);
  return made;
}

Component new_offsets(planish_client& client, std::span<const int64_t> offsets) {
  Component made = new_array(client, Prim::I64, {static_cast<int64_t>(offsets.size())});
  try {
    write_elements(client, made.data, offsets.data(), made.bytes());
  } catch (...) {
    release(client, made);
    throw;
  }
  return made;
}

Component new_scalar(Prim prim, uint64_t bits) {
  Component made;
  made.prim = prim;
  made.bits = bits;
  return made;
}

Component copy_of(planish_client& client, const Component& component) {
  if (!component.is_array() || component.left_out) return component;
  Component made = new_array(client, component.prim, component.dims);
  try {
    copy_elements(client, made.data, component.data, component.bytes());
  } catch (...) {
    release(client, made);
    throw;
  }
  made.unused = component.unused;
  return made;
}

Component share(planish_client& client, const Component& component) {
  if (component.is_array() && component.block == nullptr) return copy_of(client, component);
  if (component.block != nullptr) component.block->references++;
  return component;
}

void release(planish_client& client, Component& component) {
  if (component.block != nullptr && --component.block->references == 0)
    planish_free_block(client.native, component.block);
  component.block = nullptr;
  component.data = nullptr;
}

Building::~Building() {
  if (value_ == nullptr) return;
  for (Component& component : value_->components) release(client_, component);
  delete value_;
}

void Building::add(Component component) {
  try {
    value_->components.push_back(std::move(component));
  } catch (...) {
    release(client_, component);
    throw;
  }
}

planish_value* Building::give() { return std::exchange(value_, nullptr); }

const planish_value& usable(planish_client& client, const planish_value* value) {
  if (value == nullptr) fail("a value is missing (a null pointer)");
  if (value->client != &client)
    fail("a value is used with another context than the one that it was made with");
  if (value->consumed) fail("a value is used after an entry point has consumed it");
  return *value;
}

// Nobody sees the difference.
const planish_value& whole(planish_client& client, const planish_value* value) {
  for (Component& component : const_cast<planish_value&>(usable(client, value)).components) {
    if (!component.left_out) continue;
    const int64_t length = runtime::known_row_length(component.bits);
    std::vector<int64_t> offsets(static_cast<size_t>(component.dims[0]));
    for (size_t i = 0; i < offsets.size(); i++) offsets[i] = static_cast<int64_t>(i) * length;
    Component made = new_offsets(client, offsets);
    made.bits = component.bits;
    component = std::move(made);
  }
  return *value;
}

}  // namespace planish::client
