// Kernels of the runtime: copies, fills, rows.
#pragma once

#include "runtime/kernels/scan.h"

namespace planish::kernels {

// Calls `each` with the numbers below `count` that this thread does.
template <class Each>
PLANISH_KERNEL_INLINE void for_own(int64_t count, Each each) {
  const int64_t step = int64_t{planish_gpu_blocks()} * planish_gpu_threads();
  int64_t at = int64_t{planish_gpu_block()} * planish_gpu_threads() + planish_gpu_thread();
  for (; at < count; at += step) each(at);
}

// Calls `use` with a value of the type of elements of that size.
template <class Use>
PLANISH_KERNEL_INLINE void with_element(int64_t bytes, Use use) {
  if (bytes == 4) {
    use(uint32_t{0});
  } else if (bytes == 8) {
    use(uint64_t{0});
  } else if (bytes == 1) {
    use(uint8_t{0});
  } else {
    use(uint16_t{0});
  }
}

PLANISH_KERNEL_INLINE void copy(const planish_copy_closure& closure) {
  with_element(closure.element_bytes, [&](auto type) PLANISH_INLINED {
    using Element = decltype(type);
    for_own(closure.count, [&](int64_t at) PLANISH_INLINED {
      int64_t from = 0, to = 0, left = at;
      for (int64_t k = closure.rank - 1; k > 0; k--) {
        const int64_t above = quotient(left, closure.dims[k]);
        const int64_t index = left - above * closure.dims[k];
        from += index * closure.from_strides[k];
        to += index * closure.to_strides[k];
        left = above;
      }
      from += left * closure.from_strides[0];
      to += left * closure.to_strides[0];
      static_cast<Element*>(closure.to)[to] = static_cast<const Element*>(closure.from)[from];
    });
  });
}

// A tile goes through shared memory, of which rows are one element longer, so that a column of it is
// in different banks. kWidth: so many elements are read and written at a time.
template <class Element, int32_t kTile, int32_t kWidth>
struct Transposition {
  static constexpr int32_t kPitch = kTile + 1;
  static constexpr int32_t kAcross = kTile / kWidth;  // accesses of a row

  static PLANISH_KERNEL_INLINE const Element* aligned(const Element* at) {
    return static_cast<const Element*>(__builtin_assume_aligned(at, kWidth * sizeof(Element)));
  }
  static PLANISH_KERNEL_INLINE Element* aligned(Element* at) {
    return static_cast<Element*>(__builtin_assume_aligned(at, kWidth * sizeof(Element)));
  }

  static PLANISH_KERNEL_INLINE void load(const Element* from, Element (&values)[kWidth]) {
    from = aligned(from);
    PLANISH_UNROLLED
    for (int32_t k = 0; k < kWidth; k++) values[k] = from[k];
  }
  static PLANISH_KERNEL_INLINE void store(Element* to, const Element* column) {
    to = aligned(to);
    Element values[kWidth];
    PLANISH_UNROLLED
    for (int32_t k = 0; k < kWidth; k++) values[k] = column[k * kPitch];
    PLANISH_UNROLLED
    for (int32_t k = 0; k < kWidth; k++) to[k] = values[k];
  }

