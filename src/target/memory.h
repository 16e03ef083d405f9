// By what the memory of compiled programs decides which blocks it keeps, and where it gets them.
#pragma once

#include <cstdint>

namespace planish {

struct MemoryFigures {
  // From this size on, memory comes in pages from the system: they can be given back one by one, but
  // asking takes some microseconds. From the second on with a request for huge ones.
  int64_t pages_from = int64_t{1} << 20;
  int64_t huge_pages_from = int64_t{4} << 20;
  // How many bytes of one size a thread keeps, and how many blocks at most and at least: memory that
  // nobody else can have against a lock.
  int64_t thread_bytes = 256 * 1024;
  int64_t thread_most = 256;
  int64_t thread_least = 8;
  // A large block that is up to this many classes (sixteenths of its size) larger than asked for
  // will do: waste against new pages.
  uint32_t accepted_waste = 4;
  // What is kept makes the whole at most twice as large as what was in use at some time, unless it is
  // less than this; and never more than the second, unless a configuration says so.
  int64_t always_kept = int64_t{64} << 20;
  int64_t most_kept = int64_t{4} << 30;
  // Data should fill one part in so many of their block, and of those of its pages that cost memory;
  // otherwise they are copied to a smaller one.
  int64_t roomy_block = 32;
  int64_t roomy_pages = 4;
};
inline constexpr MemoryFigures kMemory;

}  // namespace planish
