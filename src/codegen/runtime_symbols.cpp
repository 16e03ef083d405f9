#include "codegen/runtime_symbols.h"

#include "runtime/abi.h"
#include "runtime/device_abi.h"
#include "runtime/device_operators.h"
#include "runtime/emulator/intrinsics.h"
#include "runtime/foreign_abi.h"

namespace planish::codegen {
namespace {

template <class Function>
RuntimeSymbol entry(const char* name, Function* function) {
  return {name, reinterpret_cast<void*>(function)};
}

}  // namespace

std::span<const RuntimeSymbol> runtime_symbols() {
  static const RuntimeSymbol symbols[] = {
      entry("planish_allocate", planish_allocate),
      entry("planish_free", planish_free),
      entry("planish_grow", planish_grow),
      entry("planish_fail", planish_fail),
      entry("planish_add_caller", planish_add_caller),
      entry("planish_check_stack", planish_check_stack),
      entry("planish_add_place", planish_add_place),
      entry("planish_stack_left", planish_stack_left),
      entry("planish_row_starts", planish_row_starts),
      entry("planish_check_cancelled", planish_check_cancelled),
      entry("planish_trace", planish_trace),
      entry("planish_foreign_begin", planish_foreign_begin),
      entry("planish_foreign_end", planish_foreign_end),
      entry("planish_foreign_lock", planish_foreign_lock),
      entry("planish_foreign_unlock", planish_foreign_unlock),
      entry("planish_perform", planish_perform),
      entry("planish_begin_step", planish_begin_step),
      entry("planish_repeat_step", planish_repeat_step),
      entry("planish_end_chunk", planish_end_chunk),
      entry("planish_tuned", planish_tuned),
      entry("planish_threshold", planish_threshold),
      entry("planish_parallel_for", planish_parallel_for),
      entry("planish_row_length", planish_row_length),
      entry("planish_find_row", planish_find_row),
      entry("planish_parallel_rows", planish_parallel_rows),
      entry("planish_write_in_order", planish_write_in_order),
      entry("planish_reduce", planish_reduce),
      entry("planish_reduce_rows", planish_reduce_rows),
      entry("planish_scan", planish_scan),
      entry("planish_scan_rows", planish_scan_rows),
      entry("planish_hist", planish_hist),
      entry("planish_filter", planish_filter),
      entry("planish_flat_map", planish_flat_map),
      entry("planish_partition", planish_partition),
      entry("planish_run_deep", planish_run_deep),
      entry("planish_constants", planish_constants),
      // What host code of programs for GPUs calls.
      entry("planish_foreign_show", planish_foreign_show),
      entry("planish_device_allocate", planish_device_allocate),
      entry("planish_device_free", planish_device_free),
      entry("planish_device_read", planish_device_read),
      entry("planish_device_write", planish_device_write),
      entry("planish_device_copy", planish_device_copy),
      entry("planish_device_fill", planish_device_fill),
      entry("planish_device_iota", planish_device_iota),
      entry("planish_device_trace", planish_device_trace),
      entry("planish_device_fail", planish_device_fail),
      entry("planish_device_settle", planish_device_settle),
      entry("planish_device_begin_try", planish_device_begin_try),
      entry("planish_device_end_try", planish_device_end_try),
      entry("planish_device_enter", planish_device_enter),
      entry("planish_device_leave", planish_device_leave),
      entry("planish_device_row_length", planish_device_row_length),
      entry("planish_device_row_starts", planish_device_row_starts),
      entry("planish_device_map", planish_device_map),
      entry("planish_device_map_in_place", planish_device_map_in_place),
      entry("planish_device_map_before", planish_device_map_before),
      entry("planish_device_map_vectors", planish_device_map_vectors),
      entry("planish_device_reduce", planish_device_reduce),
      entry("planish_device_reduce_rows", planish_device_reduce_rows),
      entry("planish_device_scan", planish_device_scan),
      entry("planish_device_scan_rows", planish_device_scan_rows),
      entry("planish_device_hist", planish_device_hist),
      entry("planish_device_filter", planish_device_filter),
      entry("planish_device_partition", planish_device_partition),
      // What kernels of the emulator call.
      entry("planish_emulator_thread", planish_emulator_thread),
      entry("planish_emulator_threads", planish_emulator_threads),
      entry("planish_emulator_block", planish_emulator_block),
      entry("planish_emulator_blocks", planish_emulator_blocks),
      entry("planish_emulator_barrier", planish_emulator_barrier),
      entry("planish_emulator_barrier_or", planish_emulator_barrier_or),
      entry("planish_emulator_shuffle_up", planish_emulator_shuffle_up),
      entry("planish_emulator_shuffle_down", planish_emulator_shuffle_down),
      entry("planish_emulator_shuffle", planish_emulator_shuffle),
      entry("planish_emulator_ballot", planish_emulator_ballot),
      entry("planish_emulator_warp_barrier", planish_emulator_warp_barrier),
      entry("planish_emulator_shared", planish_emulator_shared),
      entry("planish_emulator_pause", planish_emulator_pause),
      entry("planish_emulator_fence", planish_emulator_fence),
      entry("planish_emulator_stack", planish_emulator_stack),
      entry("planish_emulator_watch_read", planish_emulator_watch_read),
      entry("planish_emulator_watch_write", planish_emulator_watch_write),
      entry("planish_emulator_watch_atomic", planish_emulator_watch_atomic),
  };
  return symbols;
}

}  // namespace planish::codegen
