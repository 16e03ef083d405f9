#include "runtime/device/operators.h"

namespace planish::device {

int32_t Dests::shrink(int64_t items) {
  for (int64_t k = 0; k < dests_.dest_count; k++) {
    auto* block = reinterpret_cast<DeviceBlock*>(blocks_[k]);
    const int64_t bytes = items * dests_.item_bytes[k];
    block->visible.bytes = bytes;
    // A copy takes as long as reading what was filtered, if a quarter of it is kept.
    constexpr int64_t kLittle = 1 << 16;
    if (block->capacity - bytes <= std::max(3 * bytes, kLittle)) continue;
    DeviceBlock* smaller = device_.allocate(bytes);
    if (smaller == nullptr) return PLANISH_OUT_OF_MEMORY;
    const int32_t status = device_.copy(smaller->visible.data, block->visible.data, bytes);
    device_.free(blocks_[k]);
    blocks_[k] = reinterpret_cast<planish_block*>(smaller);
    if (status != PLANISH_OK) return status;
  }
  return PLANISH_OK;
}

namespace {

// A ticket, how many are kept, then what tiles publish.
constexpr int64_t kKeptAt = 8;
constexpr int64_t kCountsAt = 16;

int32_t filter(DeviceContext& device, int64_t points, const planish_device_filter_operator& op,
               Dests& dests, int64_t& kept) {
  const bool by_vectors = op.filter_vectors >= 0 && op.alignment % 16 == 0;
  const int32_t kernel = by_vectors ? op.filter_vectors : op.filter;
  const int64_t threads = device.block_threads(kernel);
  const int32_t words = kernels::accumulator_words(std::max(4, op.record_bytes));
  const TileChoice choice = choose_tiles(points, words, op.flags, threads);
  const ClearedScratch scratch(device, kCountsAt + choice.tiles * int64_t{sizeof(uint64_t)});
  if (!scratch) return PLANISH_OUT_OF_MEMORY;
  KernelLaunch launch =
      any_grid(kernel, choice.tiles, threads, dests.closure(), dests.closure_bytes());
  const bool is_staged = (op.flags & PLANISH_OPERATOR_STAGED) != 0;
  launch.shared_bytes =
      static_cast<int32_t>(kernels::filter_bytes(words, choice.tile_items, is_staged, threads));
  launch.numbers = {points, choice.tiles};
  launch.pointers = {scratch.at(kCountsAt), scratch.at(0), scratch.at(kKeptAt)};
  launch.prepare = [&] {
    const int32_t status = device.clear(op.counts, op.count_of_counts * int64_t{sizeof(int64_t)});
    return status == PLANISH_OK ? scratch.clear() : status;
  };
  const int32_t status = device.launch(launch);
  return status == PLANISH_OK ? device.read(&kept, scratch.at(kKeptAt), sizeof kept) : status;
}

}  // namespace
}  // namespace planish::device

using namespace planish::device;

int32_t planish_device_filter(planish_context* context, int64_t points,
                              const planish_device_filter_operator* filter_operator,
                              const void* closure, int64_t closure_bytes, int64_t* kept,
                              planish_block** blocks) {
  return guarded(context, [&](DeviceContext& device) {
    const planish_device_filter_operator& op = *filter_operator;
    *kept = 0;
    Dests dests(device, op.dests, closure, closure_bytes, blocks);
    int32_t status = dests.allocate(std::max<int64_t>(0, points));
    if (status == PLANISH_OK) {
      status = points > 0 ? filter(device, points, op, dests, *kept)
                          : device.clear(op.counts, op.count_of_counts * int64_t{sizeof(int64_t)});
    }
    if (status == PLANISH_OK) status = dests.shrink(*kept);
    if (status != PLANISH_OK) dests.free();
    return status;
  });
}
