#include <cstring>

#include "runtime/native/rows.h"

namespace planish::native {
namespace {

// Each share does its whole rows at once, and gives an accumulator for each row of which it has
// only a part. These are combined from left to right afterwards.
class RowReduction {
 public:
  RowReduction(planish_context& context, const RowPath& path, const planish_reduction& reduction,
               void* closure)
      : context_(context),
        path_(path),
        op_(reduction),
        closure_(closure),
        stride_((reduction.accumulator_bytes + 63) / 64 * 64),
        shares_(context, path, most_shares(path, reduction),
                reduction.part == nullptr ? CutRows::None : CutRows::Long) {}

  int32_t run() {
    if (shares_.count() == 1) return whole(0, path_.rows().count);
    if (const int32_t status = shares_.find(); status != PLANISH_OK) return status;
    if (!shares_.cuts_rows()) {
      return for_pieces(context_, shares_.count(), shares_.cost(), [&](int64_t share) {
        return whole(shares_.begin(share).row, shares_.end(share).row);
      });
    }
    const Scratch accumulators(context_, 2 * shares_.count() * stride_);
    if (!accumulators) return PLANISH_OUT_OF_MEMORY;
    const auto accumulator = [&](int64_t number) { return accumulators.data() + number * stride_; };
    const int32_t status =
        for_pieces(context_, shares_.count(), shares_.cost(), [&](int64_t share) {
          return run_share(share, accumulator(2 * share), accumulator(2 * share + 1));
        });
    return status == PLANISH_OK ? combine_parts(accumulator) : status;
  }

 private:
  static int64_t most_shares(const RowPath& path, const planish_reduction& reduction) {
    const int64_t cost =
        std::max(kTasks.row_share_cost, saturated_product(4, reduction.accumulator_bytes));
    return std::min(path.length() / cost, kTasks.row_most_shares);
  }

  int32_t whole(int64_t begin, int64_t end) {
    return begin < end ? op_.segments(&context_, closure_, begin, end) : int32_t{PLANISH_OK};
  }

  int32_t run_share(int64_t share, std::byte* end_of_row, std::byte* begin_of_row) {
    const RowPoint begin = shares_.begin(share);
    const RowPoint end = shares_.end(share);
    const ShareParts parts(begin, end);
    int32_t status = PLANISH_OK;
    if (parts.has_end) {
      const int64_t last = begin.row == end.row ? end.item : path_.rows().length(begin.row);
      status = op_.part(&context_, closure_, begin.row, begin.item, last, end_of_row);
    }
    if (status == PLANISH_OK) status = whole(parts.first_whole, parts.end_whole);
    if (status == PLANISH_OK && parts.has_begin)
      status = op_.part(&context_, closure_, end.row, 0, end.item, begin_of_row);
    return status;
  }

  template <class Accumulator>
  int32_t combine_parts(Accumulator accumulator) {
    std::byte* left = nullptr;  // of the row that is open
    int32_t status = PLANISH_OK;
    for (int64_t share = 0; share < shares_.count() && status == PLANISH_OK; share++) {
      const RowPoint& begin = shares_.begin(share);
      const RowPoint& end = shares_.end(share);
      const ShareParts parts(begin, end);
      if (parts.has_end) {
        status = op_.combine(&context_, closure_, left, accumulator(2 * share));
        if (status == PLANISH_OK && end.row > begin.row)
          status = op_.finish(&context_, closure_, begin.row, left);
      }
      if (parts.has_begin) left = accumulator(2 * share + 1);
    }
    return status;
  }

  planish_context& context_;
  const RowPath& path_;
  const planish_reduction& op_;
  void* const closure_;
  const int64_t stride_;  // from one accumulator to the next: threads do not share cache lines
  RowShares shares_;
};

}  // namespace
}  // namespace planish::native

using namespace planish::native;

int32_t planish_reduce_rows(planish_context* context, int64_t rows, const int64_t* offsets,
                            int64_t item_cost, const planish_reduction* reduction, void* closure) {
  if (rows <= 0) return PLANISH_OK;
  if (context->is_cancelled()) return PLANISH_CANCELLED;
  const RowPath path(*context, {rows, offsets}, item_cost);
  return RowReduction(*context, path, *reduction, closure).run();
}
