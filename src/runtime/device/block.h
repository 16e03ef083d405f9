// What the runtime knows of a block of a device.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/device_abi.h"

namespace planish::device {

struct Slab;

// Where the data of a movable block lie: Note [Eviction] in device/residence.h.
struct Placement {
  bool is_movable = false;
  bool is_on_device = true;
  bool is_pinned = false;
  bool has_content = true;    // false: nothing was written to it yet
  int32_t holds = 0;          // while it is worked with, it stays on the device
  int64_t last_use = 0;       // by the clock of Residence
  void* host_copy = nullptr;  // of what it holds
};

struct DeviceBlock {
  planish_device_block visible{};
  int64_t capacity = 0;
  Slab* slab = nullptr;  // null: an allocation of its own
  Placement place;
};
static_assert(offsetof(DeviceBlock, visible) == 0);

}  // namespace planish::device
