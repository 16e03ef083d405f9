// Memory of a CUDA device that can be taken away while its addresses stay reserved.
#pragma once

#include <cstddef>
#include <unordered_map>

#include "runtime/cuda/api.h"

namespace planish::cuda {

// The context is current in all of this. What was queued and might touch the memory is done.
class MovableMemory {
 public:
  explicit MovableMemory(const Api& api) : api_(api) {}

  // For the device of that number.
  void set_device(DeviceNumber device) { properties_.location.number = device; }
  // Sizes are multiples of this; 0: the driver has no such memory.
  size_t unit() const;

  Code allocate(size_t bytes, Address& address);
  // Takes the memory away, and gives other memory in its place.
  Code take(Address address);
  Code give(Address address);
  bool has(Address address) const { return parts_.contains(address); }
  void free(Address address);
  void close();

 private:
  struct Part {
    size_t bytes = 0;
    bool is_mapped = false;
  };

  Code map(Address address, Part& part);
  Code unmap(Address address, Part& part);

  const Api& api_;
  MemoryProperties properties_;
  std::unordered_map<Address, Part> parts_;
};

}  // namespace planish::cuda
