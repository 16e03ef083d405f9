// Reductions of rows of different lengths.
//
// Note [Shares]
// Rows and items are done in equal shares of the path that goes over all items and ends each row
// after its last one (merge path): however the lengths of rows differ, blocks and threads have the
// same to do, and empty rows are counted, too. Share s begins at step s * size of the path, where
// starts[s] rows have ended and so many items fewer than steps were done. In a share, values are
// computed with neighbouring threads at neighbouring items and kept in shared memory, with a mark at
// the last item of each row. Then each thread combines so many neighbours, and what a row has lies
// where its last item was. What a thread has of a row that it does not end is carried to the threads
// after it. At last neighbouring threads write the results of neighbouring rows. What a share has of
// a row that was begun in an earlier share (its head) or that it does not end (its tail) it leaves to
// another kernel.
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

// A warp for each share: its lanes look at places that are equally far from each other.
PLANISH_KERNEL_INLINE void find_shares(const planish_shares_closure& closure) {
  const int64_t* ends = closure.offsets + 1;
  const int64_t base = closure.offsets[0];
  const int64_t step = int64_t{planish_gpu_blocks()} * warp_count();
  const uint32_t lane = lane_number();
  int64_t share = int64_t{planish_gpu_block()} * warp_count() + warp_number();
  for (; share < closure.count; share += step) {
    const int64_t diagonal = smaller(share * closure.size, closure.rows + closure.items);
    int64_t low = larger<int64_t>(diagonal - closure.items, 0);
    int64_t high = smaller(diagonal, closure.rows);
    while (low < high) {
      const int64_t part = (high - low + kWarp - 1) / kWarp;
      const int64_t at = low + (lane + 1) * part - 1;  // the last of the lane's part
      const bool is_before = at < high && ends[at] - base <= diagonal - at - 1;
      const uint32_t before = planish_gpu_ballot(is_before ? 1 : 0);
      const int64_t parts = __builtin_popcount(before);
      low += parts * part;
      high = smaller(high, low + part - 1);
    }
    if (lane == 0) closure.starts[share] = low;
  }
}

// A share, for the kThreads threads of a block.
// numbers: rows, items, shares; pointers: offsets, starts of shares, heads, tails.
// Shared memory: see share_bytes.
template <int kWords, bool kFlat, int32_t kThreads>
struct Share {
  static constexpr int32_t kItems = share_items(kWords);
  static constexpr int32_t kMarkWords = share_mark_words(kWords);
  static constexpr int32_t kSize = kThreads * kItems;
  using Value = Accumulator<kWords>;
  using Carry = Accumulator<kWords + 1>;

  const Reduction<kWords>& reduction;
  int64_t share;
  const int64_t* offsets;
  int64_t rows, all_items;
  int64_t row0, item0;      // the first ones
  int64_t start0;           // where that row starts
  int32_t items, own_rows;  // rows that end here
  int32_t thread;
  // In shared memory: values, ends of rows, marks of the items of each thread, carries of warps.
  uint32_t* values;
  int32_t* row_ends;
  uint32_t* marks;
  uint32_t* warps;

  PLANISH_KERNEL_INLINE Share(const Reduction<kWords>& of, int64_t number)
      : reduction(of), share(number) {
    const planish_launch& launch = *reduction.op.frame.launch;
    offsets = static_cast<const int64_t*>(launch.pointers[0]);
    const auto* starts = static_cast<const int64_t*>(launch.pointers[1]);
    rows = launch.numbers[0];
    all_items = launch.numbers[1];
    thread = static_cast<int32_t>(planish_gpu_thread());
    values = static_cast<uint32_t*>(planish_gpu_shared());
    row_ends = reinterpret_cast<int32_t*>(values + kSize * kWords);
    marks = reinterpret_cast<uint32_t*>(row_ends + kSize);
    warps = marks + kThreads * kMarkWords;
    const int64_t first = share * kSize, last = smaller(first + kSize, rows + all_items);
    row0 = starts[share];
    const int64_t row1 = starts[share + 1];
    item0 = first - row0;
    items = static_cast<int32_t>(last - row1 - item0);
    own_rows = static_cast<int32_t>(row1 - row0);
    start0 = row0 < rows ? offsets[row0] - offsets[0] : all_items;
  }

