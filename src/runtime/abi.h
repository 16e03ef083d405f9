/* The contract between generated code and the runtime. Plain C: generated code, the runtime, the libraries that
 * `planish build` writes and their clients all agree on it.
 *
 * Generated functions give a status. Whoever gets one that is not PLANISH_OK gives it on at once, after releasing what
 * it owns; what went wrong is recorded in the context.
 *
 * Memory. An array lives in a block. A block has a count of references, which is not atomic: a block is counted only by
 * the task that allocated it. Tasks see the arrays of the code around them as borrowed: without a block (null).
 */
#ifndef PLANISH_RUNTIME_ABI_H
#define PLANISH_RUNTIME_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  PLANISH_OK = 0,
  PLANISH_FAILED = 1,        /* a check failed */
  PLANISH_OUT_OF_MEMORY = 2, /* also: an array that is larger than any memory */
  PLANISH_CANCELLED = 3,
};

typedef struct planish_context planish_context;

/* ---- Memory */

/* The header of a block; the data follow PLANISH_BLOCK_HEADER bytes after it, aligned to as much. Generated code counts
 * references itself and calls planish_free when none is left. */
typedef struct planish_block {
  int64_t references;
  int64_t bytes; /* of the data, as asked for */
} planish_block;
#define PLANISH_BLOCK_HEADER 64

/* A block with one reference, not initialised. Null, with the failure recorded, when there is no memory or `bytes` is
 * negative (a product of sizes that overflowed). */
planish_block* planish_allocate(planish_context* context, int64_t bytes);
void planish_free(planish_context* context, planish_block* block);
/* A larger block for an array that grows: it has room for `bytes` bytes, and for twice as many as before, and begins with
 * the first `used` bytes of the old block, which is freed. Null, with the failure recorded and the old block as it was,
 * when there is no memory. */
planish_block* planish_grow(planish_context* context, planish_block* block, int64_t used,
                            int64_t bytes);

/* ---- Failures */

typedef struct planish_message_part {
  const char* text; /* null: the next of the values */
  int32_t prim;     /* of that value: a Prim (support/prim.h) */
} planish_message_part;

typedef struct planish_check_site {
  const planish_message_part* parts;
  int64_t part_count;
  const char* const* path; /* where it stands and from where it was inlined, innermost first */
  int64_t path_count;
} planish_check_site;

/* Records a failed check, with the bits of the values in the message, and gives PLANISH_FAILED. The first failure of a
 * run counts; others that happen at the same time are dropped. */
int32_t planish_fail(planish_context* context, const planish_check_site* site,
                     const uint64_t* values);
/* Adds the place of a call to the path of the recorded failure. */
void planish_add_caller(planish_context* context, const char* const* path, int64_t path_count);
/* Says where it was that memory was asked for and there was none. The first place counts. */
void planish_add_place(planish_context* context, const char* const* path, int64_t path_count);
/* PLANISH_OK, PLANISH_CANCELLED, or PLANISH_FAILED with "recursion too deep" recorded when the thread's stack is nearly
 * used up. */
int32_t planish_check_stack(planish_context* context);
/* How many bytes of the thread's stack are left until planish_check_stack fails; not more than 0 if it does. */
int64_t planish_stack_left(planish_context* context);
/* PLANISH_OK or PLANISH_CANCELLED. Asked by long sequential loops. */
int32_t planish_check_cancelled(planish_context* context);

/* Shows a value: `dims` has `rank` sizes, the elements are row-major. */
void planish_trace(planish_context* context, const char* tag, int32_t prim, int64_t rank,
                   const int64_t* dims, const void* data);

/* What the tuning parameter was set to when the context was made, else the fallback. */
int64_t planish_tuned(planish_context* context, const char* name, int64_t fallback);
/* The same for a threshold of versions, which the program compares with a value: whoever watches hears of both. */
int64_t planish_threshold(planish_context* context, const char* name, int64_t fallback,
                          int64_t compared);

/* ---- Parallel operators. `item_cost` is about how many nanoseconds one item takes, 0 where vectors do several in
 * one; it decides how work is cut. How it is cut depends on the sizes and costs only, never on the number of threads,
 * wherever results could depend on it. */

/* Does the items [begin, end). */
typedef int32_t (*planish_range_function)(planish_context* context, void* closure, int64_t begin,
                                          int64_t end);
int32_t planish_parallel_for(planish_context* context, int64_t count, int64_t item_cost,
                             planish_range_function function, void* closure);

