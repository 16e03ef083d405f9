#include <cstring>

#include "runtime/native/chain.h"
#include "runtime/native/rows.h"

namespace planish::native {
namespace {

// Whole rows are scanned by themselves. What a share has of a row that is cut is scanned as in Note
// [Chained scan]: to start a share is to reduce the part of a row that goes on in the next one.
class RowScan {
 public:
  RowScan(planish_context& context, const RowPath& path, const planish_scan_operator& scan,
          void* closure)
      : context_(context),
        path_(path),
        op_(scan),
        closure_(closure),
        bytes_(scan.accumulator_bytes),
        stride_((bytes_ + 63) / 64 * 64),
        shares_(context, path, most_shares(path, scan),
                scan.part == nullptr ? CutRows::None : CutRows::Long) {}

  int32_t run() {
    if (shares_.count() == 1) return whole(0, path_.rows().count);
    if (const int32_t status = shares_.find(); status != PLANISH_OK) return status;
    if (!shares_.cuts_rows()) {
      return for_pieces(context_, shares_.count(), shares_.cost(), [&](int64_t share) {
        return whole(shares_.begin(share).row, shares_.end(share).row);
      });
    }
    return is_alone(context_) ? run_alone() : run_chain();
  }

 private:
  static int64_t most_shares(const RowPath& path, const planish_scan_operator& scan) {
    const int64_t cost =
        std::max(kTasks.scan_least_cost, saturated_product(8, scan.accumulator_bytes));
    return std::min(path.length() / cost, kTasks.scan_rows_most_shares);
  }

  int32_t whole(int64_t begin, int64_t end) {
    return begin < end ? op_.segments(&context_, closure_, begin, end) : int32_t{PLANISH_OK};
  }

  // Scans all of a share. `carry` is that of the row in which it begins, and then of that in which
  // it ends.
  int32_t scan_share(int64_t share, std::byte* carry) {
    const RowPoint begin = shares_.begin(share);
    const RowPoint end = shares_.end(share);
    const ShareParts parts(begin, end);
    int32_t status = PLANISH_OK;
    if (parts.has_end) {
      const int64_t last = begin.row == end.row ? end.item : path_.rows().length(begin.row);
      status = op_.scan(&context_, closure_, begin.row, begin.item, last, carry);
    }
    if (status == PLANISH_OK) status = whole(parts.first_whole, parts.end_whole);
    if (status == PLANISH_OK && parts.has_begin) {
      status = op_.neutral(&context_, closure_, carry);
      if (status == PLANISH_OK) status = op_.scan(&context_, closure_, end.row, 0, end.item, carry);
    }
    return status;
  }

  int32_t run_alone() {
    const Scratch carry(context_, bytes_);
    if (!carry) return PLANISH_OUT_OF_MEMORY;
    int32_t status = PLANISH_OK;
    for (int64_t share = 0; share < shares_.count() && status == PLANISH_OK; share++)
      status =
          context_.is_cancelled() ? int32_t{PLANISH_CANCELLED} : scan_share(share, carry.data());
    return status;
  }

  int32_t run_chain() {
    // One to hand on, and two for each slot.
    const int64_t slots = Chain<Shares>::slots(context_, shares_.count());
    const Scratch accumulators(context_, (1 + 2 * slots) * stride_);
    if (!accumulators) return PLANISH_OUT_OF_MEMORY;
    Shares work{*this, accumulators.data()};
    return Chain<Shares>(context_, shares_.count(), work).run();
  }

  struct Shares {
    struct Thread {};
    RowScan& run;
    std::byte* handed_on;

    std::byte* carry(int64_t slot) const { return handed_on + (1 + 2 * slot) * run.stride_; }
    std::byte* total(int64_t slot) const { return handed_on + (2 + 2 * slot) * run.stride_; }

    int32_t start(int64_t share, int64_t slot, Thread& /*thread*/) const {
      const RowPoint begin = run.shares_.begin(share);
      const RowPoint end = run.shares_.end(share);
      const ShareParts parts(begin, end);
      const bool is_middle = parts.has_end && begin.row == end.row;
      if (!is_middle && !parts.has_begin) return PLANISH_OK;
      return run.op_.part(&run.context_, run.closure_, end.row, is_middle ? begin.item : 0,
                          end.item, total(slot));
    }

    int32_t pass(int64_t share, int64_t slot) const {
      std::memcpy(carry(slot), handed_on, static_cast<size_t>(run.bytes_));
      const RowPoint begin = run.shares_.begin(share);
      const RowPoint end = run.shares_.end(share);
      if (begin == end || end.item == 0) return PLANISH_OK;
      if (ShareParts(begin, end).has_begin) {
        const int32_t status = run.op_.neutral(&run.context_, run.closure_, handed_on);
        if (status != PLANISH_OK) return status;
      }
      return run.op_.combine(&run.context_, run.closure_, handed_on, total(slot));
    }

    int32_t finish(int64_t share, int64_t slot, Thread& /*thread*/) const {
      return run.scan_share(share, carry(slot));
    }
  };

  planish_context& context_;
  const RowPath& path_;
  const planish_scan_operator& op_;
  void* const closure_;
  const int64_t bytes_;   // of an accumulator
  const int64_t stride_;  // from one to the next: aligned
  RowShares shares_;
};

}  // namespace
}  // namespace planish::native

using namespace planish::native;

int32_t planish_scan_rows(planish_context* context, int64_t rows, const int64_t* offsets,
                          int64_t item_cost, const planish_scan_operator* scan, void* closure) {
  if (rows <= 0) return PLANISH_OK;
  if (context->is_cancelled()) return PLANISH_CANCELLED;
  const RowPath path(*context, {rows, offsets}, item_cost);
  return RowScan(*context, path, *scan, closure).run();
}