  PLANISH_KERNEL_INLINE int32_t end_of(int32_t row) const {
    return static_cast<int32_t>(offsets[row0 + row + 1] - offsets[0] - item0);
  }
  // Where the row that was begun before the share, if it is the first one, has its first item here.
  PLANISH_KERNEL_INLINE int32_t begin_of(int32_t row) const {
    if (row > 0) return row_ends[row - 1];
    return start0 < item0 ? 0 : static_cast<int32_t>(start0 - item0);
  }

  PLANISH_KERNEL_INLINE void clear_marks() const {
    PLANISH_UNROLLED
    for (int w = 0; w < kMarkWords; w++) marks[thread + w * kThreads] = 0;
  }
  PLANISH_KERNEL_INLINE static uint32_t mark_of(int32_t item) {
    return uint32_t{1} << 8 * (item % 4);
  }

  PLANISH_KERNEL_INLINE void keep_ends() const {
    for (int32_t row = thread; row < own_rows; row += kThreads) row_ends[row] = end_of(row);
  }

  // At the last items of rows that have some. A byte for each item.
  PLANISH_KERNEL_INLINE void set_marks() const {
    auto* bytes = reinterpret_cast<uint8_t*>(marks);
    for (int32_t row = thread; row < own_rows; row += kThreads) {
      const int32_t end = row_ends[row];
      if (end <= begin_of(row)) continue;
      const auto last = static_cast<uint32_t>(end - 1);
      bytes[last / kItems * (4 * kMarkWords) + last % kItems] = 1;
    }
  }

  PLANISH_KERNEL_INLINE Value compute(int32_t item) const {
    if constexpr (kFlat) return reduction.element(0, 0, item0 + item);
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
  }

  PLANISH_KERNEL_INLINE void keep(int32_t item, const Value& value) const {
    put(values + item * kWords, value);
  }

  // All at once: first all are read, then all are kept, so that memory has something to do. What is
  // read for items that are not there is the last one, and what is kept is neutral.
  PLANISH_KERNEL_INLINE void keep_values_and_ends() const {
    Value all[kItems];
    if (items > 0) {
      PLANISH_UNROLLED
      for (int32_t k = 0; k < kItems; k++)
        all[k] = reduction.element(0, 0, item0 + smaller(thread + k * kThreads, items - 1));
    }
    keep_ends();
    PLANISH_UNROLLED
    for (int32_t k = 0; k < kItems; k++) {
      const int32_t item = thread + k * kThreads;
      if (item >= items) all[k] = reduction.op.neutral();
      put(values + item * kWords, all[k]);
    }
  }

  // So many at once.
  template <int32_t kAtOnce>
  PLANISH_KERNEL_INLINE void keep_values() const {
    PLANISH_NOT_UNROLLED
    for (int32_t first = thread; first < kSize; first += kAtOnce * kThreads) {
      Value some[kAtOnce];
      PLANISH_UNROLLED
      for (int32_t k = 0; k < kAtOnce; k++) {
        const int32_t item = first + k * kThreads;
        some[k] = item < items ? compute(item) : reduction.op.neutral();
      }
      PLANISH_UNROLLED
      for (int32_t k = 0; k < kAtOnce; k++) {
        const int32_t item = first + k * kThreads;
        if (item < kSize) put(values + item * kWords, some[k]);
      }
    }
  }

  // Combines the neighbours of the thread. Gives what there is behind the last row that it ends, and
  // whether it ends one.
  PLANISH_KERNEL_INLINE Carry walk(bool is_cheap) const {
    const Accumulator<kMarkWords> own_marks =
        taken_aligned<kMarkWords>(marks + thread * kMarkWords);
    const uint32_t* own = own_marks.words;
    uint32_t any = 0;
    PLANISH_UNROLLED
    for (int w = 0; w < kMarkWords; w++) any |= own[w];
    uint32_t* first = values + thread * kItems * kWords;
    Value sum = reduction.op.neutral();
    const auto step = [&](int32_t k, const Value& value, bool is_last) PLANISH_INLINED {
      reduction.op.combine(sum, value);
      if (!is_last) return;
      put(first + k * kWords, sum);
      sum = reduction.op.neutral();
    };
    if (is_cheap) {
      Value all[kItems];
      PLANISH_UNROLLED
      for (int32_t k = 0; k < kItems; k++) all[k] = taken<kWords>(first + k * kWords);
      PLANISH_UNROLLED
      for (int32_t k = 0; k < kItems; k++) step(k, all[k], (own[k / 4] & mark_of(k)) != 0);
    } else {
      PLANISH_NOT_UNROLLED
      for (int32_t k = 0; k < kItems; k++)
        step(k, taken<kWords>(first + k * kWords),
             (marks[thread * kMarkWords + k / 4] & mark_of(k)) != 0);
    }
    Carry carry;
    put(carry.words, sum);
    carry.words[kWords] = any != 0 ? 1 : 0;
    return carry;
  }

