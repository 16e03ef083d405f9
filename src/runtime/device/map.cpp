#include "runtime/device/operators.h"

using namespace planish::device;

namespace {

KernelLaunch map_launch(DeviceContext& device, int64_t points, int32_t kernel, const void* closure,
                        int64_t closure_bytes) {
  KernelLaunch launch;
  launch.kernel = kernel;
  const int32_t most = device.block_threads(kernel);
  // Threads with arrays of their own share what the caches of a multiprocessor hold.
  const bool has_arrays = (device.kernel(kernel).flags & PLANISH_KERNEL_ALLOCATES) != 0;
  const int32_t threads =
      has_arrays ? most : static_cast<int32_t>(threads_for_long_items(points, most));
  if (threads < most) launch.block_threads = threads;
  launch.blocks = device.blocks_for(points, threads);
  launch.any_size = true;
  launch.closure = closure;
  launch.closure_bytes = closure_bytes;
  launch.numbers[0] = points;
  return launch;
}

// Are there so few points that with several of them for each thread, half of the threads that can
// run at once would have nothing to do?
bool are_few(const DeviceContext& device, int64_t points,
             const planish_device_map_kernels& kernels) {
  const int64_t resident =
      int64_t{device.limits().multiprocessors} * device.limits().resident_threads;
  return points < resident * kernels.width * kernels.groups / 2;
}

}  // namespace

int32_t planish_device_map(planish_context* context, int64_t points, int32_t kernel,
                           const void* closure, int64_t closure_bytes) {
  return guarded(context, [&](DeviceContext& device) {
    if (points <= 0) return int32_t{PLANISH_OK};
    return device.launch(map_launch(device, points, kernel, closure, closure_bytes));
  });
}

int32_t planish_device_map_in_place(planish_context* context, int64_t points, int32_t kernel,
                                    const void* closure, int64_t closure_bytes,
                                    int64_t changed_count, const planish_device_array* changed) {
  return guarded(context, [&](DeviceContext& device) {
    if (points <= 0) return int32_t{PLANISH_OK};
    KernelLaunch launch = map_launch(device, points, kernel, closure, closure_bytes);
    launch.changed = {changed, static_cast<size_t>(changed_count)};
    return device.launch(launch);
  });
}

int32_t planish_device_map_before(planish_context* context, int64_t points, int32_t kernel,
                                  const void* closure, int64_t closure_bytes) {
  return guarded(context, [&](DeviceContext& device) {
    if (points <= 0) return int32_t{PLANISH_OK};
    KernelLaunch launch = map_launch(device, points, kernel, closure, closure_bytes);
    launch.traces = Traces::Forgotten;
    return device.launch(launch);
  });
}

int32_t planish_device_map_vectors(planish_context* context, int64_t points,
                                   const planish_device_map_kernels* kernels, uint64_t alignment,
                                   const void* closure, int64_t closure_bytes) {
  if (kernels->vectors < 0 || alignment % 16 != 0)
    return planish_device_map(context, points, kernels->plain, closure, closure_bytes);
  return guarded(context, [&](DeviceContext& device) {
    if (points <= 0) return int32_t{PLANISH_OK};
    if (are_few(device, points, *kernels))
      return device.launch(map_launch(device, points, kernels->plain, closure, closure_bytes));
    const int64_t threads = device.block_threads(kernels->vectors);
    const int64_t tile = threads * kernels->width * kernels->groups;
    KernelLaunch launch =
        any_grid(kernels->vectors, divided_up(points, tile), threads, closure, closure_bytes);
    launch.numbers[0] = points;
    return device.launch(launch);
  });
}
