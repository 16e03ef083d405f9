#include "runtime/cuda/movable.h"

namespace planish::cuda {
namespace {

constexpr int kLeastUnit = 0;  // of CUmemAllocationGranularity_flags

}  // namespace

size_t MovableMemory::unit() const {
  int has_it = 0;
  const DeviceNumber device = properties_.location.number;
  if (api_.device_attribute(&has_it, kAddressManagement, device) != kSuccess || has_it == 0)
    return 0;
  size_t unit = 0;
  return api_.memory_unit(&unit, &properties_, kLeastUnit) == kSuccess ? unit : 0;
}

Code MovableMemory::allocate(size_t bytes, Address& address) {
  Code code = api_.reserve_addresses(&address, bytes, 0, 0, 0);
  if (code != kSuccess) return code;
  Part& part = parts_[address];
  part.bytes = bytes;
  code = map(address, part);
  if (code != kSuccess) free(address);
  return code;
}

// The handle is not needed any longer when the memory is mapped: it goes when that ends.
Code MovableMemory::map(Address address, Part& part) {
  MemoryHandle memory = 0;
  Code code = api_.create_memory(&memory, part.bytes, &properties_, 0);
  if (code != kSuccess) return code;
  code = api_.map_memory(address, part.bytes, 0, memory, 0);
  api_.release_memory(memory);
  if (code != kSuccess) return code;
  part.is_mapped = true;
  const MemoryAccess access{properties_.location};
  code = api_.set_access(address, part.bytes, &access, 1);
  if (code != kSuccess) unmap(address, part);
  return code;
}

Code MovableMemory::unmap(Address address, Part& part) {
  if (!part.is_mapped) return kSuccess;
  part.is_mapped = false;
  return api_.unmap_memory(address, part.bytes);
}

Code MovableMemory::take(Address address) { return unmap(address, parts_.at(address)); }

Code MovableMemory::give(Address address) { return map(address, parts_.at(address)); }

void MovableMemory::free(Address address) {
  const auto part = parts_.find(address);
  unmap(address, part->second);
  api_.free_addresses(address, part->second.bytes);
  parts_.erase(part);
}

void MovableMemory::close() {
  while (!parts_.empty()) free(parts_.begin()->first);
}

}  // namespace planish::cuda
