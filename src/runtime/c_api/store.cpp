// Values as bytes. For each component: the primitive, the rank, the sizes, and the elements or the
// bits, one after the other, as the machine has them.

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include "runtime/c_api/leaves.h"

namespace {

using namespace planish::client;
using planish::Prim;

constexpr char kMagic[8] = {'p', 'l', 'a', 'n', 'i', 's', 'h', '1'};

struct Header {
  uint8_t prim;
  uint8_t unused;
  uint8_t padding[2];
  int32_t rank;
};

size_t stored_size(const planish_value& value) {
  size_t size = sizeof kMagic;
  for (const Component& component : value.components) {
    size += sizeof(Header) + component.dims.size() * sizeof(int64_t);
    size += component.is_array() ? static_cast<size_t>(component.bytes()) : sizeof component.bits;
  }
  return size;
}

class Writer {
 public:
  explicit Writer(void* to) : to_(static_cast<std::byte*>(to)) {}
  void write(const void* from, size_t size) {
    if (size > 0) std::memcpy(to_, from, size);
    to_ += size;
  }
  // For so many bytes, which somebody else writes.
  void* room(size_t size) { return std::exchange(to_, to_ + size); }

 private:
  std::byte* to_;
};

class Reader {
 public:
  explicit Reader(const void* from) : from_(static_cast<const std::byte*>(from)) {}
  void read(void* to, size_t size) {
    if (size > 0) std::memcpy(to, from_, size);
    from_ += size;
  }
  // The next bytes.
  const void* skip(size_t size) { return std::exchange(from_, from_ + size); }

 private:
  const std::byte* from_;
};

// What a value of the type has to consist of.
std::vector<planish_component> components_of(const planish_type_table& type) {
  std::vector<planish_component> out;
  for (const planish_leaf_table& leaf :
       std::span(type.leaves, static_cast<size_t>(type.leaf_count))) {
    int32_t rank = 0;
    for (int32_t d = 0; d < leaf.rank; d++) {
      if (leaf.dims[d] == PLANISH_VARYING) {
        out.push_back({static_cast<int32_t>(Prim::Unit), rank});
        out.push_back({static_cast<int32_t>(Prim::I64), 1});
        rank = 0;
      }
      rank++;
    }
    out.push_back({leaf.prim, rank});
  }
  return out;
}

void write_value(planish_client& client, const planish_value& value, void* to) {
  Writer out(to);
  out.write(kMagic, sizeof kMagic);
  for (const Component& component : value.components) {
    Header header{static_cast<uint8_t>(component.prim),
                  static_cast<uint8_t>(component.unused),
                  {},
                  static_cast<int32_t>(component.dims.size())};
    out.write(&header, sizeof header);
    out.write(component.dims.data(), component.dims.size() * sizeof(int64_t));
    if (component.is_array()) {
      read_elements(client, out.room(static_cast<size_t>(component.bytes())), component.data,
                    component.bytes());
    } else {
      out.write(&component.bits, sizeof component.bits);
    }
  }
}

}  // namespace

int planish_value_store(planish_client* client, const planish_value* value, void** bytes,
                        size_t* size) {
  return guarded(client, [&] {
    *size = stored_size(whole(*client, value));
    if (bytes == nullptr) return;
    if (*bytes == nullptr) {
      // The client gives it back with free().
      *bytes = std::malloc(*size);
      if (*bytes == nullptr) fail("out of memory", PLANISH_CLIENT_OUT_OF_MEMORY);
    }
    write_value(*client, *value, *bytes);
  });
}

planish_value* planish_value_restore(planish_client* client, const planish_type_table* type,
                                     const void* bytes) {
  planish_value* out = nullptr;
  guarded(client, [&] {
    constexpr const char* kWrong = "these bytes were not stored from a value of this type";
    Reader in(bytes);
    char magic[sizeof kMagic];
    in.read(magic, sizeof magic);
    if (!std::ranges::equal(magic, kMagic)) fail(kWrong);
    Building building(*client);
    for (const planish_component& component : components_of(*type)) {
      Header header{};
      in.read(&header, sizeof header);
      if (header.prim != component.prim || header.rank != component.rank) fail(kWrong);
      Prim prim = static_cast<Prim>(header.prim);
      if (header.rank == 0) {
        uint64_t bits = 0;
        in.read(&bits, sizeof bits);
        building.add(new_scalar(prim, bits));
        continue;
      }
      std::vector<int64_t> dims(static_cast<size_t>(header.rank));
      in.read(dims.data(), dims.size() * sizeof(int64_t));
      building.add(new_array(*client, prim, std::move(dims)));
      Component& made = building.components().back();
      made.unused = header.unused != 0;
      write_elements(*client, made.data, in.skip(static_cast<size_t>(made.bytes())), made.bytes());
    }
    out = building.give();
  });
  return out;
}
