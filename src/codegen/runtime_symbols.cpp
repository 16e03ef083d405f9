#include "codegen/runtime_symbols.h"

#include "runtime/abi.h"

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
      entry("planish_tuned", planish_tuned),
      entry("planish_parallel_for", planish_parallel_for),
      entry("planish_row_length", planish_row_length),
      entry("planish_find_row", planish_find_row),
      entry("planish_parallel_rows", planish_parallel_rows),
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
  };
  return symbols;
}

}  // namespace planish::codegen