  // The first item of the thread that ends a row; there is one.
  PLANISH_KERNEL_INLINE int32_t first_mark() const {
    int32_t at = 0;
    PLANISH_UNROLLED
    for (int w = kMarkWords - 1; w >= 0; w--) {
      const uint32_t own = marks[thread * kMarkWords + w];
      if (own != 0) at = 4 * w + __builtin_ctz(own) / 8;
    }
    return thread * kItems + at;
  }

  // The row that a thread ends first gets what threads before have of it. Gives what there is up to
  // the thread's last item of the row that is open there.
  PLANISH_KERNEL_INLINE Value carry_on(Carry carry) const {
    const CarryOperator<kWords> carries{reduction.op};
    const bool ends_some = carry.words[kWords] != 0;
    scan_lanes(carries, carry, kWarp);
    Carry before = shuffled_up(carry, 1);
    if (lane_number() == kWarp - 1) put(warps + warp_number() * (kWords + 1), carry);
    planish_gpu_barrier();
    if (warp_number() > 0) {
      Carry warps_before = taken<kWords + 1>(warps);
      for (uint32_t warp = 1; warp < warp_number(); warp++)
        carries.combine(warps_before, taken<kWords + 1>(warps + warp * (kWords + 1)));
      Carry both = warps_before;
      if (lane_number() > 0) carries.combine(both, before);
      before = both;
      carries.combine(warps_before, carry);
      carry = warps_before;
    }
    if (ends_some && thread > 0) {
      uint32_t* place = values + first_mark() * kWords;
      Value whole = taken<kWords>(before.words);
      reduction.op.combine(whole, taken<kWords>(place));
      put(place, whole);
    }
    return taken<kWords>(carry.words);
  }

  PLANISH_KERNEL_INLINE void finish_rows() const {
    auto* heads = static_cast<uint32_t*>(reduction.op.frame.launch->pointers[2]);
    for (int32_t row = thread; row < own_rows; row += kThreads) {
      const int32_t end = row_ends[row];
      Value sum = reduction.op.neutral();
      if (end > begin_of(row)) sum = taken<kWords>(values + (end - 1) * kWords);
      if (row == 0 && start0 < item0) {
        put(heads + share * kWords, sum);
      } else {
        reduction.finish(row0 + row, sum);
      }
    }
  }

  PLANISH_KERNEL_INLINE void run(int32_t flags) const {
    const bool is_cheap = (flags & PLANISH_OPERATOR_CHEAP) != 0;
    clear_marks();
    if (kFlat && is_cheap) {
      keep_values_and_ends();
    } else {
      keep_ends();
      planish_gpu_barrier();
      if (is_cheap) {
        keep_values<(kItems >= 4 ? 4 : 1)>();
      } else {
        keep_values<1>();
      }
    }
    planish_gpu_barrier();
    set_marks();
    planish_gpu_barrier();
    const Value tail = carry_on(walk(is_cheap));
    if (thread == kThreads - 1) {
      auto* tails = static_cast<uint32_t*>(reduction.op.frame.launch->pointers[3]);
      put(tails + share * kWords, tail);
    }
    planish_gpu_barrier();
    finish_rows();
    planish_gpu_barrier();
  }
};

template <int kWords, int32_t kThreads>
PLANISH_KERNEL_INLINE void reduce_irregular(const Reduction<kWords>& reduction, int32_t flags) {
  const int64_t shares = reduction.op.frame.launch->numbers[2];
  // Threads have no arrays of their own, so there is a block for each share.
  constexpr int32_t kOneByOne = PLANISH_OPERATOR_FLAT | PLANISH_OPERATOR_CHEAP;
  if ((flags & kOneByOne) == kOneByOne) {
    Share<kWords, true, kThreads>(reduction, planish_gpu_block()).run(flags);
    return;
  }
  for (int64_t share = planish_gpu_block(); share < shares; share += planish_gpu_blocks())
    Share<kWords, false, kThreads>(reduction, share).run(flags);
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
