// The device module that code generation takes templates of kernels from, with the functions of
// runtime/abi.h that code in threads calls. Compiled to bitcode for nvptx64; the emulator takes the
// same bitcode.
#include "runtime/kernels/copies.h"
#include "runtime/kernels/filter.h"
#include "runtime/kernels/hist.h"
#include "runtime/kernels/map.h"
#include "runtime/kernels/math.h"
#include "runtime/kernels/partition.h"
#include "runtime/kernels/product.h"
#include "runtime/kernels/reduce_irregular.h"
#include "runtime/kernels/scan.h"

using namespace planish::kernels;

#define PLANISH_TEMPLATE extern "C" __attribute__((always_inline)) void

// ---- Functions of runtime/abi.h

#define PLANISH_THREAD_FUNCTION extern "C" __attribute__((always_inline))

PLANISH_THREAD_FUNCTION planish_block* planish_allocate(planish_context* context, int64_t bytes) {
  return thread_allocate(as_thread(context), bytes);
}
PLANISH_THREAD_FUNCTION void planish_free(planish_context* context, planish_block* block) {
  thread_free(as_thread(context), block);
}
PLANISH_THREAD_FUNCTION planish_block* planish_grow(planish_context* context, planish_block* block,
                                                    int64_t used, int64_t bytes) {
  return thread_grow(as_thread(context), block, used, bytes);
}
// As planish_fail, which cannot be told how many values there are.
PLANISH_THREAD_FUNCTION int32_t planish_thread_fail(planish_context* context,
                                                    const planish_check_site* site,
                                                    const uint64_t* values, int64_t value_count) {
  return thread_fail(as_thread(context), site, values, value_count);
}
PLANISH_THREAD_FUNCTION void planish_add_caller(planish_context* context, const char* const* path,
                                                int64_t path_count) {
  thread_add_caller(as_thread(context), path, path_count);
}
PLANISH_THREAD_FUNCTION void planish_add_place(planish_context* context, const char* const* path,
                                               int64_t path_count) {
  thread_add_place(as_thread(context), path, path_count);
}
PLANISH_THREAD_FUNCTION int32_t planish_check_stack(planish_context* context) {
  return thread_check_stack(as_thread(context));
}
PLANISH_THREAD_FUNCTION int64_t planish_stack_left(planish_context* context) {
  return thread_stack_left(as_thread(context));
}
PLANISH_THREAD_FUNCTION int32_t planish_check_cancelled(planish_context* context) {
  return thread_check_cancelled(as_thread(context));
}
// Functions of the C library: Note [Mathematics of threads].
PLANISH_THREAD_FUNCTION float planish_math_expf(float x) { return exp_f32(x); }
PLANISH_THREAD_FUNCTION float planish_math_logf(float x) { return log_f32(x); }
PLANISH_THREAD_FUNCTION float planish_math_log2f(float x) { return log2_f32(x); }
extern "C" float sinf(float);
extern "C" float cosf(float);
extern "C" __attribute__((noinline, const)) float planish_math_large_sinf(float x) {
  return sinf(x);
}
extern "C" __attribute__((noinline, const)) float planish_math_large_cosf(float x) {
  return cosf(x);
}
PLANISH_THREAD_FUNCTION float planish_math_sinf(float x) {
  return absolute(x) <= kLargestAngle ? sin_f32(x) : planish_math_large_sinf(x);
}
PLANISH_THREAD_FUNCTION float planish_math_cosf(float x) {
  return absolute(x) <= kLargestAngle ? cos_f32(x) : planish_math_large_cosf(x);
}
// As planish_tuned, with the number of the parameter.
PLANISH_THREAD_FUNCTION int64_t planish_thread_tuned(planish_context* context, int64_t number,
                                                     int64_t fallback) {
  return thread_tuned(as_thread(context), number, fallback);
}
// As planish_trace, which knows the bytes of an element.
PLANISH_THREAD_FUNCTION void planish_thread_trace(planish_context* context, const char* tag,
                                                  int32_t prim, int64_t element_bytes, int64_t rank,
                                                  const int64_t* dims, const void* data) {
  thread_trace(as_thread(context), tag, prim, element_bytes, rank, dims, data);
}
PLANISH_THREAD_FUNCTION const planish_slot* planish_thread_constants(planish_context* context) {
  return as_thread(context).constants;
}
PLANISH_THREAD_FUNCTION int64_t planish_find_row(const int64_t* offsets, int64_t rows,
                                                 int64_t item) {
  return find_row(offsets, rows, item);
}
PLANISH_THREAD_FUNCTION int64_t planish_row_length(const int64_t* offsets, int64_t rows) {
  if (rows <= 0) return 0;
  const int64_t length = offsets[1] - offsets[0];
  for (int64_t row = 1; row < rows; row++) {
    if (offsets[row + 1] - offsets[row] != length) return -1;
  }
  return length;
}
PLANISH_THREAD_FUNCTION int64_t planish_row_starts(int64_t count, const int64_t* lengths,
                                                   int64_t* starts) {
  uint64_t end = 0;
  for (int64_t row = 0; row < count; row++) {
    const int64_t length = lengths[row];
    starts[row] = static_cast<int64_t>(end);
    if (length > 0) end = smaller(end + smaller(static_cast<uint64_t>(length), kTooFar), kTooFar);
  }
  return end >= kTooFar ? -1 : static_cast<int64_t>(end);
}