/* Rows of different lengths: row r has offsets[r + 1] - offsets[r] items. `offsets` has rows + 1 elements, of which the
 * first need not be 0. Items of all rows are numbered from 0 on; rows begin where their offset says. */

/* The length that all rows have; -1 if they differ. */
int64_t planish_row_length(const int64_t* offsets, int64_t rows);
/* The row in which the item is. */
int64_t planish_find_row(const int64_t* offsets, int64_t rows, int64_t item);
/* Does the items of all rows, of which there are `width` times as many. Rows without items count as work, too. */
int32_t planish_parallel_rows(planish_context* context, int64_t rows, const int64_t* offsets,
                              int64_t width, int64_t item_cost, planish_range_function function,
                              void* closure);

/* `function` goes through all of `count` items, and does those that belong to the places [begin, end). All places are
 * shared out, so each is dealt with by one call, which meets the items in their order. */
int32_t planish_write_in_order(planish_context* context, int64_t count, int64_t item_cost,
                               int64_t places, planish_range_function function, void* closure);

/* A reduction of each of `segments` rows of `width` items. An accumulator is accumulator_bytes bytes of plain data. */
typedef struct planish_reduction {
  planish_range_function
      segments; /* reduces the whole segments [begin, end) and writes their results */
  /* Reduces the items [begin, end) of a segment, from the neutral value, into the accumulator. Null: a segment cannot
   * be cut. The further functions are null, too, then. */
  int32_t (*part)(planish_context* context, void* closure, int64_t segment, int64_t begin,
                  int64_t end, void* accumulator);
  /* left := left op right */
  int32_t (*combine)(planish_context* context, void* closure, void* left, const void* right);
  int32_t (*finish)(planish_context* context, void* closure, int64_t segment,
                    const void* accumulator);
  int64_t accumulator_bytes;
  int64_t
      piece_items; /* regular segments are cut into pieces of at least so many; 0: of any size */
} planish_reduction;
int32_t planish_reduce(planish_context* context, int64_t segments, int64_t width, int64_t item_cost,
                       const planish_reduction* reduction, void* closure);
/* The same for rows of different lengths. */
int32_t planish_reduce_rows(planish_context* context, int64_t rows, const int64_t* offsets,
                            int64_t item_cost, const planish_reduction* reduction, void* closure);

/* An inclusive scan of each segment. */
typedef struct planish_scan_operator {
  planish_range_function segments; /* scans the whole segments [begin, end) */
  int32_t (*neutral)(planish_context* context, void* closure, void* accumulator);
  int32_t (*part)(planish_context* context, void* closure, int64_t segment, int64_t begin,
                  int64_t end, void* accumulator); /* as in a reduction */
  int32_t (*combine)(planish_context* context, void* closure, void* left, const void* right);
  /* Writes carry op (the scan of the items [begin, end) from the neutral value), and carry := carry op their total:
   * to the bit what `combine` makes of the carry and what `part` gives for these items. */
  int32_t (*scan)(planish_context* context, void* closure, int64_t segment, int64_t begin,
                  int64_t end, void* carry);
  int64_t accumulator_bytes;
} planish_scan_operator;
int32_t planish_scan(planish_context* context, int64_t segments, int64_t width, int64_t item_cost,
                     const planish_scan_operator* scan, void* closure);
int32_t planish_scan_rows(planish_context* context, int64_t rows, const int64_t* offsets,
                          int64_t item_cost, const planish_scan_operator* scan, void* closure);

/* Histograms: each segment has its own bins. `dests` has `dest_count` arrays; a segment's part of array k is
 * dest_bytes[k] bytes long. Functions get pointers to the bins of one segment, or to a private copy of them. */
typedef struct planish_histogram {
  /* Adds the items [begin, end) of a segment. */
  int32_t (*update)(planish_context* context, void* closure, int64_t segment, int64_t begin,
                    int64_t end, void* const* bins);
  /* Fills all bins with the neutral value. Null: bins cannot be private; a segment is then done in order. */
  int32_t (*neutral)(planish_context* context, void* closure, void* const* bins);
  /* into[b] := into[b] op from[b] for the bins [begin, end) */
  int32_t (*merge)(planish_context* context, void* closure, void* const* into, void* const* from,
                   int64_t begin, int64_t end);
  int64_t bin_count; /* of one segment */
  int64_t dest_count;
  void* const* dests;
  const int64_t* dest_bytes;
} planish_histogram;
int32_t planish_hist(planish_context* context, int64_t segments, int64_t width, int64_t item_cost,
                     const planish_histogram* histogram, void* closure);

