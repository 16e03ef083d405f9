#include "runtime/device/stacks.h"

#include <algorithm>

#include "runtime/device/device_context.h"
#include "runtime/native/failure.h"

namespace planish::device {
namespace {

constexpr int64_t kLargestStack = int64_t{1} << 20;
// Of the stack of a thread, for recursion, at least.
constexpr int64_t kLeastForRecursion = 4 << 10;
// Of the memory of the device, for stacks: there is one for each thread that can run at once.
constexpr int64_t kStackShare = 2;
// The same for arenas, which may lie elsewhere.
constexpr int64_t kStackArenaShare = 8;

}  // namespace

int32_t ThreadStacks::begin_try() {
  if (refusals_left_ > 0) {
    refusals_left_--;
    return PLANISH_TOO_DEEP;
  }
  tries_++;
  return PLANISH_OK;
}

void ThreadStacks::end_try() {
  tries_--;
  refusals_ = 0;
}

void ThreadStacks::forget_tries() {
  tries_ = 0;
  refusals_left_ = refusals_ = 0;
}

// What threads need beside recursion is known, and some recursion there shall be.
int32_t ThreadStacks::make(const planish_device_kernel& kernel) {
  if ((kernel.flags & PLANISH_KERNEL_RECURSES) == 0) return PLANISH_OK;
  while (device_.limits().stack_bytes < kernel.stack_bytes + kLeastForRecursion) {
    bool has_grown = false;
    const int32_t status = try_to_grow(has_grown);
    if (status != PLANISH_OK) return status;
    if (!has_grown) return too_deep();
  }
  return PLANISH_OK;
}

int32_t ThreadStacks::grow_or_end() {
  DeviceState& state = device_.state();
  if (state.stack_is_largest()) {
    device_.report(state.set_stack_is_largest(false));
    return too_deep();
  }
  bool has_grown = false;
  const int32_t status = try_to_grow(has_grown);
  if (status != PLANISH_OK || has_grown) return status;
  return tries_ > 0 ? too_deep() : device_.report(state.set_stack_is_largest(true));
}

bool ThreadStacks::may_have(int64_t bytes, int64_t share) const {
  const DriverLimits& limits = device_.limits();
  const int64_t threads = int64_t{limits.multiprocessors} * limits.resident_threads;
  return bytes <= kLargestStack && bytes <= limits.memory_bytes / share / threads;
}

bool ThreadStacks::has_room(const planish_device_kernel& kernel, int64_t arena_bytes) {
  const DriverLimits& limits = device_.limits();
  if ((kernel.flags & PLANISH_KERNEL_STACK_ARENA) == 0 || arena_bytes > limits.stack_arena_bytes)
    return false;
  int64_t wanted = std::max<int64_t>(limits.stack_bytes, 1);
  while (wanted < kernel.stack_bytes + arena_bytes) wanted *= 2;
  if (wanted <= limits.stack_bytes) return true;
  return may_have(wanted, kStackArenaShare) && device_.driver().set_stack_bytes(wanted).is_good() &&
         device_.limits().stack_bytes >= wanted;
}

int32_t ThreadStacks::try_to_grow(bool& has_grown) {
  const int64_t wanted = device_.limits().stack_bytes * 2;
  if (may_have(wanted, kStackShare)) {
    const Result result = device_.driver().set_stack_bytes(wanted);
    if (!result.is_good() && !result.is_out_of_memory()) return device_.report(result);
    has_grown = result.is_good() && device_.limits().stack_bytes >= wanted;
  }
  return PLANISH_OK;
}

int32_t ThreadStacks::too_deep() {
  if (tries_ > 0) {
    tries_--;
    refusals_ = std::max<int64_t>(1, 2 * refusals_);
    refusals_left_ = refusals_;
    return PLANISH_TOO_DEEP;
  }
  native::record_failure(device_.context(), "recursion too deep");
  return PLANISH_FAILED;
}

}  // namespace planish::device
