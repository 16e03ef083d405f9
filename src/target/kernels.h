// How many blocks of kernels a multiprocessor of a GPU shall have room for. Code generation limits
// registers by these figures, and blocks of the runtime are no larger than they say.
#pragma once

#include <cstdint>

namespace planish {

struct KernelFigures {
  // No kernel is launched with larger blocks: registers for each thread against threads that can
  // wait for each other.
  int32_t block_threads = 256;
  // Of kernels that mostly wait for memory, such as scans, filters and copies, so many keep it busy;
  // more would leave too few registers (64 are left for a thread).
  int32_t for_memory = 4;
  // The same if threads keep more: accumulators of several words, or further results.
  int32_t for_memory_with_more = 3;
  // Products keep a square of sums in registers, and one block computes while the other one reads.
  int32_t for_products = 2;
};
inline constexpr KernelFigures kKernels;

}  // namespace planish
