/* Operators on the device: what generated host code calls for each, which kernels there are and which functions these
 * call. Plain C; an addition to runtime/device_abi.h.
 *
 * Kernels. `kernel` numbers are indices into planish_device_program.kernels; -1: there is no such kernel. Code generation
 * makes an entry for each:
 *
 *     void NAME(closure by value, planish_launch by value) {
 *       planish_thread thread;                                         // kernels/thread.h
 *       if (!planish_kernel_begin(&thread, &launch, flags)) return;    // flags of the kernel; false: something failed
 *       planish_kernel_TEMPLATE(&thread, &closure, &launch, thread functions…, constants…);
 *     }
 *
 * The functions planish_kernel_* (kernels/kernels.cpp) are always inlined. Those with the suffix _wN exist for N =
 * accumulator_words(bytes) (kernels/sizes.h), the words of 4 bytes of an accumulator, rounded up; 0: it is too large.
 *
 * Thread functions: int32_t f(planish_context* thread, const void* closure, …). They give a status; if it is not
 * PLANISH_OK, the failure is already recorded. They are called for points and items inside of the given sizes only.
 *
 * Accumulators and records are plain data at addresses aligned to 8: components one after the other at their natural
 * alignment, a bool as a byte; the size is a multiple of 4.
 *
 * (segment, start, index): the number of a segment; the number of its first item among all items, that is
 * offsets[segment] - offsets[0] or segment * width; the index of the item in its segment.
 *
 * Host functions copy the closure and give a status. Those that give something to the host wait; others do not. */
#ifndef PLANISH_RUNTIME_DEVICE_OPERATORS_H
#define PLANISH_RUNTIME_DEVICE_OPERATORS_H

#include "runtime/device_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Kernels of the runtime that operators use, behind those of runtime/device_abi.h; launched with threads for
 * `count` items or fewer, but row_starts, which is a scan. */
enum {
  PLANISH_RUNTIME_ROW_STARTS = PLANISH_RUNTIME_ROW_LENGTH + 1, /* planish_runtime_row_starts */
  PLANISH_RUNTIME_SHARES,                                      /* planish_runtime_shares */
  PLANISH_RUNTIME_CLASS_COUNTS,                                /* planish_runtime_class_counts */
};

/* starts[k] := sum of lengths[i] for i < k; *total := sum of all. They may be the same array. */
typedef struct planish_row_starts_closure {
  int64_t count; /* at least 1 */
  const int64_t* lengths;
  int64_t* starts;
  int64_t* total;
} planish_row_starts_closure;

/* Where shares of rows begin: Note [Shares] in kernels/reduce_irregular.h. Launched with a warp for each. */
typedef struct planish_shares_closure {
  int64_t count; /* of starts */
  const int64_t* offsets;
  int64_t rows;
  int64_t items;
  int64_t size;
  int64_t* starts;
} planish_shares_closure;

/* counts[c] := positions[(c + 1) * chunks] - positions[c * chunks], where *total stands at the end. */
typedef struct planish_class_counts_closure {
  int64_t count;
  int64_t chunks;
  const int64_t* positions;
  const int64_t* total;
  int64_t* counts;
} planish_class_counts_closure;

/* Constants that templates get as `flags`, and that are told to the host functions, too. */
enum {
  PLANISH_OPERATOR_COMMUTATIVE = 1,
  /* Functions for items are small, without loops and calls: they may be there often. */
  PLANISH_OPERATOR_CHEAP = 2,
  PLANISH_OPERATOR_SEGMENTED = 4, /* of a scan: there may be more than one segment */
  PLANISH_OPERATOR_ATOMIC =
      8, /* of a histogram: `update` is atomic; otherwise it is called under a lock */
  PLANISH_OPERATOR_STAGED =
      16, /* of a filter: `write` looks at the record alone, not at the point */
  /* Of a reduction of rows of different lengths: `element` looks at start + index alone, and is called with segment and
   * start 0 and the number of the item among all of them. */
  PLANISH_OPERATOR_FLAT = 32,
};

/* ---- Maps, and all else that has points which do not depend on each other: scatters, lengths and rows of flat maps,
 * segments that are done in order.
 *   point(thread, closure, int64 point)
 * Entry: planish_kernel_map(thread, closure, launch, point). */
int32_t planish_device_map(planish_context* context, int64_t points, int32_t kernel,
                           const void* closure, int64_t closure_bytes);
/* The same, by a kernel that writes to arrays that were there before. They are as they were if it has to be run again. */
int32_t planish_device_map_in_place(planish_context* context, int64_t points, int32_t kernel,
                                    const void* closure, int64_t closure_bytes,
                                    int64_t changed_count, const planish_device_array* changed);
/* The same as planish_device_map, by a kernel after which another does all of it once more: what it traces is not
 * shown. */
int32_t planish_device_map_before(planish_context* context, int64_t points, int32_t kernel,
                                  const void* closure, int64_t closure_bytes);
