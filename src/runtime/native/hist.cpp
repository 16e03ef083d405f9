#include <array>
#include <vector>

#include "runtime/native/parallel.h"

namespace planish::native {
namespace {

class HistogramRun {
 public:
  HistogramRun(planish_context& context, int64_t segments, int64_t width, int64_t item_cost,
               const planish_histogram& histogram, void* closure)
      : context_(context),
        segments_(segments),
        width_(width),
        item_cost_(item_cost),
        op_(histogram),
        closure_(closure) {
    for (int64_t k = 0; k < op_.dest_count; k++) copy_bytes_ += (op_.dest_bytes[k] + 63) / 64 * 64;
  }

  int32_t run() {
    const Cut cut = choose_cut();
    if (cut.pieces <= 1) return run_whole_segments();
    return is_alone(context_) ? run_alone(cut) : run_pieces(cut);
  }

 private:
  using Pointers = std::vector<void*>;

  Cut choose_cut() const {
    if (op_.neutral == nullptr || segments_ >= kTasks.many_segments) return Cut::into(width_, 1);
    const int64_t copy_cost = op_.bin_count + copy_bytes_ / 8;
    const int64_t piece_cost =
        std::max(kTasks.hist_piece_cost, saturated_product(kTasks.hist_overhead, copy_cost));
    int64_t pieces = cost_of(width_, item_cost_) / piece_cost;
    pieces = std::min({pieces, kTasks.hist_most_pieces, kTasks.hist_most_copies / segments_});
    if (copy_bytes_ > 0)
      pieces = std::min(pieces, kTasks.hist_most_bytes / copy_bytes_ / segments_);
    return Cut::into(width_, std::max<int64_t>(1, pieces));
  }

  Pointers bins_of(int64_t segment) const {
    Pointers bins;
    for (int64_t k = 0; k < op_.dest_count; k++)
      bins.push_back(static_cast<std::byte*>(op_.dests[k]) + segment * op_.dest_bytes[k]);
    return bins;
  }

  Pointers bins_in(std::byte* copy) const {
    Pointers bins;
    for (int64_t k = 0; k < op_.dest_count; k++) {
      bins.push_back(copy);
      copy += (op_.dest_bytes[k] + 63) / 64 * 64;
    }
    return bins;
  }

  int32_t run_whole_segments() {
    return for_pieces(context_, segments_, cost_of(width_, item_cost_), [&](int64_t segment) {
      return op_.update(&context_, closure_, segment, 0, width_, bins_of(segment).data());
    });
  }

  int32_t fill_copy(const Cut& cut, int64_t segment, int64_t piece, void* const* bins) {
    const int32_t status = op_.neutral(&context_, closure_, bins);
    if (status != PLANISH_OK) return status;
    return op_.update(&context_, closure_, segment, cut.begin(piece), cut.end(piece), bins);
  }

  int32_t run_alone(const Cut& cut) {
    const Scratch copy(context_, copy_bytes_, Scratch::Need::May);
    if (!copy) return run_whole_segments();
    const Pointers own = bins_in(copy.data());
    for (int64_t segment = 0; segment < segments_; segment++) {
      const Pointers bins = bins_of(segment);
      for (int64_t piece = 0; piece < cut.pieces; piece++) {
        if (context_.is_cancelled()) return PLANISH_CANCELLED;
        int32_t status = fill_copy(cut, segment, piece, own.data());
        if (status == PLANISH_OK)
          status = op_.merge(&context_, closure_, bins.data(), own.data(), 0, op_.bin_count);
        if (status != PLANISH_OK) return status;
      }
    }
    return PLANISH_OK;
  }

  int32_t run_pieces(const Cut& cut) {
    // Where memory is short, the bins themselves will do.
    const Scratch copies(context_, segments_ * cut.pieces * copy_bytes_, Scratch::Need::May);
    if (!copies) return run_whole_segments();
    const auto copy = [&](int64_t index) { return bins_in(copies.data() + index * copy_bytes_); };
    const int32_t status = for_pieces(
        context_, segments_ * cut.pieces, cost_of(cut.size, item_cost_), [&](int64_t index) {
          return fill_copy(cut, index / cut.pieces, index % cut.pieces, copy(index).data());
        });
    if (status != PLANISH_OK) return status;
    // By bins: those of one segment are merged in the order of its pieces.
    for (int64_t segment = 0; segment < segments_; segment++) {
      const Pointers bins = bins_of(segment);
      const int32_t merged = for_ranges(
          context_, op_.bin_count, saturated_product(cut.pieces, 1),
          [&](int64_t begin, int64_t end) {
            for (int64_t piece = 0; piece < cut.pieces; piece++) {
              const int32_t one = op_.merge(&context_, closure_, bins.data(),
                                            copy(segment * cut.pieces + piece).data(), begin, end);
              if (one != PLANISH_OK) return one;
            }
            return int32_t{PLANISH_OK};
          });
      if (merged != PLANISH_OK) return merged;
    }
    return PLANISH_OK;
  }

  planish_context& context_;
  const int64_t segments_;
  const int64_t width_;
  const int64_t item_cost_;
  const planish_histogram& op_;
  void* const closure_;
  int64_t copy_bytes_ = 0;  // of a private copy of one segment's bins
};

}  // namespace
}  // namespace planish::native

using namespace planish::native;

int32_t planish_hist(planish_context* context, int64_t segments, int64_t width, int64_t item_cost,
                     const planish_histogram* histogram, void* closure) {
  if (segments <= 0 || width <= 0) return PLANISH_OK;
  return HistogramRun(*context, segments, width, cost_in(*context, item_cost), *histogram, closure)
      .run();
}
