#include "runtime/device/operators.h"

namespace planish::device {
namespace {

// A ticket, then what tiles publish.
constexpr int64_t kTicketBytes = 16;

struct ScanItems {
  int64_t segments = 0;
  int64_t width = 0;  // of equal segments
  int64_t items = 0;
  const int64_t* offsets = nullptr;
};

int32_t launch_scan(DeviceContext& device, int32_t kernel, const ScanItems& items, int32_t words,
                    int32_t flags, const void* closure, int64_t closure_bytes) {
  const int64_t threads = device.block_threads(kernel);
  const TileChoice choice = choose_tiles(items.items, words, flags, threads);
  const int64_t places = kernels::PublishedPlaces{choice.tiles}.count();
  const ClearedScratch scratch(device, kTicketBytes + places * kernels::published_bytes(words));
  if (!scratch) return PLANISH_OUT_OF_MEMORY;
  KernelLaunch launch = any_grid(kernel, choice.tiles, threads, closure, closure_bytes);
  launch.shared_bytes = static_cast<int32_t>(16 + 4 * (threads / 32 + 1) * (words + 1));
  launch.numbers = {items.segments, items.width, items.items, choice.tiles};
  launch.pointers = {scratch.at(kTicketBytes), scratch.at(0), const_cast<int64_t*>(items.offsets)};
  launch.prepare = [&] { return scratch.clear(); };
  return device.launch(launch);
}

int32_t scan_in_order(DeviceContext& device, int64_t segments, int32_t kernel, const void* closure,
                      int64_t closure_bytes) {
  const int64_t threads = device.block_threads(kernel);
  KernelLaunch launch =
      any_grid(kernel, divided_up(segments, threads), threads, closure, closure_bytes);
  launch.numbers = {segments};
  return device.launch(launch);
}

}  // namespace

int32_t start_row_starts(DeviceContext& device, const planish_row_starts_closure& closure) {
  return launch_scan(device, device.runtime_kernel(PLANISH_RUNTIME_ROW_STARTS),
                     {1, closure.count, closure.count}, 2, PLANISH_OPERATOR_CHEAP, &closure,
                     sizeof closure);
}

}  // namespace planish::device

using namespace planish::device;

int32_t planish_device_scan(planish_context* context, int64_t segments, int64_t width,
                            const planish_device_scan_operator* scan, const void* closure,
                            int64_t closure_bytes) {
  return guarded(context, [&](DeviceContext& device) {
    if (segments <= 0 || width <= 0) return int32_t{PLANISH_OK};
    if (scan->accumulator_bytes == 0)
      return scan_in_order(device, segments, scan->segments, closure, closure_bytes);
    const bool by_vectors = scan->regular_vectors >= 0 && scan->alignment % 16 == 0;
    return launch_scan(device, by_vectors ? scan->regular_vectors : scan->regular,
                       {segments, width, segments * width}, scan->accumulator_bytes / 4,
                       scan->flags, closure, closure_bytes);
  });
}

int32_t planish_device_scan_rows(planish_context* context, int64_t rows, const int64_t* offsets,
                                 int64_t items, const planish_device_scan_operator* scan,
                                 const void* closure, int64_t closure_bytes) {
  return guarded(context, [&](DeviceContext& device) {
    if (rows <= 0 || items <= 0) return int32_t{PLANISH_OK};
    if (scan->accumulator_bytes == 0)
      return scan_in_order(device, rows, scan->segments, closure, closure_bytes);
    return launch_scan(device, scan->irregular, {rows, 0, items, offsets},
                       scan->accumulator_bytes / 4, scan->flags, closure, closure_bytes);
  });
}

int32_t planish_device_row_starts(planish_context* context, int64_t count, const int64_t* lengths,
                                  int64_t* starts, int64_t* total) {
  return guarded(context, [&](DeviceContext& device) {
    *total = 0;
    if (count <= 0) return int32_t{PLANISH_OK};
    const DeviceScratch sum(device, sizeof(int64_t));
    if (!sum) return int32_t{PLANISH_OUT_OF_MEMORY};
    int32_t status =
        start_row_starts(device, {count, lengths, starts, static_cast<int64_t*>(sum.data())});
    if (status == PLANISH_OK) status = device.read(total, sum.data(), sizeof *total);
    if (*total >= planish::kernels::kMostElements) *total = -1;
    return status;
  });
}
