#include <algorithm>
#include <cstring>

#include "runtime/native/chain.h"

namespace planish::native {
namespace {

// Note [Chained scan]
// To start a piece is to reduce it; the value before it is passed to it, and the value after it to
// the next; to finish it is to scan it. All threads go through memory side by side, once: the
// second time, a piece comes out of the cache.
class ScanRun {
 public:
  ScanRun(planish_context& context, int64_t segments, int64_t width, int64_t item_cost,
          const planish_scan_operator& scan, void* closure)
      : context_(context),
        segments_(segments),
        width_(width),
        item_cost_(item_cost),
        op_(scan),
        closure_(closure),
        bytes_(scan.accumulator_bytes),
        stride_((bytes_ + 63) / 64 * 64) {}

  int32_t run() {
    const Cut cut = choose_cut();
    if (cut.pieces <= 1) return run_whole_segments();
    return is_alone(context_) ? run_alone(cut) : run_chain(cut);
  }

 private:
  Cut choose_cut() const {
    if (op_.part == nullptr || segments_ >= kTasks.many_segments) return Cut::into(width_, 1);
    const int64_t cost = cost_of(width_, item_cost_);
    const int64_t wanted =
        std::clamp(cost / kTasks.enough_pieces, kTasks.scan_least_cost, kTasks.scan_piece_cost);
    const int64_t piece_cost = std::max(wanted, saturated_product(8, bytes_));
    // Two pieces make more work than they save.
    const int64_t pieces = cost / piece_cost;
    return Cut::into(width_, pieces < 4 ? 1 : pieces);
  }

  int32_t run_whole_segments() {
    return for_ranges(
        context_, segments_, cost_of(width_, item_cost_),
        [&](int64_t begin, int64_t end) { return op_.segments(&context_, closure_, begin, end); });
  }

  int32_t run_alone(const Cut& cut) {
    const Scratch carry(context_, bytes_);
    if (!carry) return PLANISH_OUT_OF_MEMORY;
    int32_t status = PLANISH_OK;
    for (int64_t segment = 0; segment < segments_; segment++) {
      status = op_.neutral(&context_, closure_, carry.data());
      for (int64_t piece = 0; piece < cut.pieces && status == PLANISH_OK; piece++) {
        if (context_.is_cancelled()) return PLANISH_CANCELLED;
        status =
            op_.scan(&context_, closure_, segment, cut.begin(piece), cut.end(piece), carry.data());
      }
      if (status != PLANISH_OK) return status;
    }
    return status;
  }

  int32_t run_chain(const Cut& cut) {
    const int64_t pieces = segments_ * cut.pieces;
    // One to hand on, and two for each slot.
    const int64_t slots = Chain<Pieces>::slots(context_, pieces);
    const Scratch accumulators(context_, (1 + 2 * slots) * stride_);
    if (!accumulators) return PLANISH_OUT_OF_MEMORY;
    Pieces work{*this, cut, accumulators.data()};
    return Chain<Pieces>(context_, pieces, work).run();
  }

  struct Pieces {
    struct Thread {};
    ScanRun& run;
    const Cut& cut;
    std::byte* handed_on;

    std::byte* carry(int64_t slot) const { return handed_on + (1 + 2 * slot) * run.stride_; }
    std::byte* total(int64_t slot) const { return handed_on + (2 + 2 * slot) * run.stride_; }
    bool is_last(int64_t index) const { return (index + 1) % cut.pieces == 0; }

    int32_t start(int64_t index, int64_t slot, Thread& /*thread*/) {
      if (is_last(index)) return PLANISH_OK;
      const int64_t piece = index % cut.pieces;
      return run.op_.part(&run.context_, run.closure_, index / cut.pieces, cut.begin(piece),
                          cut.end(piece), total(slot));
    }

    int32_t pass(int64_t index, int64_t slot) {
      if (index % cut.pieces == 0) {
        const int32_t status = run.op_.neutral(&run.context_, run.closure_, handed_on);
        if (status != PLANISH_OK) return status;
      }
      std::memcpy(carry(slot), handed_on, static_cast<size_t>(run.bytes_));
      if (is_last(index)) return PLANISH_OK;
      return run.op_.combine(&run.context_, run.closure_, handed_on, total(slot));
    }

    int32_t finish(int64_t index, int64_t slot, Thread& /*thread*/) {
      const int64_t piece = index % cut.pieces;
      return run.op_.scan(&run.context_, run.closure_, index / cut.pieces, cut.begin(piece),
                          cut.end(piece), carry(slot));
    }
  };

  planish_context& context_;
  const int64_t segments_;
  const int64_t width_;
  const int64_t item_cost_;
  const planish_scan_operator& op_;
  void* const closure_;
  const int64_t bytes_;   // of an accumulator
  const int64_t stride_;  // from one to the next: aligned
};

}  // namespace
}  // namespace planish::native

using namespace planish::native;

int32_t planish_scan(planish_context* context, int64_t segments, int64_t width, int64_t item_cost,
                     const planish_scan_operator* scan, void* closure) {
  if (segments <= 0) return PLANISH_OK;
  return ScanRun(*context, segments, width, cost_in(*context, item_cost), *scan, closure).run();
}