// ---- Kernels

extern "C" __attribute__((always_inline)) bool planish_kernel_begin(planish_thread* thread,
                                                                    const planish_launch* launch,
                                                                    int32_t flags,
                                                                    char* stack_arena) {
  return begin_kernel(thread, launch, flags, stack_arena);
}

PLANISH_TEMPLATE planish_kernel_map(planish_context* thread, const void* closure,
                                    const planish_launch* launch, PointFunction point) {
  map({thread, closure, launch}, point);
}
PLANISH_TEMPLATE planish_kernel_map_vectors(planish_context* thread, const void* closure,
                                            const planish_launch* launch, NeighbourFunction point,
                                            int32_t width, int32_t groups) {
  map_vectors({thread, closure, launch}, point, width, groups);
}
PLANISH_TEMPLATE planish_kernel_partition_classify(planish_context* thread, const void* closure,
                                                   const planish_launch* launch,
                                                   ClassFunction classify) {
  partition_classify({thread, closure, launch}, classify);
}
PLANISH_TEMPLATE planish_kernel_partition_place(planish_context* thread, const void* closure,
                                                const planish_launch* launch, PlaceFunction place) {
  partition_place({thread, closure, launch}, place);
}

// Widths and flags are constants where a template is inlined.
#define PLANISH_TEMPLATES(WORDS)                                                                   \
  PLANISH_TEMPLATE planish_kernel_reduce_pieces_w##WORDS(                                          \
      planish_context* thread, const void* closure, const planish_launch* launch,                  \
      ElementFunction element, CombineFunction combine, NeutralFunction neutral,                   \
      FinishFunction finish, int32_t width, int32_t flags) {                                       \
    const Reduction<WORDS> reduction{                                                              \
        {{thread, closure, launch}, combine, neutral}, element, finish};                           \
    if (width == 4) {                                                                              \
      reduce_pieces<WORDS, 4>(reduction, flags);                                                   \
    } else if (width == 2) {                                                                       \
      reduce_pieces<WORDS, 2>(reduction, flags);                                                   \
    } else {                                                                                       \
      reduce_pieces<WORDS, 1>(reduction, flags);                                                   \
    }                                                                                              \
  }                                                                                                \
  PLANISH_TEMPLATE planish_kernel_reduce_rows_w##WORDS(                                            \
      planish_context* thread, const void* closure, const planish_launch* launch,                  \
      ElementFunction element, CombineFunction combine, NeutralFunction neutral,                   \
      FinishFunction finish, int32_t width, int32_t flags) {                                       \
    const Reduction<WORDS> reduction{                                                              \
        {{thread, closure, launch}, combine, neutral}, element, finish};                           \
    if (width == 4) {                                                                              \
      reduce_rows<WORDS, 4>(reduction, flags);                                                     \
    } else if (width == 2) {                                                                       \
      reduce_rows<WORDS, 2>(reduction, flags);                                                     \
    } else {                                                                                       \
      reduce_rows<WORDS, 1>(reduction, flags);                                                     \
    }                                                                                              \
  }                                                                                                \
  PLANISH_TEMPLATE planish_kernel_reduce_irregular_w##WORDS(                                       \
      planish_context* thread, const void* closure, const planish_launch* launch,                  \
      ElementFunction element, CombineFunction combine, NeutralFunction neutral,                   \
      FinishFunction finish, int32_t threads, int32_t flags) {                                     \
    const Reduction<WORDS> reduction{                                                              \
        {{thread, closure, launch}, combine, neutral}, element, finish};                           \
    if (threads == 256) {                                                                          \
      reduce_irregular<WORDS, 256>(reduction, flags);                                              \
    } else {                                                                                       \
      reduce_irregular<WORDS, 64>(reduction, flags);                                               \
    }                                                                                              \
  }                                                                                                \
  PLANISH_TEMPLATE planish_kernel_reduce_cut_w##WORDS(                                             \
      planish_context* thread, const void* closure, const planish_launch* launch,                  \
      CombineFunction combine, NeutralFunction neutral, FinishFunction finish) {                   \
    reduce_cut(Operator<WORDS>{{thread, closure, launch}, combine, neutral}, finish);              \
  }                                                                                                \
  PLANISH_TEMPLATE planish_kernel_scan_w##WORDS(                                                   \
      planish_context* thread, const void* closure, const planish_launch* launch,                  \
      ScanElementFunction element, CombineFunction combine, NeutralFunction neutral,               \
      ScanWriteFunction write, void* further, int32_t further_bytes, int32_t flags) {              \
    const ScanFunctions functions{                                                                 \
        element, combine, neutral, write, static_cast<char*>(further), further_bytes};             \
    if ((flags & PLANISH_OPERATOR_SEGMENTED) != 0) {                                               \
      scan<WORDS, Segments::Equal>({thread, closure, launch}, functions, flags);                   \
    } else {                                                                                       \
      scan<WORDS, Segments::One>({thread, closure, launch}, functions, flags);                     \
    }                                                                                              \
  }                                                                                                \
  PLANISH_TEMPLATE planish_kernel_scan_irregular_w##WORDS(                                         \
      planish_context* thread, const void* closure, const planish_launch* launch,                  \
      ScanElementFunction element, CombineFunction combine, NeutralFunction neutral,               \
      ScanWriteFunction write, void* further, int32_t further_bytes, int32_t flags) {              \
    const ScanFunctions functions{                                                                 \
        element, combine, neutral, write, static_cast<char*>(further), further_bytes};             \
    scan<WORDS, Segments::Different>({thread, closure, launch}, functions, flags);                 \
  }                                                                                                \
  PLANISH_TEMPLATE planish_kernel_hist_w##WORDS(planish_context* thread, const void* closure,      \
                                                const planish_launch* launch, BinFunction element, \
                                                UpdateFunction update, int32_t flags) {            \
    hist<WORDS>({thread, closure, launch}, element, update, flags);                                \
  }                                                                                                \
  PLANISH_TEMPLATE planish_kernel_hist_shared_w##WORDS(                                            \
      planish_context* thread, const void* closure, const planish_launch* launch,                  \
      BinFunction element, UpdateFunction update, NeutralFunction neutral,                         \
      UpdateSharedFunction update_shared, CombineFunction combine, int32_t flags) {                \
    hist_shared<WORDS>({thread, closure, launch}, element, update, neutral, update_shared,         \
                       combine, flags);                                                            \
  }                                                                                                \
  PLANISH_TEMPLATE planish_kernel_filter_w##WORDS(                                                 \
      planish_context* thread, const void* closure, const planish_launch* launch,                  \
      KeepFunction element, WriteFunction write, int32_t flags) {                                  \
    filter<WORDS>({thread, closure, launch}, element, write, flags);                               \
  }
