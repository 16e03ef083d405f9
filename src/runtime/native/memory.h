// The blocks of a context (runtime/abi.h): freed memory is kept for reuse, so that a loop which allocates and frees
// arrays neither asks the system nor touches new pages.
//
// Note [Blocks]
// Small blocks (up to kSmallLimit bytes of data) have one of some forty sizes. Threads that work for the context have a
// cache of them each and need no lock; caches that are empty or full get and give many at a time. Large blocks are kept
// by size in one place, and the one freed longest ago goes first when there are too many. A block may be freed by any
// thread: it just ends up in another cache. Where nothing is to be kept, nothing lies in these caches either.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_map>

#include "runtime/native/host.h"

// Whether this is compiled with AddressSanitizer.
#if defined(__SANITIZE_ADDRESS__)
#define PLANISH_ASAN 1
#elif defined(__has_feature)
#define PLANISH_ASAN __has_feature(address_sanitizer)
#else
#define PLANISH_ASAN 0
#endif

namespace planish::native {

// What stands before the data.
struct Block {
  planish_block visible;
  int64_t capacity;  // of data, at least visible.bytes
  uint32_t size_class;
  Block* next;  // of the same class
  Block* previous;
  Block* newer;  // large, cached: by the time of freeing
  Block* older;

  void* data() { return reinterpret_cast<std::byte*>(this) + PLANISH_BLOCK_HEADER; }
};
static_assert(sizeof(Block) <= PLANISH_BLOCK_HEADER);
static_assert(offsetof(Block, visible) == 0);

inline constexpr int64_t kSmallLimit = 32 * 1024;
inline constexpr uint32_t kSmallClasses = 36;
inline constexpr uint32_t kLargeClasses = 16 * 48;

// Small blocks for one thread.
class ThreadCache {
 public:
  struct List {
    Block* first = nullptr;
    uint32_t count = 0;
  };
  std::array<List, kSmallClasses> lists;
};

class Memory {
 public:
  Memory(int64_t cache_limit, int64_t memory_limit);
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  // Null when there is no memory. `cache` is the calling thread's, or null.
  Block* allocate(int64_t bytes, ThreadCache* cache);
  void free(Block* block, ThreadCache* cache);
  // Gives what is behind the first `bytes` bytes of data back to the system, if the block is pages of its own, and is
  // large enough to stay so.
  bool shrink(Block* block, int64_t bytes);

  // The cache of the calling thread, which works for the context now.
  ThreadCache& cache_of_this_thread();
  // That of the thread which runs the entry point, of which there is one at a time.
  ThreadCache& main_cache() { return main_cache_; }

  // What a block costs, header included.
  static int64_t bytes_of(const planish_block& block);
  // Nothing is known of constants here.
  planish_memory_statistics statistics();
  void reset_peak();
  void clear_cache();

 private:
  Block* allocate_small(uint32_t size_class, ThreadCache* cache);
  Block* allocate_large(int64_t bytes);
  void free_small_to_shared(Block* block);
  void free_large(Block* block);
  Block* take_large(uint32_t size_class);
  void forget_large(Block* block);
  // From the system, within the limit; what is cached goes if that helps.
  Block* obtain(int64_t capacity, uint32_t size_class);
  void give_back(Block* block);
  void shrink_cache_to(int64_t bytes);
  void flush(ThreadCache& cache);
  void flush_all();
  void count_use(int64_t bytes);

  const int64_t cache_limit_;
  const int64_t memory_limit_;
  std::mutex mutex_;  // for all that follows, the contents of thread caches excepted
  std::array<Block*, kSmallClasses> small_{};
  std::array<Block*, kLargeClasses> large_{};
  Block* newest_ = nullptr;
  Block* oldest_ = nullptr;
  int64_t in_use_ = 0;  // also what lies in thread caches
  int64_t cached_ = 0;
  int64_t high_water_ = 0;  // of in_use_, ever
  int64_t peak_in_use_ = 0;
  int64_t peak_reserved_ = 0;
  std::unordered_map<std::thread::id, std::unique_ptr<ThreadCache>> thread_caches_;
  ThreadCache main_cache_;
};

}  // namespace planish::native
