// Reductions of rows of different lengths.
//
// Note [Shares]
// Rows and items are done in equal shares of the path that goes over all items and ends each row
// after its last one (merge path): however the lengths of rows differ, blocks and threads have the
// same to do, and empty rows are counted, too. Share s begins at step s * size of the path, where
// starts[s] rows have ended and so many items fewer than steps were done. In a share, values are
// computed with neighbouring threads at neighbouring items and kept in shared memory. Then each
// thread walks over some steps. What it has of a row that it does not end is carried to the threads
// after it. What a share has of a row that was begun in an earlier share (its head) or that it does
// not end (its tail) it leaves to another kernel.
#pragma once

#include "runtime/kernels/reduce.h"

namespace planish::kernels {

// (has a row ended, what is there of the row that is open)
template <int kWords>
struct CarryOperator {
  Operator<kWords> op;

  PLANISH_KERNEL_INLINE void combine(Accumulator<kWords + 1>& left,
                                     const Accumulator<kWords + 1>& right) const {
    Accumulator<kWords> l = taken<kWords>(left.words), r = taken<kWords>(right.words);
    if (right.words[kWords] != 0) {
      left = right;
      return;
    }
    op.combine(l, r);
    put(left.words, l);
  }
};

template <int32_t kCount>
struct Count {
  static constexpr int32_t value = kCount;
};

// How many of the `count` numbers `ends` are below the path's step: ends[k] + k < diagonal.
template <class Index>
PLANISH_KERNEL_INLINE Index rows_before(const Index* ends, Index base, Index count, Index items,
                                        Index diagonal) {
  Index low = larger<Index>(diagonal - items, 0), high = smaller(diagonal, count);
  while (low < high) {
    const Index middle = low + (high - low) / 2;
    if (ends[middle] - base <= diagonal - middle - 1) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

PLANISH_KERNEL_INLINE void find_shares(const planish_shares_closure& closure) {
  const int64_t step = int64_t{planish_gpu_blocks()} * planish_gpu_threads();
  int64_t share = int64_t{planish_gpu_block()} * planish_gpu_threads() + planish_gpu_thread();
  for (; share < closure.count; share += step) {
    const int64_t diagonal = smaller(share * closure.size, closure.rows + closure.items);
    closure.starts[share] = rows_before<int64_t>(closure.offsets + 1, closure.offsets[0],
                                                 closure.rows, closure.items, diagonal);
  }
}

// numbers: rows, items, shares; pointers: offsets, starts of shares, heads, tails.
// Shared memory: see share_bytes.
template <int kWords>
PLANISH_KERNEL_INLINE void reduce_share(const Reduction<kWords>& reduction, int64_t share) {
  constexpr int32_t kItems = share_items(kWords);
  using Value = Accumulator<kWords>;
  using Carry = Accumulator<kWords + 1>;
  const planish_launch& launch = *reduction.op.frame.launch;
  const int64_t rows = launch.numbers[0], all_items = launch.numbers[1];
  const auto* offsets = static_cast<const int64_t*>(launch.pointers[0]);
  const auto* starts = static_cast<const int64_t*>(launch.pointers[1]);
  auto* heads = static_cast<uint32_t*>(launch.pointers[2]);
  auto* tails = static_cast<uint32_t*>(launch.pointers[3]);
  const auto thread = static_cast<int32_t>(planish_gpu_thread());
  const auto threads = static_cast<int32_t>(planish_gpu_threads());
  const int32_t size = threads * kItems;
  auto* values = static_cast<uint32_t*>(planish_gpu_shared());
  auto* row_ends = reinterpret_cast<int32_t*>(values + size * kWords);
  auto* warps = reinterpret_cast<uint32_t*>(row_ends + size + 1);

  const int64_t first = share * size, last = smaller(first + size, rows + all_items);
  const int64_t row0 = starts[share], row1 = starts[share + 1];
  const int64_t item0 = first - row0, item1 = last - row1;
  const auto items = static_cast<int32_t>(item1 - item0);
  const auto own_rows = static_cast<int32_t>(row1 - row0);
  const int64_t base = offsets[0];
  const int64_t start0 = row0 < rows ? offsets[row0] - base : all_items;

  for (int32_t k = thread; k < own_rows; k += threads)
    row_ends[k] = static_cast<int32_t>(offsets[row0 + k + 1] - base - item0);
  planish_gpu_barrier();
  const auto compute = [&](int32_t item) PLANISH_INLINED {
    // The first row that ends behind the item.
    int32_t low = 0, high = own_rows;
    while (low < high) {
      const int32_t middle = (low + high) / 2;
      if (row_ends[middle] <= item) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    const int64_t start = low == 0 ? start0 : item0 + row_ends[low - 1];
    return reduction.element(row0 + low, start, item0 + item - start);
  };
  // Several at a time, so that memory has something to do: first all are read, then all are kept.
  int32_t item_done = thread;
  const auto compute_several = [&](auto count) PLANISH_INLINED {
    Value several[count.value];
    PLANISH_UNROLLED
    for (int32_t k = 0; k < count.value; k++) several[k] = compute(item_done + k * threads);
    PLANISH_UNROLLED
    for (int32_t k = 0; k < count.value; k++)
      put(values + (item_done + k * threads) * kWords, several[k]);
    item_done += count.value * threads;
  };
  // Rounds in which all threads have an item.
  int32_t rounds = items / threads;
  if constexpr (kItems >= 4) {
    for (; rounds >= 4; rounds -= 4) compute_several(Count<4>());
    if (rounds >= 2) {
      compute_several(Count<2>());
      rounds -= 2;
    }
  }
  for (; rounds > 0; rounds--) compute_several(Count<1>());
  if (item_done < items) compute_several(Count<1>());
  planish_gpu_barrier();

  // The steps of this thread.
  const int32_t steps = items + own_rows;
  const int32_t begin = smaller(thread * kItems, steps);
  int32_t row = rows_before<int32_t>(row_ends, 0, own_rows, items, begin);
  int32_t item = begin - row;
  const int32_t end = smaller(begin + kItems, steps);
  int32_t ended = -1;  // the row that this thread ends first
  Value ended_sum = reduction.op.neutral();
  Value sum = reduction.op.neutral();
  for (int32_t left = end - begin; left > 0;) {
    // The items of a row that are among the steps, and then its end, if it is.
    const int32_t stop = row < own_rows ? smaller(row_ends[row], item + left) : item + left;
    left -= stop - item;
    for (; item < stop; item++) reduction.op.combine(sum, taken<kWords>(values + item * kWords));
    if (left == 0) break;
    if (ended < 0) {
      ended = row;
      ended_sum = sum;
    } else {
      reduction.finish(row0 + row, sum);
    }
    sum = reduction.op.neutral();
    row++;
    left--;
  }

  // What threads before have of the row that this thread ends first.
  const CarryOperator<kWords> carries{reduction.op};
  Carry carry;
  put(carry.words, sum);
  carry.words[kWords] = ended >= 0 ? 1 : 0;
  scan_lanes(carries, carry, kWarp);
  Carry before = shuffled_up(carry, 1);
  if (lane_number() == kWarp - 1) put(warps + warp_number() * (kWords + 1), carry);
  planish_gpu_barrier();
  if (warp_number() > 0) {
    Carry warps_before = taken<kWords + 1>(warps);
    for (uint32_t warp = 1; warp < warp_number(); warp++)
      carries.combine(warps_before, taken<kWords + 1>(warps + warp * (kWords + 1)));
    if (lane_number() > 0) {
      Carry both = warps_before;
      carries.combine(both, before);
      before = both;
    } else {
      before = warps_before;
    }
    Carry both = warps_before;
    carries.combine(both, carry);
    carry = both;
  }
  if (ended >= 0) {
    if (thread > 0) {
      Value whole = taken<kWords>(before.words);
      reduction.op.combine(whole, ended_sum);
      ended_sum = whole;
    }
    if (ended == 0 && start0 < item0) {
      put(heads + share * kWords, ended_sum);
    } else {
      reduction.finish(row0 + ended, ended_sum);
    }
  }
  if (thread == threads - 1) put(tails + share * kWords, taken<kWords>(carry.words));
  planish_gpu_barrier();
}

template <int kWords>
PLANISH_KERNEL_INLINE void reduce_irregular(const Reduction<kWords>& reduction) {
  const int64_t shares = reduction.op.frame.launch->numbers[2];
  for (int64_t share = planish_gpu_block(); share < shares; share += planish_gpu_blocks())
    reduce_share(reduction, share);
}

// Rows that were cut: a warp for each share, of which that in which a row begins does the row.
// numbers, pointers as in reduce_irregular; numbers[3]: steps of a share.
template <int kWords>
PLANISH_KERNEL_INLINE void reduce_cut(const Operator<kWords>& op, FinishFunction finish) {
  const planish_launch& launch = *op.frame.launch;
  const int64_t rows = launch.numbers[0], items = launch.numbers[1], shares = launch.numbers[2];
  const int64_t size = launch.numbers[3];
  const auto* offsets = static_cast<const int64_t*>(launch.pointers[0]);
  const auto* starts = static_cast<const int64_t*>(launch.pointers[1]);
  const auto* heads = static_cast<const uint32_t*>(launch.pointers[2]);
  const auto* tails = static_cast<const uint32_t*>(launch.pointers[3]);
  const int64_t warps = int64_t{planish_gpu_blocks()} * warp_count();
  const uint32_t lane = lane_number();
  for (int64_t share = int64_t{planish_gpu_block()} * warp_count() + warp_number(); share < shares;
       share += warps) {
    const int64_t row = starts[share + 1];
    if (row >= rows) continue;
    const int64_t begin = offsets[row] - offsets[0], row_end = offsets[row + 1] - offsets[0];
    const int64_t item0 = share * size - starts[share];
    const int64_t item1 = smaller((share + 1) * size, rows + items) - row;
    if (begin < item0 || begin >= item1) continue;
    const int64_t last = quotient(row_end + row, size);  // where the row ends
    // Tails of [share, last), then a head.
    const int64_t count = last - share;
    const int64_t each = quotient(count + kWarp - 1, kWarp);
    const int64_t from = share + smaller(each * lane, count);
    const int64_t to = smaller(from + each, last);
    Accumulator<kWords> sum = op.neutral();
    for (int64_t at = from; at < to; at++) op.combine(sum, taken<kWords>(tails + at * kWords));
    reduce_lanes(op, sum, kWarp, static_cast<uint32_t>(smaller<int64_t>(count, kWarp)));
    if (lane == 0) {
      op.combine(sum, taken<kWords>(heads + last * kWords));
      finish(op.frame.thread, op.frame.closure, row, sum.words);
    }
  }
}

}  // namespace planish::kernels