  // kGuarded: the tile may have fewer rows and columns, which are multiples of kWidth.
  template <bool kGuarded>
  static PLANISH_KERNEL_INLINE void tile(const planish_transpose_closure& closure,
                                         const Element* from, Element* to, int64_t rows,
                                         int64_t columns, Element* shared) {
    const auto thread = static_cast<int32_t>(planish_gpu_thread());
    const auto threads = static_cast<int32_t>(planish_gpu_threads());
    // A thread always accesses the same part of rows that are `step` apart.
    const int32_t step = threads / kAcross;
    const int32_t line = thread / kAcross, part = thread % kAcross * kWidth;
    const Element* read = from + line * closure.from_stride + part;
    Element* written = to + line * closure.to_stride + part;
    constexpr int32_t kStep = 256 / kAcross;
    if constexpr (kStep <= kTile) {
      if (threads == 256) {
        constexpr int32_t kLines = kTile / kStep;
        Element values[kLines][kWidth];
        // All that is read is under way before the first of it is used.
        PLANISH_UNROLLED
        for (int32_t k = 0; k < kLines; k++) {
          if (!kGuarded || (line + k * kStep < rows && part < columns)) load(read, values[k]);
          read += kStep * closure.from_stride;
        }
        PLANISH_UNROLLED
        for (int32_t k = 0; k < kLines; k++) {
          PLANISH_UNROLLED
          for (int32_t w = 0; w < kWidth; w++)
            shared[(line + k * kStep) * kPitch + part + w] = values[k][w];
        }
        planish_gpu_barrier();
        PLANISH_UNROLLED
        for (int32_t k = 0; k < kLines; k++) {
          if (!kGuarded || (line + k * kStep < columns && part < rows))
            store(written, shared + part * kPitch + line + k * kStep);
          written += kStep * closure.to_stride;
        }
        planish_gpu_barrier();
        return;
      }
    }
    for (int32_t k = line; k < kTile; k += step) {
      Element values[kWidth];
      if (!kGuarded || (k < rows && part < columns)) {
        load(read, values);
        for (int32_t w = 0; w < kWidth; w++) shared[k * kPitch + part + w] = values[w];
      }
      read += step * closure.from_stride;
    }
    planish_gpu_barrier();
    for (int32_t k = line; k < kTile; k += step) {
      if (!kGuarded || (k < columns && part < rows)) store(written, shared + part * kPitch + k);
      written += step * closure.to_stride;
    }
    planish_gpu_barrier();
  }

