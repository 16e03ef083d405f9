#include "runtime/device/operators.h"

using namespace planish::device;

int32_t planish_device_hist(planish_context* context, int64_t points,
                            const planish_device_histogram* histogram, const void* closure,
                            int64_t closure_bytes) {
  return guarded(context, [&](DeviceContext& device) {
    if (points <= 0) return int32_t{PLANISH_OK};
    const int64_t threads = device.block_threads(histogram->global);
    const HistChoice choice =
        choose_hist(points, *histogram, threads, device.limits().shared_bytes);
    KernelLaunch launch = any_grid(choice.kernel, choice.blocks, threads, closure, closure_bytes);
    launch.shared_bytes = static_cast<int32_t>(choice.shared_bytes);
    launch.numbers = {points, histogram->bins, choice.copies};
    launch.changed = {histogram->dests, static_cast<size_t>(histogram->dest_count)};
    if ((histogram->flags & PLANISH_OPERATOR_ATOMIC) != 0) return device.launch(launch);
    const ClearedScratch locks(device,
                               planish::kernels::kHistogramLocks * int64_t{sizeof(uint32_t)});
    if (!locks) return int32_t{PLANISH_OUT_OF_MEMORY};
    launch.pointers = {locks.at(0)};
    launch.prepare = [&] { return locks.clear(); };
    return device.launch(launch);
  });
}
