/* The contract between generated host code of programs for GPUs, the device runtime and kernels. Plain C, as
 * runtime/abi.h is, to which it is an addition.
 *
 * Host code never touches an element: all arrays lie on the device, and a pointer to data is a device address. What it
 * asks for is queued and done in order; it waits only where it reads.
 */
#ifndef PLANISH_RUNTIME_DEVICE_ABI_H
#define PLANISH_RUNTIME_DEVICE_ABI_H

#include <stdint.h>

#include "runtime/abi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- The program's device part, a constant `planish_device_program` of the host object */

/* What the runtime tells a kernel beside the closure, by value. What numbers and pointers mean is said by each kernel
 * template. */
typedef struct planish_launch {
  struct planish_device_state* state;
  void*
      arena; /* of all threads of the launch, one after the other; null: threads have theirs on their stacks */
  int64_t arena_bytes;                  /* for each thread; 0: threads allocate nothing */
  const struct planish_slot* constants; /* the table of constants, on the device */
  int64_t numbers[8];
  void* pointers[8];
  int64_t stack_bytes; /* that each thread has for recursion */
  uint32_t number;     /* of the launch: counts up in a context and is never 0; the last field */
} planish_launch;

enum {
  PLANISH_KERNEL_ALLOCATES =
      1, /* threads take memory from arenas, and the kernel may be run again: what it changes is told */
  PLANISH_KERNEL_RECURSES = 2, /* likewise */
  PLANISH_KERNEL_CAN_FAIL = 4,
  PLANISH_KERNEL_LONG = 8,         /* loops of unknown length */
  PLANISH_KERNEL_TRACES = 16,      /* may be run again, too */
  PLANISH_KERNEL_STACK_ARENA = 64, /* arenas may lie on stacks */
  PLANISH_KERNEL_WATCHED =
      32, /* the emulator's: tells of all that it reads and writes (emulator/intrinsics.h) */
};

typedef struct planish_device_kernel {
  const char*
      name; /* of its entry in the device module; null: a kernel of the runtime that the program does not have */
  void (*emulated)(const void* closure,
                   const planish_launch* launch); /* the emulator's; else null */
  int32_t flags;
  int32_t
      shared_bytes; /* shared memory that it needs for each thread of a block; templates say what else */
  int64_t
      stack_bytes; /* of a thread's stack, beside what recursion takes until the next check of its depth */
  const char* place; /* of the operator in the source, and of calls; null: it has none */
} planish_device_kernel;

typedef struct planish_device_image { /* device code for an architecture: PTX text */
  const char* architecture;           /* "sm_75" */
  const char* text;
  int64_t bytes; /* a zero that may stand behind the text not counted */
} planish_device_image;

/* Kernels of the runtime; their numbers are kernel_count + these. A program has those that its host code may come to. */
enum {
  PLANISH_RUNTIME_COPY,       /* planish_runtime_copy: a planish_copy_closure */
  PLANISH_RUNTIME_TRANSPOSE,  /* planish_runtime_transpose: a planish_transpose_closure */
  PLANISH_RUNTIME_FILL,       /* planish_runtime_fill: a planish_fill_closure */
  PLANISH_RUNTIME_IOTA,       /* planish_runtime_iota: a planish_fill_closure */
  PLANISH_RUNTIME_ROW_LENGTH, /* planish_runtime_row_length: a planish_row_length_closure */
  PLANISH_RUNTIME_KERNELS,
};

typedef struct planish_device_program {
  int64_t kernel_count;
  const planish_device_kernel* kernels; /* kernel_count, and behind them those of the runtime */
  int64_t image_count;
  const planish_device_image* images; /* none for the emulator */
  int64_t runtime_kernel_count;       /* PLANISH_RUNTIME_KERNELS or more; 0: there are none */
  /* What device code names by number where a pointer to the host's data is expected (check sites, paths of callers and
   * places, tags of traces): k >= 1 stands for addresses[k - 1]. */
  int64_t address_count;
  const void* const* addresses;
  /* Tuning parameters that device code asks for, by number. */
  int64_t tuned_count;
  const char* const* tuned_names;
} planish_device_program;

