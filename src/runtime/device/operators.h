// What operators share.
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "runtime/device/choices.h"
#include "runtime/device/device_context.h"

namespace planish::device {

// A launch of a kernel that goes on by the size of the grid, in blocks of so many threads.
inline KernelLaunch any_grid(int32_t kernel, int64_t blocks, int64_t threads, const void* closure,
                             int64_t closure_bytes) {
  KernelLaunch launch;
  launch.kernel = kernel;
  launch.blocks = std::min<int64_t>(blocks, INT32_MAX);
  launch.block_threads = static_cast<int32_t>(threads);
  launch.any_size = true;
  launch.closure = closure;
  launch.closure_bytes = closure_bytes;
  return launch;
}

// The number of a kernel of the runtime, and its threads.
inline KernelLaunch runtime_launch(DeviceContext& device, int32_t which, int64_t items,
                                   const void* closure, int64_t closure_bytes) {
  const int32_t kernel = device.runtime_kernel(which);
  const int32_t threads = device.block_threads(kernel);
  return any_grid(kernel, divided_up(items, threads), threads, closure, closure_bytes);
}

// Memory of which all is zero when a kernel begins.
class ClearedScratch {
 public:
  ClearedScratch(DeviceContext& device, int64_t bytes)
      : device_(device), bytes_(rounded_up(bytes, 8)), scratch_(device, bytes_) {}
  explicit operator bool() const { return static_cast<bool>(scratch_); }
  char* at(int64_t position) const { return static_cast<char*>(scratch_.data()) + position; }
  int32_t clear() const { return device_.clear(scratch_.data(), bytes_); }

 private:
  DeviceContext& device_;
  const int64_t bytes_;
  const DeviceScratch scratch_;
};

// Results whose size is found out, and a closure that knows where they are.
class Dests {
 public:
  Dests(DeviceContext& device, const planish_device_dests& dests, const void* closure,
        int64_t closure_bytes, planish_block** blocks)
      : device_(device), dests_(dests), blocks_(blocks) {
    const auto* bytes = static_cast<const char*>(closure);
    closure_.assign(bytes, bytes + closure_bytes);
    std::fill_n(blocks_, dests.dest_count, nullptr);
  }

  // Room for so many items in each.
  int32_t allocate(int64_t items) {
    for (int64_t k = 0; k < dests_.dest_count; k++) {
      DeviceBlock* block = device_.allocate(product(items, dests_.item_bytes[k]));
      if (block == nullptr) return PLANISH_OUT_OF_MEMORY;
      blocks_[k] = reinterpret_cast<planish_block*>(block);
      std::memcpy(closure_.data() + dests_.closure_at[k], &block->visible.data, sizeof(void*));
    }
    return PLANISH_OK;
  }
  // So many items were written. Gives back what is not needed if that is worth a copy.
  int32_t shrink(int64_t items);
  void free() {
    for (int64_t k = 0; k < dests_.dest_count; k++) {
      if (blocks_[k] != nullptr) device_.free(blocks_[k]);
      blocks_[k] = nullptr;
    }
  }

  const void* closure() const { return closure_.data(); }
  int64_t closure_bytes() const { return static_cast<int64_t>(closure_.size()); }

  // -1: too large.
  static int64_t product(int64_t items, int64_t bytes) {
    int64_t out = 0;
    return __builtin_mul_overflow(items, bytes, &out) ? -1 : out;
  }

 private:
  DeviceContext& device_;
  const planish_device_dests& dests_;
  planish_block** const blocks_;
  std::vector<char> closure_;
};

// Where rows of these lengths begin: planish_device_row_starts, with the total on the device.
int32_t start_row_starts(DeviceContext& device, const planish_row_starts_closure& closure);

}  // namespace planish::device
