// Launches.
//
// Note [Arenas]
// Threads that allocate take memory from arenas, one for each thread of the grid, so grids of such
// kernels have only as many threads as can run at once, and kernels go on by the size of the grid.
// How much a thread needs is not known before. If it was not enough, kernels say so, and are run
// again with twice as much. What a kernel
// needed is remembered. If memory is short, there are fewer threads. The same is done if the stack of
// threads is too small for recursion, or the room for what they trace. What such a kernel writes to
// that was there before is saved first (device/saved_arrays.h).

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "runtime/device/device_context.h"
#include "runtime/device/saved_arrays.h"
#include "runtime/native/failure.h"

namespace planish::device {
namespace {

constexpr int64_t kMostBlocks = INT32_MAX;
constexpr int64_t kLargestStack = int64_t{1} << 20;
// Of the stack of a thread, for recursion, at least.
constexpr int64_t kLeastForRecursion = 4 << 10;
// Of the memory of the device, for stacks: there is one for each thread that can run at once.
constexpr int64_t kStackShare = 2;
// Launches of kernels that can fail, without a look at whether one did.
constexpr size_t kMostLaunches = 1 << 16;
// Of the memory of the device, for the arenas of one kernel, if fewer threads do as well.
constexpr int64_t kArenaShare = 8;

bool has_flag(const planish_device_kernel& kernel, int32_t flags) {
  return (kernel.flags & flags) != 0;
}

}  // namespace

struct DeviceContext::Arena {
  void* data = nullptr;
  int64_t bytes = 0;  // of a thread
};

int32_t DeviceContext::block_threads(int32_t kernel) {
  const int32_t most = driver_->kernel_limits(kernel).block_threads;
  const int32_t warp = limits().warp_threads;
  return std::max(warp, std::min(limits().block_threads, most) / warp * warp);
}

int64_t DeviceContext::blocks_for(int64_t items, int32_t threads) const {
  return std::min(kMostBlocks, (items + threads - 1) / threads);
}

int32_t DeviceContext::runtime_kernel(int32_t which) const {
  if (which >= program_.runtime_kernel_count) return -1;
  const int32_t number = static_cast<int32_t>(program_.kernel_count) + which;
  return kernel(number).name == nullptr ? -1 : number;
}

LaunchShape DeviceContext::shape_of(const KernelLaunch& launch) {
  LaunchShape shape;
  shape.kernel = launch.kernel;
  shape.blocks = launch.blocks;
  shape.block_threads =
      launch.block_threads > 0 ? launch.block_threads : block_threads(launch.kernel);
  shape.shared_bytes =
      launch.shared_bytes + kernel(launch.kernel).shared_bytes * shape.block_threads;
  return shape;
}

int32_t DeviceContext::launch(const KernelLaunch& launch) {
  if (launch.blocks == 0) return PLANISH_OK;
  if (context_.is_cancelled()) return PLANISH_CANCELLED;
  if (const int32_t status = update_constants(); status != PLANISH_OK) return status;
  const LaunchShape shape = shape_of(launch);
  constexpr int32_t kMayNotFit =
      PLANISH_KERNEL_ALLOCATES | PLANISH_KERNEL_RECURSES | PLANISH_KERNEL_TRACES;
  if (has_flag(kernel(launch.kernel), kMayNotFit)) return launch_until_it_fits(launch, shape);
  return launch_once(launch, shape, {});
}

int32_t DeviceContext::launch_once(const KernelLaunch& launch, const LaunchShape& shape,
                                   const Arena& arena) {
  if (launch.prepare) {
    if (const int32_t status = launch.prepare(); status != PLANISH_OK) return status;
  }
  planish_launch record{};
  record.state = state_;
  record.arena = arena.data;
  record.arena_bytes = arena.bytes;
  record.constants = constants_;
  std::ranges::copy(launch.numbers, record.numbers);
  std::ranges::copy(launch.pointers, record.pointers);
  record.stack_bytes = limits().stack_bytes - kernel(launch.kernel).stack_bytes;
  if (++launches_ == 0) launches_++;
  record.number = launches_;
  if (has_flag(kernel(launch.kernel), PLANISH_KERNEL_CAN_FAIL)) {
    if (calls_.launch_count() >= kMostLaunches) {
      if (const int32_t status = wait(); status != PLANISH_OK) return status;
    }
    calls_.add_launch(launches_);
  }
  if (launch.closure_bytes <= PLANISH_LARGEST_CLOSURE)
    return report(driver_->launch(shape, launch.closure, launch.closure_bytes, record));
  // What is done next may use the memory again, but not before the kernel is done.
  const DeviceScratch closure(*this, launch.closure_bytes);
  if (!closure) return PLANISH_OUT_OF_MEMORY;
  const int32_t status = write(closure.data(), launch.closure, launch.closure_bytes);
  if (status != PLANISH_OK) return status;
  return report(driver_->launch_with(shape, closure.data(), record));
}

int32_t DeviceContext::launch_until_it_fits(const KernelLaunch& launch, LaunchShape shape) {
  const bool allocates = has_flag(kernel(launch.kernel), PLANISH_KERNEL_ALLOCATES);
  if (const int32_t status = make_stack(kernel(launch.kernel)); status != PLANISH_OK) return status;
  SavedArrays before(*this, launch.changed);
  if (const int32_t status = before.save(); status != PLANISH_OK) return status;
  if (allocates && launch.any_size) {
    const int64_t resident = int64_t{limits().multiprocessors} *
                             driver_->kernel_limits(launch.kernel).blocks_per_processor;
    shape.blocks = std::clamp<int64_t>(shape.blocks, 1, std::max<int64_t>(1, resident));
  }
  int64_t& bytes = arena_bytes_[static_cast<size_t>(launch.kernel)];
  while (true) {
    DeviceBlock* block = nullptr;
    Arena arena;
    if (allocates) {
      block = allocate_arena(launch, shape, bytes);
      if (block == nullptr) return PLANISH_OUT_OF_MEMORY;
      arena = {block->visible.data, bytes};
    }
    Notice notice;
    notice.status = launch_once(launch, shape, arena);
    if (notice.status == PLANISH_OK) notice = wait_for_notice();
    if (block != nullptr) memory_.free(block);
    const bool is_done =
        notice.status != PLANISH_OK ||
        (!notice.arena_too_small && !notice.stack_too_small && notice.traced <= fresh_.traces.room);
    if (is_done) {
      if (fresh_.stack_is_largest != 0) set_stack_is_largest(0);
      const bool is_shown = launch.traces == Traces::Shown || notice.status != PLANISH_OK;
      const int32_t status = is_shown ? show_traces(notice.traced) : int32_t{PLANISH_OK};
      return notice.status != PLANISH_OK ? notice.status : status;
    }
    int32_t status = before.restore();
    if (notice.arena_too_small) bytes *= 2;
    if (status == PLANISH_OK && notice.stack_too_small) status = grow_stack_or_end();
    if (status == PLANISH_OK && notice.traced > fresh_.traces.room)
      status = grow_traces(notice.traced);
    if (status != PLANISH_OK) return status;
  }
}

// What threads need beside recursion is known, and some recursion there shall be.
int32_t DeviceContext::make_stack(const planish_device_kernel& kernel) {
  if (!has_flag(kernel, PLANISH_KERNEL_RECURSES)) return PLANISH_OK;
  while (limits().stack_bytes < kernel.stack_bytes + kLeastForRecursion) {
    bool has_grown = false;
    const int32_t status = try_to_grow_stack(has_grown);
    if (status != PLANISH_OK) return status;
    if (!has_grown) return too_deep();
  }
  return PLANISH_OK;
}

// Makes the shape smaller, if that helps.
DeviceBlock* DeviceContext::allocate_arena(const KernelLaunch& launch, LaunchShape& shape,
                                           int64_t bytes) {
  const auto threads = [&] { return shape.blocks * shape.block_threads; };
  const auto make_smaller = [&] {
    if (!launch.any_size) return false;
    if (shape.blocks > 1) {
      shape.blocks = (shape.blocks + 1) / 2;
    } else {
      if (shape.block_threads <= limits().warp_threads || launch.block_threads > 0) return false;
      shape.block_threads = std::max(limits().warp_threads, shape.block_threads / 2);
    }
    return true;
  };
  while (threads() > memory_limit() / kArenaShare / bytes && make_smaller()) {
  }
  while (true) {
    const int64_t all = threads() > INT64_MAX / bytes ? -1 : threads() * bytes;
    Result failure;
    DeviceBlock* block = memory_.allocate(all, failure);
    if (block != nullptr) return block;
    if (!failure.is_out_of_memory()) {
      report(failure);
      return nullptr;
    }
    if (make_smaller()) continue;
    native::record_out_of_memory(
        context_,
        fmt::format("out of memory: the arrays that {} threads make for themselves need "
                    "more than {} bytes each on the device, where {} of {} bytes are in use",
                    threads(), bytes / 2, memory_.statistics().in_use, memory_limit()));
    return nullptr;
  }
}

int32_t DeviceContext::begin_try() {
  if (refusals_left_ > 0) {
    refusals_left_--;
    return PLANISH_TOO_DEEP;
  }
  tries_++;
  return PLANISH_OK;
}

void DeviceContext::end_try() {
  tries_--;
  refusals_ = 0;
}

int32_t DeviceContext::too_deep() {
  if (tries_ > 0) {
    tries_--;
    refusals_ = std::max<int64_t>(1, 2 * refusals_);
    refusals_left_ = refusals_;
    return PLANISH_TOO_DEEP;
  }
  native::record_failure(context_, "recursion too deep");
  return PLANISH_FAILED;
}

int32_t DeviceContext::try_to_grow_stack(bool& has_grown) {
  const int64_t wanted = limits().stack_bytes * 2;
  const int64_t threads = int64_t{limits().multiprocessors} * limits().resident_threads;
  if (wanted <= kLargestStack && wanted <= limits().memory_bytes / kStackShare / threads) {
    const Result result = driver_->set_stack_bytes(wanted);
    if (!result.is_good() && !result.is_out_of_memory()) return report(result);
    has_grown = result.is_good() && limits().stack_bytes >= wanted;
  }
  return PLANISH_OK;
}

// Without a larger stack the next run is the last, which says where it was.
int32_t DeviceContext::grow_stack_or_end() {
  if (fresh_.stack_is_largest != 0) {
    set_stack_is_largest(0);
    return too_deep();
  }
  bool has_grown = false;
  const int32_t status = try_to_grow_stack(has_grown);
  if (status != PLANISH_OK || has_grown) return status;
  return tries_ > 0 ? too_deep() : set_stack_is_largest(1);
}

int32_t DeviceContext::set_stack_is_largest(uint32_t value) {
  fresh_.stack_is_largest = value;
  return report(driver_->copy_to_device(&state_->stack_is_largest, &value, sizeof value));
}

// The program writes constants when it evaluates them; kernels see them from then on.
int32_t DeviceContext::update_constants() {
  const auto count = static_cast<size_t>(context_.constant_count);
  if (count == 0) return PLANISH_OK;
  const planish_slot* now = context_.constants.get();
  const size_t bytes = count * sizeof(planish_slot);
  if (count == known_constants_.size() && std::memcmp(now, known_constants_.data(), bytes) == 0)
    return PLANISH_OK;
  if (count > known_constants_.size()) {
    void* table = nullptr;
    if (const Result result = driver_->allocate(static_cast<int64_t>(bytes), &table);
        !result.is_good())
      return report(result);
    if (constants_ != nullptr) driver_->free(constants_);
    constants_ = static_cast<planish_slot*>(table);
  }
  known_constants_.assign(now, now + count);
  return report(driver_->copy_to_device(constants_, now, static_cast<int64_t>(bytes)));
}

}  // namespace planish::device
