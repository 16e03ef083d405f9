// The stacks of threads, for recursion and small arenas: how large they are, and what happens when
// that is not enough.
#pragma once

#include <cstdint>

#include "runtime/device/driver.h"

namespace planish::device {

class DeviceContext;

// Functions give a status.
class ThreadStacks {
 public:
  explicit ThreadStacks(DeviceContext& device) : device_(device) {}

  // Recursion that may turn out to be too deep: planish_device_begin_try, planish_device_end_try.
  int32_t begin_try();
  void end_try();
  // A run begins.
  void forget_tries();

  // Makes them large enough for the kernel to begin with.
  int32_t make(const planish_device_kernel& kernel);
  // Is there room for an arena of so many bytes of each thread? Makes them larger, if that is
  // not too much.
  bool has_room(const planish_device_kernel& kernel, int64_t arena_bytes);
  // They were too small: makes them larger, or ends the try, or lets the next run of the kernel be
  // the last, which says where it was.
  int32_t grow_or_end();

 private:
  int32_t try_to_grow(bool& has_grown);
  bool may_have(int64_t bytes, int64_t share) const;
  int32_t too_deep();

  DeviceContext& device_;
  int32_t tries_ = 0;  // that are open
  // How many of the next tries are refused, and how many were after the last one that failed. One
  // that is good ends that.
  int64_t refusals_left_ = 0;
  int64_t refusals_ = 0;
};

}  // namespace planish::device