/* `vectors`: planish_kernel_map_vectors(thread, closure, launch, neighbour, int32 width, int32 groups), both constants,
 * with neighbour(thread, closure, int64 first, int64 k) for point first + k. A thread does `groups` times `width`
 * neighbours, the first of which is a multiple of width. Taken if `alignment`, the addresses of all arrays that matter
 * or-ed, is a multiple of 16. Accesses become wide if the function has no branches, what it reads is !invariant.load,
 * and its pointers are assumed to be aligned to 16. */
typedef struct planish_device_map_kernels {
  int32_t plain;
  int32_t vectors;
  int32_t width;
  int32_t groups;
} planish_device_map_kernels;
int32_t planish_device_map_vectors(planish_context* context, int64_t points,
                                   const planish_device_map_kernels* kernels, uint64_t alignment,
                                   const void* closure, int64_t closure_bytes);

/* ---- Reductions.
 *   segment(thread, closure, int64 segment)                              reduces a segment in order, writes its results
 *   element(thread, closure, segment, start, index, void* accumulator)   the value of an item; writes what is gathered
 *   combine(thread, closure, void* left, const void* right)              left := left op right
 *   neutral(thread, closure, void* accumulator)
 *   finish(thread, closure, int64 segment, const void* accumulator)      writes the results of a segment
 * Entries:
 *   segments    planish_kernel_map(thread, closure, launch, segment)
 *   pieces      planish_kernel_reduce_pieces_wN(thread, closure, launch, element, combine, neutral, finish, width, flags)
 *   rows        planish_kernel_reduce_rows_wN(the same)
 *   irregular   planish_kernel_reduce_irregular_wN(the same, but `threads` of a block, a constant int32, for width)
 *   cut         planish_kernel_reduce_cut_wN(thread, closure, launch, combine, neutral, finish): what `irregular` leaves
 * Tiles, of batches * rows * columns segments (Note [Shared tiles] in plan/shared_tile.h):
 *   row(thread, closure, batch, row, step, void* operand)          what is kept of a row and a step
 *   column(thread, closure, batch, column, step, void* operand)    the same of a column
 *   value(thread, closure, batch, row, column, step, const void* row, const void* column, void* accumulator)
 *   write(thread, closure, batch, row, column, const void* accumulator)
 *   product     planish_kernel_product_oK_wN(thread, closure, launch, row, column, value, combine, neutral, write,
 *                                            int32 threads, int32 rows_along_steps, int32 columns_along_steps)
 *   steps       planish_kernel_steps_oK_wN(the same up to `write`, int32 threads): there are no columns, `row` is
 *               called once with step 0, and `column` for steps
 * K is tile_words(operand_bytes), N tile_words(sum_bytes).
 *
 * `width` is a constant int32: so many neighbours are done at once, of which start + index of the first is a multiple of
 * it. It is 1 but in the kernels *_vectors, which are taken if `alignment` is a multiple of 16 and the width of
 * segments one of vector_width. */
typedef struct planish_device_reduction {
  int32_t segments; /* always there */
  int32_t pieces;   /* regular */
  int32_t rows;     /* regular, if there are outer levels */
  int32_t irregular;
  int32_t cut;
  int32_t pieces_vectors;
  int32_t rows_vectors;
  int32_t vector_width;
  int32_t accumulator_bytes; /* 4 * N; 0: there is only `segments` */
  int32_t flags;
  uint64_t alignment;
  /* Of a reduction in tiles; -1: it is none. The last levels before the reduced one have so many rows and, if it is a
   * product, columns. */
  int32_t product;
  int32_t steps;
  int32_t operand_bytes; /* of what is kept for a row or a column */
  int32_t sum_bytes;
  int64_t tile_rows;
  int64_t tile_columns;
} planish_device_reduction;
int32_t planish_device_reduce(planish_context* context, int64_t segments, int64_t width,
                              const planish_device_reduction* reduction, const void* closure,
                              int64_t closure_bytes);
/* Rows of different lengths, with `items` items together. */
int32_t planish_device_reduce_rows(planish_context* context, int64_t rows, const int64_t* offsets,
                                   int64_t items, const planish_device_reduction* reduction,
                                   const void* closure, int64_t closure_bytes);

/* ---- Inclusive scans.
 *   segment(thread, closure, int64 segment)                  scans a segment in order
 *   element(thread, closure, segment, start, index, void* accumulator, void* further)
 *                                                            the value of an item, and what `write` needs beside it
 *   combine, neutral                                         as in reductions
 *   write(thread, closure, segment, start, index, const void* accumulator, const void* further)
 * Entries:
 *   segments    planish_kernel_map(thread, closure, launch, segment)
 *   regular     planish_kernel_scan_wN(thread, closure, launch, element, combine, neutral, write, void* further,
 *                                      int32 further_bytes, int32 flags)
 *   irregular   planish_kernel_scan_irregular_wN(the same)
 * `further` is an alloca of the entry, aligned to 16, of PLANISH_SCAN_ITEMS * further_bytes bytes, which is a constant
 * multiple of 8; null and 0 if there is none. regular_vectors: as `regular`, with functions that assume arrays to be
 * aligned to 16. */
