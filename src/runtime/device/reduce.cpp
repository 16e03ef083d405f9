#include "runtime/device/operators.h"

namespace planish::device {
namespace {

// Batches of products, or of rows that share steps.
int32_t reduce_tiles(DeviceContext& device, int64_t segments, int64_t width,
                     const planish_device_reduction& op, const SharedTileChoice& choice,
                     int32_t threads, const void* closure, int64_t closure_bytes) {
  KernelLaunch launch = any_grid(choice.kernel, choice.blocks, threads, closure, closure_bytes);
  launch.shared_bytes = static_cast<int32_t>(choice.shared_bytes);
  const int64_t columns = op.product >= 0 ? op.tile_columns : 1;
  launch.numbers = {segments / (op.tile_rows * columns),
                    op.tile_rows,
                    columns,
                    width,
                    choice.pieces,
                    choice.piece_steps};
  if (choice.pieces == 1) return device.launch(launch);
  const DeviceScratch sums(
      device, choice.blocks * choice.tile_rows * 4 * int64_t{kernels::tile_words(op.sum_bytes)});
  if (!sums) return PLANISH_OUT_OF_MEMORY;
  static_assert(kEnoughBlocks <= DeviceState::kTickets);
  launch.pointers = {sums.data(), device.state().tickets()};
  return device.launch(launch);
}

int32_t reduce(DeviceContext& device, int64_t segments, int64_t width,
               const planish_device_reduction& op, const void* closure, int64_t closure_bytes) {
  if (op.product >= 0 || op.steps >= 0) {
    const int32_t tile_threads = kernels::tile_threads(device.limits().block_threads);
    const SharedTileChoice tiles = choose_shared_tile(segments, width, op, tile_threads);
    if (tiles.kernel >= 0)
      return reduce_tiles(device, segments, width, op, tiles, tile_threads, closure, closure_bytes);
  }
  const int32_t any_kernel = op.accumulator_bytes == 0 ? op.segments : op.pieces;
  const int64_t threads = device.block_threads(any_kernel);
  const ReduceChoice choice = choose_reduce(segments, width, op, threads);
  KernelLaunch launch =
      any_grid(choice.kernel, choice.blocks, choice.threads, closure, closure_bytes);
  launch.numbers = {segments, width};
  if (choice.way == ReduceWay::Rows) {
    launch.numbers[2] = choice.lanes;
    return device.launch(launch);
  }
  if (choice.way == ReduceWay::Segments) return device.launch(launch);
  launch.numbers[2] = choice.pieces;
  launch.numbers[3] = choice.piece_items;
  launch.shared_bytes = static_cast<int32_t>(choice.threads / 32 * op.accumulator_bytes);
  if (choice.pieces == 1) return device.launch(launch);
  const DeviceScratch sums(device, segments * choice.pieces * op.accumulator_bytes);
  if (!sums) return PLANISH_OUT_OF_MEMORY;
  launch.pointers = {sums.data(), device.state().tickets()};
  return device.launch(launch);
}

int32_t reduce_rows(DeviceContext& device, int64_t rows, const int64_t* offsets, int64_t items,
                    const planish_device_reduction& op, const void* closure,
                    int64_t closure_bytes) {
  if (op.accumulator_bytes == 0) {
    KernelLaunch launch =
        any_grid(op.segments, 0, device.block_threads(op.segments), closure, closure_bytes);
    launch.blocks = divided_up(rows, launch.block_threads);
    launch.numbers = {rows};
    return device.launch(launch);
  }
  const int64_t threads = kernels::tile_threads(device.limits().block_threads);
  const int32_t words = op.accumulator_bytes / 4;
  const int64_t size = threads * kernels::share_items(words);
  const int64_t shares = divided_up(rows + items, size);
  const DeviceScratch starts(device, (shares + 1) * int64_t{sizeof(int64_t)});
  const DeviceScratch parts(device, 2 * shares * op.accumulator_bytes);
  if (!starts || !parts) return PLANISH_OUT_OF_MEMORY;
  const planish_shares_closure find{shares + 1, offsets, rows,
                                    items,      size,    static_cast<int64_t*>(starts.data())};
  int32_t status = device.launch(runtime_launch(device, PLANISH_RUNTIME_SHARES,
                                                (shares + 1) * device.limits().warp_threads, &find,
                                                sizeof find));
  if (status != PLANISH_OK) return status;
  KernelLaunch launch = any_grid(op.irregular, shares, threads, closure, closure_bytes);
  launch.shared_bytes = static_cast<int32_t>(kernels::share_bytes(words, threads));
  launch.numbers = {rows, items, shares, size};
  char* tails = static_cast<char*>(parts.data()) + shares * op.accumulator_bytes;
  launch.pointers = {const_cast<int64_t*>(offsets), starts.data(), parts.data(), tails};
  status = device.launch(launch);
  if (status != PLANISH_OK || shares == 1) return status;
  launch.kernel = op.cut;
  launch.shared_bytes = 0;
  launch.block_threads = device.block_threads(op.cut);
  launch.blocks = divided_up(shares, launch.block_threads / 32);
  return device.launch(launch);
}

}  // namespace
}  // namespace planish::device

using namespace planish::device;

int32_t planish_device_reduce(planish_context* context, int64_t segments, int64_t width,
                              const planish_device_reduction* reduction, const void* closure,
                              int64_t closure_bytes) {
  return guarded(context, [&](DeviceContext& device) {
    if (segments <= 0) return int32_t{PLANISH_OK};
    return reduce(device, segments, std::max<int64_t>(0, width), *reduction, closure,
                  closure_bytes);
  });
}

int32_t planish_device_reduce_rows(planish_context* context, int64_t rows, const int64_t* offsets,
                                   int64_t items, const planish_device_reduction* reduction,
                                   const void* closure, int64_t closure_bytes) {
  return guarded(context, [&](DeviceContext& device) {
    if (rows <= 0) return int32_t{PLANISH_OK};
    return reduce_rows(device, rows, offsets, items, *reduction, closure, closure_bytes);
  });
}