  static PLANISH_KERNEL_INLINE void run(const planish_transpose_closure& closure) {
    const int64_t down = (closure.rows + kTile - 1) / kTile;
    const int64_t across = (closure.columns + kTile - 1) / kTile;
    const int64_t tiles = closure.batches * down * across;
    auto* shared = static_cast<Element*>(planish_gpu_shared());
    for (int64_t number = planish_gpu_block(); number < tiles; number += planish_gpu_blocks()) {
      const int64_t line = quotient(number, across);
      const int64_t batch = quotient(line, down);
      const int64_t row = (line - batch * down) * kTile;
      const int64_t column = (number - line * across) * kTile;
      const Element* from = static_cast<const Element*>(closure.from) + batch * closure.from_batch +
                            row * closure.from_stride + column;
      Element* to = static_cast<Element*>(closure.to) + batch * closure.to_batch +
                    column * closure.to_stride + row;
      const int64_t rows = closure.rows - row, columns = closure.columns - column;
      if (rows >= kTile && columns >= kTile) {
        tile<false>(closure, from, to, rows, columns, shared);
      } else {
        tile<true>(closure, from, to, rows, columns, shared);
      }
    }
  }
};

PLANISH_KERNEL_INLINE void transpose(const planish_transpose_closure& closure) {
  with_element(closure.element_bytes, [&](auto type) PLANISH_INLINED {
    using Element = decltype(type);
    constexpr int32_t kWidth = 16 / sizeof(Element);
    constexpr int32_t kLarge = transposed_tile(sizeof(Element), 256);
    constexpr int32_t kSmall = transposed_tile(sizeof(Element), 32);
    if (planish_gpu_threads() < 256) {
      if (closure.is_aligned != 0) {
        Transposition<Element, kSmall, kWidth>::run(closure);
      } else {
        Transposition<Element, kSmall, 1>::run(closure);
      }
    } else if (closure.is_aligned != 0) {
      Transposition<Element, kLarge, kWidth>::run(closure);
    } else {
      Transposition<Element, kLarge, 1>::run(closure);
    }
  });
}

PLANISH_KERNEL_INLINE void iota(const planish_fill_closure& closure) {
  with_element(closure.element_bytes, [&](auto type) PLANISH_INLINED {
    using Element = decltype(type);
    for_own(closure.count, [&](int64_t at) PLANISH_INLINED {
      static_cast<Element*>(closure.to)[at] =
          static_cast<Element>(closure.start + static_cast<uint64_t>(at) * closure.step);
    });
  });
}

PLANISH_KERNEL_INLINE void fill(const planish_fill_closure& closure) {
  with_element(closure.element_bytes, [&](auto type) PLANISH_INLINED {
    using Element = decltype(type);
    for_own(closure.count, [&](int64_t at) PLANISH_INLINED {
      static_cast<Element*>(closure.to)[at] = static_cast<Element>(closure.start);
    });
  });
}

PLANISH_KERNEL_INLINE void row_length(const planish_row_length_closure& closure) {
  const int64_t length = closure.offsets[1] - closure.offsets[0];
  for_own(closure.count, [&](int64_t row) PLANISH_INLINED {
    if (closure.offsets[row + 1] - closure.offsets[row] != length)
      store_relaxed(closure.differs, uint32_t{1});
  });
}

// ---- Where rows begin

inline constexpr auto kTooFar = static_cast<uint64_t>(kMostElements);

struct RowStarts {
  static PLANISH_KERNEL_INLINE int32_t element(Context*, const void* closure, int64_t, int64_t,
                                               int64_t index, void* accumulator, void* further) {
    const auto& own = *static_cast<const planish_row_starts_closure*>(closure);
    const int64_t length = own.lengths[index];
    const uint64_t counted = length < 0 ? 0 : smaller(static_cast<uint64_t>(length), kTooFar);
    *static_cast<uint64_t*>(accumulator) = counted;
    *static_cast<uint64_t*>(further) = counted;
    return PLANISH_OK;
  }
  static PLANISH_KERNEL_INLINE int32_t combine(Context*, const void*, void* left,
                                               const void* right) {
    auto& sum = *static_cast<uint64_t*>(left);
    sum = smaller(sum + *static_cast<const uint64_t*>(right), kTooFar);
    return PLANISH_OK;
  }
  static PLANISH_KERNEL_INLINE int32_t neutral(Context*, const void*, void* accumulator) {
    *static_cast<uint64_t*>(accumulator) = 0;
    return PLANISH_OK;
  }
  static PLANISH_KERNEL_INLINE int32_t write(Context*, const void* closure, int64_t, int64_t,
                                             int64_t index, const void* accumulator,
                                             const void* further) {
    const auto& own = *static_cast<const planish_row_starts_closure*>(closure);
    const uint64_t end = *static_cast<const uint64_t*>(accumulator);
    own.starts[index] = static_cast<int64_t>(end - *static_cast<const uint64_t*>(further));
    if (index == own.count - 1) *own.total = static_cast<int64_t>(end);
    return PLANISH_OK;
  }
};

// Launched as a scan (kernels/scan.h) of cheap items with accumulators of two words.
PLANISH_KERNEL_INLINE void row_starts(const Frame& frame) {
  alignas(16) char further[PLANISH_SCAN_ITEMS * sizeof(uint64_t)];
  scan<2, Segments::One>(frame,
                         {RowStarts::element, RowStarts::combine, RowStarts::neutral,
                          RowStarts::write, further, sizeof(uint64_t)},
                         PLANISH_OPERATOR_CHEAP);
}

PLANISH_KERNEL_INLINE void class_counts(const planish_class_counts_closure& closure) {
  for_own(closure.count, [&](int64_t at) PLANISH_INLINED {
    const int64_t end =
        at + 1 < closure.count ? closure.positions[(at + 1) * closure.chunks] : *closure.total;
    closure.counts[at] = end - closure.positions[at * closure.chunks];
  });
}

}  // namespace planish::kernels
