// The blocks of a device: headers on the host, data on the device.
//
// Note [Device memory]
// The data of a freed block are kept for reuse by blocks of about the same size, because to ask the
// driver takes longer than most kernels. Work is done in the order in which it is queued, so memory
// may be used again at once. Small blocks are cut out of slabs, if the driver wants that; what is
// left of a slab counts as kept. When memory is short, what is kept goes back to the driver: single
// allocations first, the one freed longest ago before others, then slabs of which nothing is in use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "runtime/device/driver.h"
#include "runtime/native/host.h"

namespace planish::device {

struct Slab;

struct DeviceBlock {
  planish_device_block visible{};
  int64_t capacity = 0;
  Slab* slab = nullptr;  // null: an allocation of its own
};
static_assert(offsetof(DeviceBlock, visible) == 0);

struct Slab {
  void* data = nullptr;
  int64_t bytes = 0;
  int64_t taken = 0;   // from the beginning; blocks of it are in use or kept
  int64_t in_use = 0;  // blocks
};

struct DeviceMemoryLimits {
  int64_t cache = 0;   // of what is kept
  int64_t memory = 0;  // of what is in use and kept together
};

class DeviceMemory {
 public:
  DeviceMemory(Driver& driver, const DeviceMemoryLimits& limits);
  ~DeviceMemory();
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  // A block with one reference. Null if there is no memory: `failure` says what the driver says.
  DeviceBlock* allocate(int64_t bytes, Result& failure);
  void free(DeviceBlock* block);

  static int64_t bytes_of(const DeviceBlock& block) { return block.capacity; }
  planish_memory_statistics statistics();
  void reset_peak();
  void clear_cache();

 private:
  // Data that nobody uses.
  struct Kept {
    void* data;
    int64_t capacity;
    Slab* slab;
  };
  using KeptList = std::list<Kept>;

  bool take_kept(int64_t capacity, DeviceBlock& block);
  Result obtain(int64_t capacity, DeviceBlock& block);
  Result cut_from_slab(int64_t capacity, DeviceBlock& block);
  Result ask_driver(int64_t bytes, void** data);
  void shrink_cache_to(int64_t bytes);
  void give_back_slabs();
  void count_use(int64_t bytes);

  Driver& driver_;
  const DeviceMemoryLimits limits_;
  std::mutex mutex_;  // for all that follows
  KeptList kept_;     // allocations of their own, the one freed last first
  std::unordered_map<int64_t, std::vector<KeptList::iterator>> kept_by_size_;
  std::unordered_map<int64_t, std::vector<Kept>> kept_in_slabs_;
  std::vector<std::unique_ptr<Slab>> slabs_;           // the last one is cut
  std::vector<std::unique_ptr<DeviceBlock>> headers_;  // that are not in use
  int64_t in_use_ = 0;
  int64_t cached_ = 0;
  int64_t peak_in_use_ = 0;
  int64_t peak_reserved_ = 0;
};

}  // namespace planish::device