PLANISH_FOR_ACCUMULATOR_WORDS(PLANISH_TEMPLATES)

#define PLANISH_TILE_TEMPLATES(OPERAND, WORDS)                                                    \
  PLANISH_TEMPLATE planish_kernel_product_o##OPERAND##_w##WORDS(                                  \
      planish_context* thread, const void* closure, const planish_launch* launch,                 \
      OperandFunction row, OperandFunction column, TileValueFunction value,                       \
      CombineFunction combine, NeutralFunction neutral, TileWriteFunction write, int32_t threads, \
      int32_t rows_along_steps, int32_t columns_along_steps) {                                    \
    const TileFunctions<WORDS> functions{                                                         \
        {{thread, closure, launch}, combine, neutral}, row, column, value, write};                \
    if (threads == 256) {                                                                         \
      product<OPERAND, WORDS, 256>(functions, rows_along_steps != 0, columns_along_steps != 0);   \
    } else {                                                                                      \
      product<OPERAND, WORDS, 64>(functions, rows_along_steps != 0, columns_along_steps != 0);    \
    }                                                                                             \
  }                                                                                               \
  PLANISH_TEMPLATE planish_kernel_steps_o##OPERAND##_w##WORDS(                                    \
      planish_context* thread, const void* closure, const planish_launch* launch,                 \
      OperandFunction row, OperandFunction column, TileValueFunction value,                       \
      CombineFunction combine, NeutralFunction neutral, TileWriteFunction write,                  \
      int32_t threads) {                                                                          \
    const TileFunctions<WORDS> functions{                                                         \
        {{thread, closure, launch}, combine, neutral}, row, column, value, write};                \
    if (threads == 256) {                                                                         \
      shared_steps<OPERAND, WORDS, 256>(functions);                                               \
    } else {                                                                                      \
      shared_steps<OPERAND, WORDS, 64>(functions);                                                \
    }                                                                                             \
  }
