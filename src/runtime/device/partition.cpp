#include "runtime/device/operators.h"

namespace planish::device {
namespace {

class Partition {
 public:
  Partition(DeviceContext& device, int64_t points, const planish_device_partition_operator& op,
            Dests& dests)
      : device_(device),
        points_(points),
        op_(op),
        dests_(dests),
        classes_(std::max<int64_t>(0, op.class_count)),
        choice_(choose_partition(points, classes_)) {}

  int32_t run(int64_t& kept) {
    kept = 0;
    const int64_t entries = classes_ * choice_.chunks;
    if (entries == 0) {
      const int32_t status = device_.clear(op_.counts, classes_ * int64_t{sizeof(int64_t)});
      return status == PLANISH_OK ? dests_.allocate(0) : status;
    }
    const DeviceScratch of_points(device_, points_ * choice_.class_bytes);
    const DeviceScratch total(device_, sizeof(int64_t));
    const ClearedScratch table(device_, entries * int64_t{sizeof(int64_t)});
    if (!of_points || !total || !table) return PLANISH_OUT_OF_MEMORY;
    auto* positions = reinterpret_cast<int64_t*>(table.at(0));
    auto* sum = static_cast<int64_t*>(total.data());

    KernelLaunch classify = chunks(op_.classify, of_points.data(), positions);
    classify.prepare = [&] { return table.clear(); };
    int32_t status = device_.launch(classify);
    if (status != PLANISH_OK) return status;
    status = start_row_starts(device_, {entries, positions, positions, sum});
    if (status != PLANISH_OK) return status;
    const planish_class_counts_closure count{classes_, choice_.chunks, positions, sum, op_.counts};
    status = device_.launch(
        runtime_launch(device_, PLANISH_RUNTIME_CLASS_COUNTS, classes_, &count, sizeof count));
    if (status != PLANISH_OK) return status;
    status = device_.read(&kept, sum, sizeof kept);
    if (status != PLANISH_OK) return status;
    status = dests_.allocate(kept);
    if (status != PLANISH_OK) return status;

    KernelLaunch place = chunks(op_.place, of_points.data(), positions);
    if ((device_.kernel(op_.place).flags & (PLANISH_KERNEL_ALLOCATES | PLANISH_KERNEL_RECURSES)) ==
        0)
      return device_.launch(place);
    // It may be run again, and counts positions up.
    const int64_t bytes = entries * int64_t{sizeof(int64_t)};
    const DeviceScratch kept_positions(device_, bytes);
    if (!kept_positions) return PLANISH_OUT_OF_MEMORY;
    status = device_.copy(kept_positions.data(), positions, bytes);
    if (status != PLANISH_OK) return status;
    place.prepare = [&] { return device_.copy(positions, kept_positions.data(), bytes); };
    return device_.launch(place);
  }

 private:
  KernelLaunch chunks(int32_t kernel, void* of_points, int64_t* positions) {
    const int64_t threads = device_.block_threads(kernel);
    KernelLaunch launch = any_grid(kernel, divided_up(choice_.chunks, threads / 32), threads,
                                   dests_.closure(), dests_.closure_bytes());
    launch.numbers = {
        points_,           classes_, choice_.chunk_points, choice_.chunks, choice_.class_bytes,
        choice_.class_bits};
    launch.pointers = {of_points, positions};
    return launch;
  }

  DeviceContext& device_;
  const int64_t points_;
  const planish_device_partition_operator& op_;
  Dests& dests_;
  const int64_t classes_;
  const PartitionChoice choice_;
};

}  // namespace
}  // namespace planish::device

using namespace planish::device;

int32_t planish_device_partition(planish_context* context, int64_t points,
                                 const planish_device_partition_operator* partition,
                                 const void* closure, int64_t closure_bytes, int64_t* kept,
                                 planish_block** blocks) {
  return guarded(context, [&](DeviceContext& device) {
    Dests dests(device, partition->dests, closure, closure_bytes, blocks);
    const int32_t status =
        Partition(device, std::max<int64_t>(0, points), *partition, dests).run(*kept);
    if (status != PLANISH_OK) dests.free();
    return status;
  });
}
