// The blocks of a context (runtime/abi.h): freed memory is kept for reuse, so that a loop which
// allocates and frees arrays neither asks the system nor touches new pages.
//
// Note [Blocks]
// Small blocks (up to kSmallLimit bytes of data) have one of some forty sizes. Threads that work
// for the context have a cache of them each and need no lock; caches that are empty or full get and
// give many at a time. Large blocks are kept by size in one place, and the one freed longest ago
// goes first when there are too many. A block may be freed by any thread: it just ends up in
// another cache. Where nothing is to be kept, nothing lies in these caches either.
//
// Note [Room]
// The result of a filter needs room for all items, of which only what is kept is written. Pages
// that were never written to cost nothing, so the block stays as large as it is, and is there for
// the next such result: if the rest were given back to the system, each result would be written to
// new pages, which takes longer than to filter. A block knows how many of its pages have been
// written to at some time (`touched`), and these are what it costs. Those that are behind the data
// of a block in use are spare: they count as memory that is kept, and go to the system when that is
// asked to give way.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_map>

#include "runtime/native/host.h"
#include "runtime/native/system_memory.h"

// Whether this is compiled with AddressSanitizer.
#if defined(__SANITIZE_ADDRESS__)
#define PLANISH_ASAN 1
#elif defined(__has_feature)
#define PLANISH_ASAN __has_feature(address_sanitizer)
#else
#define PLANISH_ASAN 0
#endif

namespace planish::native {

enum class BlockState : uint8_t {
  Plain,  // in use or kept
  Room,   // in use, and it is not known yet how much of it is going to be written
  Spare,  // in use, and some pages behind the data are spare
};

// What stands before the data.
struct Block {
  planish_block visible;
  int64_t capacity;  // of data, at least visible.bytes
  uint32_t touched;  // pages from the header on, if the block is pages of its own: Note [Room]
  uint16_t size_class;
  BlockState state;
  Block* next;  // of the same class
  Block* previous;
  Block* newer;  // large, of which something is kept: by time
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
  // The same for data of which perhaps only a beginning is written: Note [Room].
  Block* allocate_room(int64_t bytes, ThreadCache* cache);
  void free(Block* block, ThreadCache* cache);
  // Of a block from allocate_room() the first `bytes` bytes have been written, and no more will be.
  void settle(Block* block, int64_t bytes);
  // Would so few bytes hold more memory in it than they are worth?
  static bool is_too_roomy(const Block& block, int64_t bytes);

  // The cache of the calling thread, which works for the context now.
  ThreadCache& cache_of_this_thread();
  // That of the thread which runs the entry point, of which there is one at a time.
  ThreadCache& main_cache() { return main_cache_; }

  // Memory of others that counts against the limit; false: there is not so much.
  bool reserve(int64_t bytes);
  void unreserve(int64_t bytes);
  // What counts against the limit: also what threads keep for reuse.
  int64_t taken();
  int64_t limit() const { return memory_limit_; }
  // As planish_fail_allocation has it.
  int64_t fail_allocation(int64_t number) { return until_failure_.exchange(number); }
  // Is this the allocation that is to fail? Also for those of others.
  bool is_to_fail() {
    return until_failure_.load(std::memory_order_relaxed) != 0 && until_failure_.fetch_sub(1) == 1;
  }

  // What a block costs, header included.
  static int64_t bytes_of(const planish_block& block);
  // Nothing is known of constants here.
  planish_memory_statistics statistics();
  void reset_peak();
  void clear_cache();

 private:
  Block* allocate_small(uint32_t size_class, ThreadCache* cache);
  Block* allocate_large(int64_t bytes, BlockState state);
  void free_small_to_shared(Block* block);
  void free_large(Block* block);
  Block* take_large(uint32_t size_class, int64_t bytes, BlockState state);
  void forget_large(Block* block);
  // Blocks of which something is kept, by time.
  void enlist(Block* block);
  void delist(Block* block);
  // From the system, within the limit; what is cached goes if that helps.
  Block* obtain(int64_t capacity, uint32_t size_class, int64_t bytes, BlockState state);
  // May so much more be in use? What is cached goes if that helps.
  bool make_room(int64_t bytes);
  void give_back_oldest();
  void shrink_cache_to(int64_t bytes);
  void flush(ThreadCache& cache);
  void flush_all();
  void count_use(int64_t bytes);
  int64_t left() const { return memory_limit_ - in_use_ - reserved_; }

  const int64_t cache_limit_;
  const int64_t memory_limit_;
  std::mutex mutex_;  // for all that follows, the contents of thread caches excepted
  std::array<Block*, kSmallClasses> small_{};
  std::array<Block*, kLargeClasses> large_{};
  Block* newest_ = nullptr;
  Block* oldest_ = nullptr;
  int64_t in_use_ = 0;    // also what lies in thread caches
  int64_t reserved_ = 0;  // by others
  int64_t cached_ = 0;
  int64_t high_water_ = 0;  // of in_use_, ever
  int64_t peak_in_use_ = 0;
  int64_t peak_reserved_ = 0;
  std::unordered_map<std::thread::id, std::unique_ptr<ThreadCache>> thread_caches_;
  ThreadCache main_cache_;
  SystemMemory system_;
  std::atomic<int64_t> until_failure_ = 0;  // 0: no allocation is made to fail
};

}  // namespace planish::native
