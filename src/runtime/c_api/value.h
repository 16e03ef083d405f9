// The values of clients: what the objects behind `struct futhark_f32_1d*` and `struct
// futhark_opaque_point*` are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "runtime/c_api/client.h"
#include "support/prim.h"

namespace planish::client {

// A scalar, or an array that shares its block with others.
struct Component {
  Prim prim = Prim::Unit;
  std::vector<int64_t> dims;       // none: a scalar
  uint64_t bits = 0;               // of a scalar; of an array, planish_slot::scalar
  std::byte* data = nullptr;       // of an array: dense, row-major
  planish_block* block = nullptr;  // null: memory of the client
  // Of a sum: nobody has said how large it is, because the constructor has nothing to put here.
  bool unused = false;
  // Offsets of rows that are equally long, as `bits` says: they are made when somebody asks for
  // them.
  bool left_out = false;

  bool is_array() const { return !dims.empty(); }
  int64_t item_size() const { return byte_size(prim); }
  // Elements from dimension `first` on. Only for arrays that exist: the product fits.
  int64_t count(size_t first = 0) const {
    int64_t product = 1;
    for (size_t i = first; i < dims.size(); i++) product *= dims[i];
    return product;
  }
  int64_t bytes() const { return count() * item_size(); }
};

}  // namespace planish::client

struct planish_value {
  planish_client* client =
      nullptr;  // that it was made with; the first member: Note [Several libraries]
  std::vector<planish::client::Component> components = {};
  std::vector<int64_t> shape = {};  // of an irregular array, once somebody has asked for it
  // Of an irregular array on a device, by level: offsets on the host, once somebody has asked.
  std::map<size_t, std::vector<int64_t>> offsets = {};
  bool consumed = false;  // by an entry point: it may only be freed
};
