#include <cstring>

#include "runtime/native/parallel.h"

namespace planish::native {
namespace {

// Nanoseconds. So little that what a piece reads is still in the cache of its core when it is read again.
constexpr int64_t kPieceCost = 32'000;

// Note [Chained scan]
// A thread reduces its piece, waits for the value before it, hands on the value after it, and scans the piece. All
// threads go through memory side by side, once: the second time, a piece comes out of the cache.
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
    if (op_.part == nullptr || segments_ >= kManySegments) return Cut::into(width_, 1);
    const int64_t piece_cost = std::max(kPieceCost, saturated_product(8, bytes_));
    // Two pieces make more work than they save.
    const int64_t pieces = saturated_product(width_, item_cost_) / piece_cost;
    return Cut::into(width_, pieces < 4 ? 1 : pieces);
  }

  int32_t run_whole_segments() {
    return for_ranges(
        context_, segments_, saturated_product(width_, item_cost_),
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
    const Scratch handed_on(context_, bytes_);
    if (!handed_on) return PLANISH_OUT_OF_MEMORY;
    Region region(context_);
    Chain chain(region, segments_ * cut.pieces);
    auto work = [&](int64_t index) { return run_piece(cut, chain, index, handed_on.data()); };
    return chain.run(work);
  }

  int32_t run_piece(const Cut& cut, Chain& chain, int64_t index, std::byte* handed_on) {
    const int64_t segment = index / cut.pieces;
    const int64_t piece = index % cut.pieces;
    const bool last = piece == cut.pieces - 1;
    const Scratch own(context_, 2 * stride_);
    if (!own) return PLANISH_OUT_OF_MEMORY;
    std::byte* total = own.data();
    std::byte* carry = own.data() + stride_;
    int32_t status = PLANISH_OK;
    if (!last)
      status = op_.part(&context_, closure_, segment, cut.begin(piece), cut.end(piece), total);
    if (status != PLANISH_OK) return status;
    if (!chain.wait_for_turn(index)) return PLANISH_OK;
    if (piece == 0) status = op_.neutral(&context_, closure_, handed_on);
    std::memcpy(carry, handed_on, static_cast<size_t>(bytes_));
    if (status == PLANISH_OK && !last) status = op_.combine(&context_, closure_, handed_on, total);
    if (status != PLANISH_OK) return status;
    chain.pass_on(index);
    return op_.scan(&context_, closure_, segment, cut.begin(piece), cut.end(piece), carry);
  }

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
  return ScanRun(*context, segments, width, std::max<int64_t>(1, item_cost), *scan, closure).run();
}