enum { PLANISH_SCAN_ITEMS = 16 };
typedef struct planish_device_scan_operator {
  int32_t segments; /* always there */
  int32_t regular;
  int32_t irregular;
  int32_t regular_vectors;
  int32_t accumulator_bytes; /* 4 * N; 0: there is only `segments` */
  int32_t flags;
  uint64_t alignment;
} planish_device_scan_operator;
int32_t planish_device_scan(planish_context* context, int64_t segments, int64_t width,
                            const planish_device_scan_operator* scan, const void* closure,
                            int64_t closure_bytes);
int32_t planish_device_scan_rows(planish_context* context, int64_t rows, const int64_t* offsets,
                                 int64_t items, const planish_device_scan_operator* scan,
                                 const void* closure, int64_t closure_bytes);

/* ---- Histograms. Bins are numbered over the whole destinations, of all segments.
 *   element(thread, closure, int64 point, int64* bin, void* record)       the bin, -1 if there is none, and the value
 *   update(thread, closure, int64 point, int64 bin, const void* record)   bin := bin op value; computes the value again
 *                                                                         if record_bytes is 0
 *   neutral(thread, closure, void* record)
 *   update_shared(thread, closure, void* record, const void* value)       record := record op value, atomically; the
 *                                                                         record lies in shared memory
 *   combine(thread, closure, void* record, const void* value)             the same for a record of the thread
 * Entries:
 *   global   planish_kernel_hist_wN(thread, closure, launch, element, update, flags); N = 1 if record_bytes is 0
 *   shared   planish_kernel_hist_shared_wN(thread, closure, launch, element, update, neutral, update_shared, combine,
 *            flags): if `update` is atomic, does not look at `point` (which is -1), and cannot fail
 *   shared_vectors   the same, with functions that assume arrays to be aligned to 16; taken if `alignment` is a multiple
 *            of 16 */
typedef struct planish_device_histogram {
  int32_t global;
  int32_t shared;
  int32_t record_bytes;
  int32_t flags;
  int64_t bins;
  int64_t dest_count;
  const planish_device_array* dests;
  int32_t shared_vectors; /* -1: there is none */
  uint64_t alignment;
} planish_device_histogram;
int32_t planish_device_hist(planish_context* context, int64_t points,
                            const planish_device_histogram* histogram, const void* closure,
                            int64_t closure_bytes);

/* ---- Results whose size is found out. The runtime allocates a block for each; where its data lie is put into the
 * closure at byte closure_at[k]. */
typedef struct planish_device_dests {
  int64_t dest_count;
  const int64_t* item_bytes; /* of one item in each of them */
  const int64_t* closure_at;
} planish_device_dests;

/* ---- Filters.
 *   element(thread, closure, int64 point, int32* keep, void* record)          is it kept, and what `write` needs
 *   write(thread, closure, int64 point, int64 position, const void* record)   writes the values there; computes them
 *                                                                             again if record_bytes is 0. Adds 1 to the
 *                                                                             count of its row, if rows are counted, by
 *                                                                             a relaxed atomic of device scope.
 * Entries: planish_kernel_filter_wN(thread, closure, launch, element, write, flags); N = 1 if record_bytes is 0.
 * filter_vectors: with functions that assume arrays to be aligned to 16. */
typedef struct planish_device_filter_operator {
  int32_t filter;
  int32_t filter_vectors;
  int32_t record_bytes;
  int32_t flags;
  uint64_t alignment;
  int64_t* counts; /* of rows, on the device: cleared by the runtime; null: rows are not counted */
  int64_t count_of_counts;
  planish_device_dests dests;
} planish_device_filter_operator;
int32_t planish_device_filter(planish_context* context, int64_t points,
                              const planish_device_filter_operator* filter, const void* closure,
                              int64_t closure_bytes, int64_t* kept, planish_block** blocks);

/* ---- Partitions, which keep the order of the points of a class.
 *   classify(thread, closure, int64 point, int64* of)      the class; the point is left out if there is no such class
 *   place(thread, closure, int64 point, int64 position)    writes the point's values there
 * Entries:
 *   classify   planish_kernel_partition_classify(thread, closure, launch, classify)
 *   place      planish_kernel_partition_place(thread, closure, launch, place) */
typedef struct planish_device_partition_operator {
  int32_t classify;
  int32_t place;
  int64_t class_count;
  int64_t* counts; /* of each class, on the device: written */
  planish_device_dests dests;
} planish_device_partition_operator;
int32_t planish_device_partition(planish_context* context, int64_t points,
                                 const planish_device_partition_operator* partition,
                                 const void* closure, int64_t closure_bytes, int64_t* kept,
                                 planish_block** blocks);

/* ---- Flat maps are three operations: a map that writes lengths, planish_device_row_starts for each group, a map that
 * writes rows where they belong. If the length of a row is known only when it is made, the first map makes the rows
 * and forgets them.
 *
 * As planish_row_starts, with arrays on the device. */
int32_t planish_device_row_starts(planish_context* context, int64_t count, const int64_t* lengths,
                                  int64_t* starts, int64_t* total);

#ifdef __cplusplus
}
#endif
#endif