/* A closure that is larger lies in the device's memory: the kernel takes a pointer instead of it. */
enum { PLANISH_LARGEST_CLOSURE = 3584 };

/* All of these kernels are launched with threads for `count` elements, or fewer: they go on by the size of the grid. */
typedef struct planish_copy_closure {
  int64_t count;
  int64_t element_bytes; /* 1, 2, 4, 8 */
  int64_t rank;          /* 1 to 8; what could be one dimension is one */
  int64_t dims[8];
  int64_t to_strides[8]; /* in elements */
  int64_t from_strides[8];
  void* to;
  const void* from;
} planish_copy_closure;

/* For each of `batches`: to[c * to_stride + r] := from[r * from_stride + c] for r < rows, c < columns. Block b does
 * tile b, b + blocks, … of T x T elements, T = transposed_tile (kernels/sizes.h), of which there are batches * ceil(rows
 * / T) * ceil(columns / T), those of a row of tiles (equal r) next to each other. Shared memory: transposed_bytes. */
typedef struct planish_transpose_closure {
  int64_t element_bytes;
  int64_t batches;
  int64_t rows;
  int64_t columns;
  int64_t to_batch; /* strides, in elements */
  int64_t to_stride;
  int64_t from_batch;
  int64_t from_stride;
  void* to;
  const void* from;
  int64_t is_aligned; /* not 0: addresses, strides, rows and columns are multiples of 16 bytes */
} planish_transpose_closure;

/* element i := start + i * step, wrapping; a fill has no step */
typedef struct planish_fill_closure {
  int64_t count;
  int64_t element_bytes; /* 1, 2, 4, 8 */
  uint64_t start;
  uint64_t step;
  void* to;
} planish_fill_closure;

/* *differs, which is 0 before, becomes 1 if a row is not as long as the first. */
typedef struct planish_row_length_closure {
  int64_t count; /* rows, at least 1 */
  const int64_t* offsets;
  uint32_t* differs;
} planish_row_length_closure;

/* ---- State on the device, one for each context */

/* What went wrong. Whoever changes `claimed` from 0 sets *noticed of the state. Of the threads of a launch that fail, the
 * one with the smallest number counts, so that two runs tell the same; each fills in the rest, as far as it is known, while
 * it has the lock:
 *   a failed check: PLANISH_FAILED, site, values;
 *   a recursion that is too deep: PLANISH_FAILED, no site;
 *   no memory for an array that can never be made (not: an arena that is too small): PLANISH_OUT_OF_MEMORY, bytes;
 *   the byte `cancelled` was seen: PLANISH_CANCELLED. */
typedef struct planish_device_failure {
  /* By CAS from 0 to the number of the launch. A kernel that finds another number than 0 and its own does nothing, so
   * that all threads of a launch decide alike, also while one of them fails. */
  uint32_t claimed;
  int32_t status;
  const planish_check_site* site; /* by number: planish_device_program.addresses */
  uint64_t values[8];
  int64_t bytes; /* of an allocation that failed; negative: more than can be counted */
  /* Paths (by number) and their lengths of callers, innermost first: 12, and behind them the last 4 of the others,
   * call number i at 12 + (i - 12) % 4. */
  int64_t call_count;
  const void* calls[16];
  int64_t call_lengths[16];
  int64_t calls_left_out; /* the sum of the lengths of paths that were written over */
  uint64_t thread;        /* that failed: among all of its launch */
  const void*
      place; /* of planish_add_place: path and length, if there is no site; null: not known */
  int64_t place_length;
  uint32_t lock; /* 1 while a thread looks at the record or fills it in */
  uint32_t
      recorded; /* 1: it is filled in; 2: and the thread has gone on since, so that no callers follow */
} planish_device_failure;

/* What a tuning parameter was set to. */
typedef struct planish_device_tuned {
  int64_t is_set;
  int64_t value;
} planish_device_tuned;

/* Values that threads trace, one after the other: words of 8 bytes
 *   thread, words of the record, tag (by number), prim, rank, sizes, elements. */