/* Keeps some of `width` items. `write` looks at the items [begin, end) and writes those it keeps to `dests`, one after
 * the other from position `at` on; it may also write to the position after the last one kept, if that is below
 * at + (end - begin). It says how many it kept. */
typedef struct planish_filter_operator {
  int32_t (*write)(planish_context* context, void* closure, int64_t begin, int64_t end,
                   void* const* dests, int64_t at, int64_t* kept);
  int64_t dest_count;
  const int64_t* item_bytes; /* of one item in each of dests */
} planish_filter_operator;
/* Gives new blocks, one for each of dests. */
int32_t planish_filter(planish_context* context, int64_t width, int64_t item_cost,
                       const planish_filter_operator* filter, void* closure, int64_t* kept,
                       planish_block** blocks);

/* Rows of different lengths, which follow each other. They come in groups, for each of which each of `count` items has
 * one length. */
typedef struct planish_flat_map_operator {
  /* Appends the rows of the items [begin, end) to the blocks, which it replaces by larger ones (planish_grow) where they
   * are full, and adds the lengths to the totals. After a failure it has freed the blocks. */
  int32_t (*append)(planish_context* context, void* closure, int64_t begin, int64_t end,
                    planish_block** blocks, int64_t* totals);
  int64_t group_count; /* and of totals */
  int64_t row_count;   /* of each item; and of blocks */
  const int64_t* row_groups;
  const int64_t* elem_bytes; /* of one element of each row */
} planish_flat_map_operator;
/* Gives new blocks, which hold just the rows. */
int32_t planish_flat_map(planish_context* context, int64_t count, int64_t item_cost,
                         const planish_flat_map_operator* flat_map, void* closure, int64_t* totals,
                         planish_block** blocks);

/* Where rows of these lengths begin if they follow each other. Gives where the last one ends, or -1 if that is too far for
 * any memory. A length below 0, of a row that cannot be made, counts as 0. */
int64_t planish_row_starts(int64_t count, const int64_t* lengths, int64_t* starts);

/* Sorts items by class, of which there are class_count. The class of an item takes class_bytes bytes in memory. */
typedef struct planish_partition_operator {
  /* Writes the classes of the items [begin, end) to `classes`, and adds to `counts` how many there are of each class.
   * Items that are left out are of class class_count. */
  int32_t (*classify)(planish_context* context, void* closure, int64_t begin, int64_t end,
                      void* classes, int64_t* counts);
  /* Writes the items [begin, end) to `dests`: the next one of class c goes to positions[c]++. */
  int32_t (*place)(planish_context* context, void* closure, int64_t begin, int64_t end,
                   void* const* dests, const void* classes, int64_t* positions);
  int64_t class_count;
  int64_t class_bytes;
  int64_t dest_count;
  const int64_t* item_bytes; /* of one item in each of dests */
} planish_partition_operator;
/* Gives how many items there are of each class and in all, and new blocks, one for each of dests. */
int32_t planish_partition(planish_context* context, int64_t width, int64_t item_cost,
                          const planish_partition_operator* partition, void* closure,
                          int64_t* counts, int64_t* kept, planish_block** blocks);

/* ---- Entry points and constants */

/* One component of a parameter or result of an entry point, in the order of the function's parameters, sizes included.
 * Arrays are dense and row-major. */
typedef struct planish_slot {
  /* The bits of a scalar. Of an input that is an array of offsets: 2 + the length that all rows have, 1 if their lengths
   * differ, 0 if it is not known. Offsets among the results may be left out, that is, there are 0 of them: then all rows
   * are equally long. */
  uint64_t scalar;
  void* data; /* of an array; units in it are never written or read */
  planish_block*
      block; /* that holds the data; null for an input: it belongs to the caller and outlives the call */
  int64_t* dims; /* results only: where to write the sizes of an array */
} planish_slot;
/* Inputs are borrowed, except that arrays of unique parameters may be written to. Each array among the outputs has a
 * block with a reference for the caller; it may be the block of an input. */
typedef int32_t (*planish_entry_function)(planish_context* context, const planish_slot* inputs,
                                          planish_slot* outputs);

/* Calls the function on a stack of the size that the context is configured with, and gives its status: for entry points
 * that may come to a recursion. Called by entry points only, which hand on what they were given. */
int32_t planish_run_deep(planish_context* context, planish_entry_function entry,
                         const planish_slot* inputs, planish_slot* outputs);

/* The constants of the program, evaluated on their first use by an entry point: a place for each, by number. The
 * context frees their blocks at its end. */
planish_slot* planish_constants(planish_context* context, int64_t count);

#ifdef __cplusplus
}
#endif
#endif
