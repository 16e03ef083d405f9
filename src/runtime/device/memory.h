// The blocks of a device: headers on the host, data on the device.
//
// Note [Device memory]
// Freed memory is kept for blocks of about the same size, because asking the driver takes longer
// than most kernels. Work runs in the order in which it is queued, so memory can be reused at once.
// If the driver wants it, small blocks are cut from slabs; the free part of a slab counts as kept.
// When memory is short, kept memory returns to the driver: first single allocations, the least
// recently freed ones before others, then slabs that are not in use at all. If that is not enough,
// arrays move to the host: Note [Eviction] in device/residence.h.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "runtime/device/block.h"
#include "runtime/device/driver.h"
#include "runtime/device/residence.h"
#include "runtime/native/host.h"

namespace planish::device {

struct Slab {
  void* data = nullptr;
  int64_t bytes = 0;
  int64_t taken = 0;   // from the beginning; blocks of it are in use or kept
  int64_t in_use = 0;  // blocks
};

struct DeviceMemoryLimits {
  int64_t cache = 0;   // of what is kept
  int64_t memory = 0;  // of what is in use and kept together, on the device
};

class DeviceMemory {
 public:
  // `poll` is called now and then while data are moved.
  DeviceMemory(Driver& driver, const DeviceMemoryLimits& limits, std::function<void()> poll);
  ~DeviceMemory();
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  // A block with one reference. Null if there is no memory: `failure` says what the driver says.
  DeviceBlock* allocate(int64_t bytes, Result& failure);
  void free(DeviceBlock* block);

  // The blocks that are named by words of so many bytes are brought to the device, and stay there
  // until they are released. They are added to `held`.
  Result hold(const void* words, int64_t bytes, Access access, std::vector<DeviceBlock*>& held);
  void release(const std::vector<DeviceBlock*>& held);
  // Those stay there for good: others than we know the addresses.
  Result pin(const void* words, int64_t bytes);
  // Memory was short: what is worked with has to be held.
  bool is_watched() const { return residence_.is_watched(); }
  // Does the address belong to a block whose data are on the host only?
  bool is_on_host(const void* address);
  // Of such a block, when all that was queued is done.
  void read_on_host(void* to, const void* from, int64_t bytes);

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

  // Whether arrays are moved to the host to make room.
  enum class Room : uint8_t { AsItIs, Made };
  using Ask = std::function<Result()>;

  bool is_movable(int64_t capacity) const;
  void keep(const Kept& kept);
  bool take_kept(int64_t capacity, DeviceBlock& block);
  Result obtain(int64_t capacity, DeviceBlock& block);
  Result cut_from_slab(int64_t capacity, DeviceBlock& block);
  Result ask_driver(int64_t bytes, Room room, const Ask& ask);
  Result make_room(int64_t bytes);
  Result move_one_to_host();
  Result move_to_host(DeviceBlock& block);
  Result bring_back(DeviceBlock& block);
  Result move_all_to_host();
  void shrink_cache_to(int64_t bytes);
  void give_back_slabs();
  void count_use(int64_t bytes);

  Driver& driver_;
  const DeviceMemoryLimits limits_;
  std::mutex mutex_;  // for all that follows
  Residence residence_;
  KeptList kept_;  // allocations of their own, the one freed last first
  std::unordered_map<int64_t, std::vector<KeptList::iterator>> kept_by_size_;
  std::unordered_map<int64_t, std::vector<Kept>> kept_in_slabs_;
  std::vector<std::unique_ptr<Slab>> slabs_;           // the last one is cut
  std::vector<std::unique_ptr<DeviceBlock>> headers_;  // that are not in use
  int64_t in_use_ = 0;                                 // on the device
  int64_t on_host_ = 0;                                // in use, too
  int64_t cached_ = 0;
  int64_t peak_in_use_ = 0;
  int64_t peak_reserved_ = 0;
};

// The blocks that are worked with, on the device for as long as a scope lasts.
class HeldBlocks {
 public:
  explicit HeldBlocks(DeviceMemory& memory) : memory_(memory) {}
  ~HeldBlocks() {
    if (!held_.empty()) memory_.release(held_);
  }
  HeldBlocks(const HeldBlocks&) = delete;
  HeldBlocks& operator=(const HeldBlocks&) = delete;

  // Those that are named by words of so many bytes.
  Result add(const void* words, int64_t bytes, Access access) {
    return memory_.hold(words, bytes, access, held_);
  }
  Result add(const void* address, Access access) { return add(&address, sizeof address, access); }

 private:
  DeviceMemory& memory_;
  std::vector<DeviceBlock*> held_;
};

}  // namespace planish::device