typedef struct planish_device_traces {
  uint64_t* words;
  uint64_t room; /* in words */
  uint64_t used; /* more than there is room for: the host makes more and runs the kernel again */
} planish_device_traces;

typedef struct planish_device_state {
  planish_device_failure failure;    /* kernels begin with: nothing to do if failure.claimed != 0 */
  const volatile uint8_t* cancelled; /* mapped host memory: not 0 when the run is to stop */
  uint32_t
      arena_too_small; /* a thread's arena was used up: the host doubles it and runs the kernel again */
  uint32_t stack_too_small;
  uint32_t stack_is_largest; /* a thread whose stack is too small fails instead */
  /* Mapped host memory: set to 1 by whoever claims the failure or sets one of the two words above. */
  volatile uint32_t* noticed;
  const planish_device_tuned* tuned; /* by number */
  planish_device_traces traces;
  uint32_t
      replayed; /* to be added to the numbers of launches: Note [Repeated work] in cuda/repeats.h */
} planish_device_state;

/* ---- Recursion. Between these two, what would fail because recursion is too deep gives PLANISH_TOO_DEEP and changes
 * nothing, and the try is over. The beginning may give that, too. */
enum { PLANISH_TOO_DEEP = 16 };
int32_t planish_device_begin_try(planish_context* context);
void planish_device_end_try(planish_context* context);

/* ---- Memory. A block's header lies on the host and begins as every planish_block; data is a device address, aligned
 * to 256. Generated code counts references itself and calls planish_device_free when none is left. */
typedef struct planish_device_block {
  int64_t references;
  int64_t bytes;
  void* data;
} planish_device_block;

/* As planish_allocate and planish_free. What is freed may still be used by what was queued before. */
planish_block* planish_device_allocate(planish_context* context, int64_t bytes);
void planish_device_free(planish_context* context, planish_block* block);

/* ---- Single elements and copies, as host code needs them; all in the order of the context's stream. They give a
 * status. */

/* Waits; reports what failed before. */
int32_t planish_device_read(planish_context* context, void* to_host, const void* from,
                            int64_t bytes);
/* from_host may be changed at once. */
int32_t planish_device_write(planish_context* context, void* to, const void* from_host,
                             int64_t bytes);
/* Elements of 1, 2, 4 or 8 bytes; strides in elements; rank 0 to 8. No overlap. */
int32_t planish_device_copy(planish_context* context, int64_t element_bytes, int64_t rank,
                            const int64_t* dims, void* to, const int64_t* to_strides,
                            const void* from, const int64_t* from_strides);
int32_t planish_device_fill(planish_context* context, int64_t element_bytes, void* to,
                            int64_t count, uint64_t bits);
/* element i := start + i * step, wrapping, as integers of that size */
int32_t planish_device_iota(planish_context* context, int64_t element_bytes, void* to,
                            int64_t count, uint64_t start, uint64_t step);
int32_t planish_device_trace(planish_context* context, const char* tag, int32_t prim, int64_t rank,
                             const int64_t* dims, const void* data);
/* The length that all rows have; -1 if they differ. Waits. */
int32_t planish_device_row_length(planish_context* context, const int64_t* offsets, int64_t rows,
                                  int64_t* length);

/* An array on the device; strides in elements. */
typedef struct planish_device_array {
  void* data;
  int64_t element_bytes; /* 1, 2, 4, 8 */
  int64_t rank;          /* 0 to 8 */
  const int64_t* dims;
  const int64_t* strides;
} planish_device_array;

/* ---- Failures. Work that was queued may have failed before; then that is what is reported. */

/* As planish_fail. */
int32_t planish_device_fail(planish_context* context, const planish_check_site* site,
                            const uint64_t* values);
/* Waits until all that is queued is done, and gives its status. */
int32_t planish_device_settle(planish_context* context);
/* Around a call of a function: the path is what planish_add_caller is told if it fails. Kernels that fail later are told
 * of with the calls that they were launched in. */
void planish_device_enter(planish_context* context, const char* const* path, int64_t path_count);
void planish_device_leave(planish_context* context);

/* Operators: runtime/device_operators.h */

#ifdef __cplusplus
}
#endif
#endif