PLANISH_FOR_TILE_WORDS(PLANISH_TILE_TEMPLATES)

// ---- Kernels of the runtime

PLANISH_TEMPLATE planish_runtime_copy(planish_context*, const planish_copy_closure* closure,
                                      const planish_launch*) {
  copy(*closure);
}
PLANISH_TEMPLATE planish_runtime_transpose(planish_context*,
                                           const planish_transpose_closure* closure,
                                           const planish_launch*) {
  transpose(*closure);
}
PLANISH_TEMPLATE planish_runtime_fill(planish_context*, const planish_fill_closure* closure,
                                      const planish_launch*) {
  fill(*closure);
}
PLANISH_TEMPLATE planish_runtime_iota(planish_context*, const planish_fill_closure* closure,
                                      const planish_launch*) {
  iota(*closure);
}
PLANISH_TEMPLATE planish_runtime_row_length(planish_context*,
                                            const planish_row_length_closure* closure,
                                            const planish_launch*) {
  row_length(*closure);
}
PLANISH_TEMPLATE planish_runtime_row_starts(planish_context* thread,
                                            const planish_row_starts_closure* closure,
                                            const planish_launch* launch) {
  row_starts({thread, closure, launch});
}
PLANISH_TEMPLATE planish_runtime_shares(planish_context*, const planish_shares_closure* closure,
                                        const planish_launch*) {
  find_shares(*closure);
}
PLANISH_TEMPLATE planish_runtime_class_counts(planish_context*,
                                              const planish_class_counts_closure* closure,
                                              const planish_launch*) {
  class_counts(*closure);
}
