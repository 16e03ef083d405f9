// Note [Arenas]
// Threads that allocate take memory from arenas, one for each thread of the grid, so grids of such
// kernels have only as many threads as can run at once, and kernels go on by the size of the grid.
// How much a thread needs is not known before. If it was not enough, kernels say so, and are run
// again with twice as much. Arenas that are small enough lie on the stacks of threads, which the
// driver makes for all threads that can run at once; then grids may be of any size. What a kernel needed is remembered. If memory is short, there are fewer
// threads. The same is done if the stack of threads is too small for recursion (device/stacks.h), or
// the room for what they trace. What such a kernel writes to that was there before is saved first
// (device/saved_arrays.h).
#include "runtime/device/launch.h"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/device/device_context.h"
#include "runtime/device/saved_arrays.h"
#include "runtime/device/traces.h"
#include "runtime/native/failure.h"

namespace planish::device {
namespace {

// Launches of kernels that can fail, without a look at whether one did.
constexpr size_t kMostLaunches = 1 << 16;
// Of the memory of the device, for the arenas of one kernel, if fewer threads do as well.
constexpr int64_t kArenaShare = 8;

bool has_flag(const planish_device_kernel& kernel, int32_t flags) {
  return (kernel.flags & flags) != 0;
}

}  // namespace

struct Launcher::Arena {
  void* data = nullptr;
  int64_t bytes = 0;  // of a thread
};

Launcher::Launcher(DeviceContext& device)
    : device_(device),
      constants_(device.driver()),
      arena_bytes_(static_cast<size_t>(device.program().kernel_count +
                                       device.program().runtime_kernel_count),
                   device.limits().arena_bytes) {}

LaunchShape Launcher::shape_of(const KernelLaunch& launch) const {
  LaunchShape shape;
  shape.kernel = launch.kernel;
  shape.blocks = launch.blocks;
  shape.block_threads =
      launch.block_threads > 0 ? launch.block_threads : device_.block_threads(launch.kernel);
  shape.shared_bytes =
      launch.shared_bytes + device_.kernel(launch.kernel).shared_bytes * shape.block_threads;
  return shape;
}

int32_t Launcher::launch(const KernelLaunch& launch) {
  if (launch.blocks == 0) return PLANISH_OK;
  const planish_context& context = device_.context();
  if (context.is_cancelled()) return PLANISH_CANCELLED;
  const std::span constants(context.constants.get(), static_cast<size_t>(context.constant_count));
  if (const int32_t status = device_.report(constants_.update(constants)); status != PLANISH_OK)
    return status;
  const LaunchShape shape = shape_of(launch);
  constexpr int32_t kMayNotFit =
      PLANISH_KERNEL_ALLOCATES | PLANISH_KERNEL_RECURSES | PLANISH_KERNEL_TRACES;
  if (has_flag(device_.kernel(launch.kernel), kMayNotFit))
    return launch_until_it_fits(launch, shape);
  return launch_once(launch, shape, {});
}

// Arrays that it names: Note [Eviction] in device/residence.h.
int32_t Launcher::hold(const KernelLaunch& launch, HeldBlocks& held) {
  Result done = held.add(launch.closure, launch.closure_bytes, Access::Change);
  if (done.is_good())
    done = held.add(launch.pointers.data(), sizeof launch.pointers, Access::Change);
  return device_.report(done);
}

int32_t Launcher::launch_once(const KernelLaunch& launch, const LaunchShape& shape,
                              const Arena& arena) {
  if (launch.prepare) {
    if (const int32_t status = launch.prepare(); status != PLANISH_OK) return status;
  }
  planish_launch record{};
  record.state = device_.state().on_device();
  record.arena = arena.data;
  record.arena_bytes = arena.bytes;
  record.constants = constants_.table();
  std::ranges::copy(launch.numbers, record.numbers);
  std::ranges::copy(launch.pointers, record.pointers);
  record.stack_bytes = device_.limits().stack_bytes - device_.kernel(launch.kernel).stack_bytes;
  if (++launches_ == 0) launches_++;
  record.number = launches_;
  if (has_flag(device_.kernel(launch.kernel), PLANISH_KERNEL_CAN_FAIL)) {
    if (device_.calls().launch_count() >= kMostLaunches) {
      if (const int32_t status = device_.wait(); status != PLANISH_OK) return status;
    }
    device_.calls().add_launch(launches_);
  }
  if (launch.closure_bytes <= PLANISH_LARGEST_CLOSURE) return queue(launch, shape, record, nullptr);
  // What is done next may use the memory again, but not before the kernel is done.
  const DeviceScratch closure(device_, launch.closure_bytes);
  if (!closure) return PLANISH_OUT_OF_MEMORY;
  const int32_t status = device_.write(closure.data(), launch.closure, launch.closure_bytes);
  return status == PLANISH_OK ? queue(launch, shape, record, closure.data()) : status;
}

// `closure`: where it lies on the device; null: it does not.
int32_t Launcher::queue(const KernelLaunch& launch, const LaunchShape& shape,
                        const planish_launch& record, void* closure) {
  HeldBlocks held(device_.memory());
  if (device_.memory().is_watched()) {
    int32_t status = hold(launch, held);
    if (status == PLANISH_OK) status = device_.report(held.add(record.arena, Access::Change));
    if (status == PLANISH_OK) status = device_.report(held.add(closure, Access::Read));
    if (status == PLANISH_OK) status = pin_constants();
    if (status != PLANISH_OK) return status;
  }
  return device_.report(closure == nullptr ? device_.driver().launch(shape, launch.closure,
                                                                     launch.closure_bytes, record)
                                           : device_.driver().launch_with(shape, closure, record));
}

int32_t Launcher::pin_constants() {
  const planish_context& context = device_.context();
  return device_.report(device_.memory().pin(
      context.constants.get(), context.constant_count * int64_t{sizeof(planish_slot)}));
}

int32_t Launcher::launch_until_it_fits(const KernelLaunch& launch, LaunchShape shape) {
  const bool allocates = has_flag(device_.kernel(launch.kernel), PLANISH_KERNEL_ALLOCATES);
  if (const int32_t status = device_.stacks().make(device_.kernel(launch.kernel));
      status != PLANISH_OK)
    return status;
  // Memory is asked for below, and must not be had from what the kernel works with.
  HeldBlocks held(device_.memory());
  if (const int32_t status = hold(launch, held); status != PLANISH_OK) return status;
  SavedArrays before(device_, launch.changed);
  if (const int32_t status = before.save(); status != PLANISH_OK) return status;
  DeviceState& state = device_.state();
  int64_t& bytes = arena_bytes_[static_cast<size_t>(launch.kernel)];
  while (true) {
    DeviceBlock* block = nullptr;
    Arena arena;
    if (allocates && device_.stacks().has_room(device_.kernel(launch.kernel), bytes)) {
      arena.bytes = bytes;
    } else if (allocates) {
      if (launch.any_size) shape.blocks = std::min(shape.blocks, resident_blocks(launch, shape));
      block = allocate_arena(launch, shape, bytes);
      if (block == nullptr) return PLANISH_OUT_OF_MEMORY;
      arena = {block->visible.data, bytes};
    }
    DeviceContext::Notice notice;
    notice.status = launch_once(launch, shape, arena);
    if (notice.status == PLANISH_OK) notice = device_.wait_for_notice();
    if (block != nullptr) device_.memory().free(block);
    const bool is_done =
        notice.status != PLANISH_OK || (!notice.arena_too_small && !notice.stack_too_small &&
                                        notice.traced <= state.traces().room);
    if (is_done) {
      if (state.stack_is_largest()) device_.report(state.set_stack_is_largest(false));
      const bool is_shown = launch.traces == Traces::Shown || notice.status != PLANISH_OK;
      const int32_t status = is_shown ? show_traces(device_, notice.traced) : int32_t{PLANISH_OK};
      return notice.status != PLANISH_OK ? notice.status : status;
    }
    int32_t status = before.restore();
    if (notice.arena_too_small) bytes *= 2;
    if (status == PLANISH_OK && notice.stack_too_small) status = device_.stacks().grow_or_end();
    if (status == PLANISH_OK && notice.traced > state.traces().room)
      status = device_.report(state.grow_traces(notice.traced));
    if (status != PLANISH_OK) return status;
  }
}

// That can run at once. The limits are those of whole blocks; there is room for more smaller ones.
int64_t Launcher::resident_blocks(const KernelLaunch& launch, const LaunchShape& shape) const {
  const int64_t smaller = device_.block_threads(launch.kernel) / shape.block_threads;
  const int64_t blocks = int64_t{device_.limits().multiprocessors} *
                         device_.driver().kernel_limits(launch.kernel).blocks_per_processor *
                         std::max<int64_t>(1, smaller);
  return std::max<int64_t>(1, blocks);
}

// Makes the shape smaller, if that helps.
DeviceBlock* Launcher::allocate_arena(const KernelLaunch& launch, LaunchShape& shape,
                                      int64_t bytes) {
  const auto threads = [&] { return shape.blocks * shape.block_threads; };
  const auto make_smaller = [&] {
    if (!launch.any_size) return false;
    if (shape.blocks > 1) {
      shape.blocks = (shape.blocks + 1) / 2;
    } else {
      if (shape.block_threads <= device_.limits().warp_threads || launch.block_threads > 0)
        return false;
      shape.block_threads = std::max(device_.limits().warp_threads, shape.block_threads / 2);
    }
    return true;
  };
  while (threads() > device_.memory_limit() / kArenaShare / bytes && make_smaller()) {
  }
  while (true) {
    const int64_t all = threads() > INT64_MAX / bytes ? -1 : threads() * bytes;
    Result failure;
    DeviceBlock* block = device_.try_allocate(all, failure);
    if (block != nullptr) return block;
    if (!failure.is_out_of_memory()) {
      device_.report(failure);
      return nullptr;
    }
    if (make_smaller()) continue;
    native::record_out_of_memory(
        device_.context(),
        fmt::format("out of memory: the arrays that {} threads make for themselves need "
                    "more than {} bytes each on the device, where {} of {} bytes are in use",
                    threads(), bytes / 2, device_.memory().statistics().in_use,
                    device_.memory_limit()));
    return nullptr;
  }
}

}  // namespace planish::device
