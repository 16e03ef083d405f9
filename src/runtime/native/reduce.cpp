#include <cstring>

#include "runtime/native/parallel.h"

namespace planish::native {
namespace {

class Reduction {
 public:
  Reduction(planish_context& context, int64_t segments, int64_t width, int64_t item_cost,
            const planish_reduction& reduction, void* closure)
      : context_(context),
        segments_(segments),
        width_(width),
        item_cost_(item_cost),
        op_(reduction),
        closure_(closure),
        stride_((reduction.accumulator_bytes + 63) / 64 * 64) {}

  int32_t run() {
    const Cut cut = choose_cut();
    if (cut.pieces <= 1) return run_whole_segments();
    return is_alone(context_) ? run_alone(cut) : run_pieces(cut);
  }

 private:
  Cut choose_cut() const {
    if (op_.part == nullptr || segments_ >= kTasks.many_segments) return Cut::into(width_, 1);
    // Accumulators that are large make it worth to combine few of them.
    const int64_t piece_cost =
        std::max(kTasks.reduce_piece_cost, saturated_product(4, op_.accumulator_bytes));
    int64_t pieces = cost_of(width_, item_cost_) / piece_cost;
    pieces = std::min(pieces, kTasks.reduce_most_pieces / segments_);
    if (op_.piece_items > 0) pieces = std::min(pieces, width_ / op_.piece_items);
    pieces = std::min(pieces, kTasks.reduce_most_bytes / (stride_ * segments_));
    return Cut::into(width_, std::max<int64_t>(1, pieces));
  }

  int32_t run_whole_segments() {
    return for_ranges(
        context_, segments_, cost_of(width_, item_cost_),
        [&](int64_t begin, int64_t end) { return op_.segments(&context_, closure_, begin, end); });
  }

  int32_t run_alone(const Cut& cut) {
    const Scratch accumulators(context_, 2 * stride_);
    if (!accumulators) return PLANISH_OUT_OF_MEMORY;
    std::byte* left = accumulators.data();
    std::byte* right = left + stride_;
    int32_t status = PLANISH_OK;
    for (int64_t segment = 0; segment < segments_; segment++) {
      for (int64_t piece = 0; piece < cut.pieces; piece++) {
        if (context_.is_cancelled()) return PLANISH_CANCELLED;
        status = op_.part(&context_, closure_, segment, cut.begin(piece), cut.end(piece),
                          piece == 0 ? left : right);
        if (status == PLANISH_OK && piece > 0)
          status = op_.combine(&context_, closure_, left, right);
        if (status != PLANISH_OK) return status;
      }
      status = op_.finish(&context_, closure_, segment, left);
      if (status != PLANISH_OK) return status;
    }
    return status;
  }

  int32_t run_pieces(const Cut& cut) {
    const Scratch accumulators(context_, segments_ * cut.pieces * stride_);
    if (!accumulators) return PLANISH_OUT_OF_MEMORY;
    const auto accumulator = [&](int64_t index) { return accumulators.data() + index * stride_; };
    const int32_t status = for_pieces(
        context_, segments_ * cut.pieces, cost_of(cut.size, item_cost_), [&](int64_t index) {
          const int64_t piece = index % cut.pieces;
          return op_.part(&context_, closure_, index / cut.pieces, cut.begin(piece), cut.end(piece),
                          accumulator(index));
        });
    if (status != PLANISH_OK) return status;
    const int64_t combine_cost = saturated_product(cut.pieces, 1 + op_.accumulator_bytes / 4);
    return for_pieces(context_, segments_, combine_cost, [&](int64_t segment) {
      std::byte* left = accumulator(segment * cut.pieces);
      for (int64_t piece = 1; piece < cut.pieces; piece++) {
        const int32_t combined =
            op_.combine(&context_, closure_, left, accumulator(segment * cut.pieces + piece));
        if (combined != PLANISH_OK) return combined;
      }
      return op_.finish(&context_, closure_, segment, left);
    });
  }

  planish_context& context_;
  const int64_t segments_;
  const int64_t width_;
  const int64_t item_cost_;
  const planish_reduction& op_;
  void* const closure_;
  const int64_t stride_;  // from one accumulator to the next: threads do not share cache lines
};

}  // namespace
}  // namespace planish::native

using namespace planish::native;

int32_t planish_reduce(planish_context* context, int64_t segments, int64_t width, int64_t item_cost,
                       const planish_reduction* reduction, void* closure) {
  if (segments <= 0) return PLANISH_OK;
  return Reduction(*context, segments, width, cost_in(*context, item_cost), *reduction, closure)
      .run();
}
