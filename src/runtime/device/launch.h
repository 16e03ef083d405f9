// Launches of kernels: Note [Arenas] in device/launch.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "runtime/device/constants.h"
#include "runtime/device/driver.h"
#include "runtime/device/memory.h"

namespace planish::device {

class DeviceContext;

// What becomes of what a kernel traces.
enum class Traces : uint8_t { Shown, Forgotten };

// One kernel, as operators ask for it.
struct KernelLaunch {
  int32_t kernel = 0;
  int64_t blocks = 1;         // 0: nothing to do
  int32_t block_threads = 0;  // 0: as many as the device likes
  int32_t shared_bytes = 0;   // of a block, beside what the kernel needs for each thread
  // The kernel goes on by the size of the grid, so that fewer blocks, or smaller ones, do as well.
  bool any_size = false;
  const void* closure = nullptr;
  int64_t closure_bytes = 0;
  std::array<int64_t, 8> numbers{};
  std::array<void*, 8> pointers{};
  // Called before the kernel is run, each time: clears what it counts in. Gives a status.
  std::function<int32_t()> prepare;
  // What it writes to that was there before. If it is run again, all of that is as it was.
  std::span<const planish_device_array> changed;
  Traces traces = Traces::Shown;
};

// Functions give a status.
class Launcher {
 public:
  explicit Launcher(DeviceContext& device);

  int32_t launch(const KernelLaunch& launch);

 private:
  struct Arena;

  LaunchShape shape_of(const KernelLaunch& launch) const;
  int32_t hold(const KernelLaunch& launch, HeldBlocks& held);
  int32_t pin_constants();
  int32_t queue(const KernelLaunch& launch, const LaunchShape& shape, const planish_launch& record,
                void* closure);
  int32_t launch_once(const KernelLaunch& launch, const LaunchShape& shape, const Arena& arena);
  int32_t launch_until_it_fits(const KernelLaunch& launch, LaunchShape shape);
  int64_t resident_blocks(const KernelLaunch& launch, const LaunchShape& shape) const;
  DeviceBlock* allocate_arena(const KernelLaunch& launch, LaunchShape& shape, int64_t bytes);

  DeviceContext& device_;
  DeviceConstants constants_;
  std::vector<int64_t> arena_bytes_;  // that a thread of each kernel needed so far
  uint32_t launches_ = 0;
};

}  // namespace planish::device
