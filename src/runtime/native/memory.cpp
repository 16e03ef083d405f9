#include "runtime/native/memory.h"

#include <sanitizer/asan_interface.h>
#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "target/memory.h"

namespace planish::native {
namespace {

constexpr int64_t kHugePage = int64_t{2} << 20;
constexpr int64_t kPage = 4096;
// Larger ones are nobody's honest wish, sums of sizes below cannot overflow, and pages can be
// counted.
constexpr int64_t kLargestBlock = int64_t{1} << 43;

// Sizes of small blocks: multiples of 64 up to 1024, then four for each power of two.
uint32_t small_class(int64_t bytes) {
  if (bytes <= 1024) return bytes <= 64 ? 0 : static_cast<uint32_t>((bytes + 63) / 64 - 1);
  const auto last = static_cast<uint64_t>(bytes - 1);
  const int power = std::bit_width(last) - 1;  // 2^power <= last < 2^(power + 1), power >= 10
  return 16 + static_cast<uint32_t>(power - 10) * 4 +
         static_cast<uint32_t>(last >> (power - 2) & 3);
}

constexpr int64_t small_capacity(uint32_t size_class) {
  if (size_class < 16) return (size_class + 1) * int64_t{64};
  const uint32_t power = 10 + (size_class - 16) / 4;
  return (5 + int64_t{(size_class - 16) % 4}) << (power - 2);
}

// Sizes of large blocks: sixteen for each power of two.
uint32_t large_class(int64_t bytes) {
  const auto last = static_cast<uint64_t>(bytes - 1);
  const int power = std::bit_width(last) - 1;
  return static_cast<uint32_t>(power) * 16 + static_cast<uint32_t>(last >> (power - 4) & 15);
}

int64_t large_capacity(uint32_t size_class) {
  return (17 + int64_t{size_class % 16}) << (size_class / 16 - 4);
}

// How many blocks of each class a thread keeps. It is looked up whenever one is given back, which is
// no time to divide.
constexpr std::array<uint32_t, kSmallClasses> kThreadCapacity = [] {
  std::array<uint32_t, kSmallClasses> all{};
  for (uint32_t size_class = 0; size_class < kSmallClasses; size_class++)
    all[size_class] =
        static_cast<uint32_t>(std::clamp(kMemory.thread_bytes / small_capacity(size_class),
                                         kMemory.thread_least, kMemory.thread_most));
  return all;
}();

bool has_pages(int64_t capacity) { return capacity >= kMemory.pages_from; }

int64_t mapped_bytes(int64_t capacity) {
  return (capacity + PLANISH_BLOCK_HEADER + kPage - 1) / kPage * kPage;
}

// The pages that so many bytes of data take: whole huge ones, if the block has these.
uint32_t pages_for(int64_t capacity, int64_t bytes) {
  const int64_t mapped = mapped_bytes(capacity);
  const int64_t page = mapped >= kMemory.huge_pages_from ? kHugePage : kPage;
  const int64_t wanted = (bytes + PLANISH_BLOCK_HEADER + page - 1) / page * page;
  return static_cast<uint32_t>(std::min(mapped, wanted) / kPage);
}

int64_t cost_for(int64_t capacity, int64_t bytes, BlockState state) {
  return has_pages(capacity) && state != BlockState::Room ? pages_for(capacity, bytes) * kPage
                                                          : capacity + PLANISH_BLOCK_HEADER;
}

int64_t spare_bytes(const Block& block) {
  if (block.state != BlockState::Spare) return 0;
  return (block.touched - pages_for(block.capacity, block.visible.bytes)) * kPage;
}

// What it costs, spare pages included.
int64_t cost(const Block& block) {
  return has_pages(block.capacity) && block.state != BlockState::Room
             ? block.touched * kPage
             : block.capacity + PLANISH_BLOCK_HEADER;
}

// For data of so many bytes.
void take_into_use(Block* block, int64_t bytes, BlockState state) {
  if (!has_pages(block->capacity)) return;
  block->state = state;
  if (state != BlockState::Room)
    block->touched = std::max(block->touched, pages_for(block->capacity, bytes));
}

// AddressSanitizer reports who touches more of the data than the first `bytes` bytes.
void allow_access(Block* block, int64_t bytes) {
  ASAN_POISON_MEMORY_REGION(block->data(), static_cast<size_t>(block->capacity));
  ASAN_UNPOISON_MEMORY_REGION(block->data(), static_cast<size_t>(bytes));
}

void* map_pages(int64_t bytes) {
  const bool huge = bytes >= kMemory.huge_pages_from;
  const auto asked = static_cast<size_t>(huge ? bytes + kHugePage : bytes);
  void* mapped = mmap(nullptr, asked, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  if (!huge) return mapped;
  // Only whole huge pages are served as such: begin at one.
  const auto begin = reinterpret_cast<uintptr_t>(mapped);
  const uintptr_t aligned = (begin + kHugePage - 1) / kHugePage * kHugePage;
  const uintptr_t end = aligned + static_cast<uintptr_t>(bytes);
  if (aligned != begin) munmap(mapped, aligned - begin);
  if (end != begin + asked) munmap(reinterpret_cast<void*>(end), begin + asked - end);
  void* result = reinterpret_cast<void*>(aligned);
  madvise(result, static_cast<size_t>(bytes), MADV_HUGEPAGE);
  return result;
}

void* system_allocate(int64_t capacity) {
  if (capacity >= kMemory.pages_from) return map_pages(mapped_bytes(capacity));
  const auto bytes = static_cast<size_t>(capacity + PLANISH_BLOCK_HEADER);
  return std::aligned_alloc(PLANISH_BLOCK_HEADER, (bytes + 63) / 64 * 64);
}

void system_free(Block* block) {
  allow_access(block, block->capacity);
  if (block->capacity >= kMemory.pages_from)
    munmap(block, static_cast<size_t>(mapped_bytes(block->capacity)));
  else
    std::free(block);
}

Block* hand_out(Block* block, int64_t bytes) {
  if (block == nullptr) return nullptr;
  block->visible = {1, bytes};
  allow_access(block, bytes);
  return block;
}

}  // namespace

Memory::Memory(int64_t cache_limit, int64_t memory_limit)
    : cache_limit_(cache_limit), memory_limit_(memory_limit) {}

Memory::~Memory() { clear_cache(); }

ThreadCache& Memory::cache_of_this_thread() {
  std::lock_guard lock(mutex_);
  std::unique_ptr<ThreadCache>& cache = thread_caches_[std::this_thread::get_id()];
  if (!cache) cache = std::make_unique<ThreadCache>();
  return *cache;
}

Block* Memory::allocate(int64_t bytes, ThreadCache* cache) {
  if (bytes < 0 || bytes > kLargestBlock || is_to_fail()) [[unlikely]]
    return nullptr;
  return hand_out(bytes <= kSmallLimit ? allocate_small(small_class(bytes), cache)
                                       : allocate_large(bytes, BlockState::Plain),
                  bytes);
}

Block* Memory::allocate_room(int64_t bytes, ThreadCache* cache) {
  if (bytes <= kSmallLimit || bytes > kLargestBlock) return allocate(bytes, cache);
  if (is_to_fail()) [[unlikely]]
    return nullptr;
  return hand_out(allocate_large(bytes, BlockState::Room), bytes);
}

void Memory::free(Block* block, ThreadCache* cache) {
  allow_access(block, 0);
  if (block->capacity > kSmallLimit) return free_large(block);
  if (cache == nullptr || cache_limit_ == 0) {
    std::lock_guard lock(mutex_);
    return free_small_to_shared(block);
  }
  ThreadCache::List& list = cache->lists[block->size_class];
  const uint32_t most = kThreadCapacity[block->size_class];
  if (list.count == most) {
    std::lock_guard lock(mutex_);
    while (list.count > most / 2) {
      Block* other = list.first;
      list.first = other->next;
      list.count--;
      free_small_to_shared(other);
    }
  }
  block->next = list.first;
  list.first = block;
  list.count++;
}

void Memory::settle(Block* block, int64_t bytes) {
  std::lock_guard lock(mutex_);
  if (block->state == BlockState::Room) {
    const uint32_t used = pages_for(block->capacity, bytes);
    in_use_ += used * kPage - cost(*block);
    block->touched = std::max(block->touched, used);
    block->state = block->touched > used ? BlockState::Spare : BlockState::Plain;
  }
  block->visible.bytes = bytes;
  allow_access(block, bytes);
  if (block->state != BlockState::Spare) return;
  cached_ += spare_bytes(*block);
  enlist(block);
  shrink_cache_to(cache_limit_);
}

bool Memory::is_too_roomy(const Block& block, int64_t bytes) {
  if (block.capacity <= kSmallLimit) return false;
  if (block.state != BlockState::Room) return bytes <= block.capacity / kMemory.roomy_pages;
  const int64_t pages = std::max(pages_for(block.capacity, bytes), block.touched);
  return bytes <= block.capacity / kMemory.roomy_block ||
         bytes <= pages * kPage / kMemory.roomy_pages;
}

// ---- Small blocks

Block* Memory::allocate_small(uint32_t size_class, ThreadCache* cache) {
  if (cache != nullptr) {
    ThreadCache::List& list = cache->lists[size_class];
    if (list.first != nullptr) [[likely]] {
      Block* block = list.first;
      list.first = block->next;
      list.count--;
      return block;
    }
  }
  std::lock_guard lock(mutex_);
  Block*& shared = small_[size_class];
  if (shared == nullptr)
    return obtain(small_capacity(size_class), size_class, 0, BlockState::Plain);
  const auto take = [&] {
    Block* block = shared;
    shared = block->next;
    cached_ -= cost(*block);
    count_use(cost(*block));
    return block;
  };
  Block* block = take();
  if (cache == nullptr) return block;
  // More of them, so that the next ones need no lock.
  ThreadCache::List& list = cache->lists[size_class];
  const uint32_t more = kThreadCapacity[size_class] / 2;
  for (uint32_t i = 0; i < more && shared != nullptr; i++) {
    Block* other = take();
    other->next = list.first;
    list.first = other;
    list.count++;
  }
  return block;
}

void Memory::free_small_to_shared(Block* block) {
  in_use_ -= cost(*block);
  if (cached_ + cost(*block) > cache_limit_) return system_free(block);
  cached_ += cost(*block);
  block->next = small_[block->size_class];
  small_[block->size_class] = block;
}

void Memory::flush(ThreadCache& cache) {
  for (ThreadCache::List& list : cache.lists) {
    for (Block* block = list.first; block != nullptr;) {
      Block* next = block->next;
      free_small_to_shared(block);
      block = next;
    }
    list = {};
  }
}

void Memory::flush_all() {
  flush(main_cache_);
  for (const auto& [thread, cache] : thread_caches_) flush(*cache);
}

// ---- Large blocks

Block* Memory::allocate_large(int64_t bytes, BlockState state) {
  const uint32_t wanted = large_class(bytes);
  std::lock_guard lock(mutex_);
  for (uint32_t size_class = wanted; size_class <= wanted + kMemory.accepted_waste; size_class++) {
    if (Block* block = take_large(size_class, bytes, state)) return block;
  }
  return obtain(large_capacity(wanted), wanted, bytes, state);
}

Block* Memory::take_large(uint32_t size_class, int64_t bytes, BlockState state) {
  Block* block = large_[size_class];
  if (block == nullptr) return nullptr;
  forget_large(block);
  take_into_use(block, bytes, state);
  if (!make_room(cost(*block))) {
    system_free(block);
    return nullptr;
  }
  count_use(cost(*block));
  return block;
}

void Memory::free_large(Block* block) {
  std::lock_guard lock(mutex_);
  in_use_ -= cost(*block) - spare_bytes(*block);
  if (block->state == BlockState::Spare) {
    cached_ -= spare_bytes(*block);
    delist(block);
  }
  // Room of which nobody said how much was written.
  if (block->state == BlockState::Room)
    block->touched = pages_for(block->capacity, block->capacity);
  block->state = BlockState::Plain;
  if (cost(*block) > cache_limit_) return system_free(block);
  shrink_cache_to(cache_limit_ - cost(*block));
  cached_ += cost(*block);
  Block*& first = large_[block->size_class];
  block->previous = nullptr;
  block->next = first;
  if (first != nullptr) first->previous = block;
  first = block;
  enlist(block);
}

// It is cached no longer.
void Memory::forget_large(Block* block) {
  (block->previous != nullptr ? block->previous->next : large_[block->size_class]) = block->next;
  if (block->next != nullptr) block->next->previous = block->previous;
  delist(block);
  cached_ -= cost(*block);
}

void Memory::enlist(Block* block) {
  block->newer = nullptr;
  block->older = newest_;
  (newest_ != nullptr ? newest_->newer : oldest_) = block;
  newest_ = block;
}

void Memory::delist(Block* block) {
  (block->newer != nullptr ? block->newer->older : newest_) = block->older;
  (block->older != nullptr ? block->older->newer : oldest_) = block->newer;
}

// ---- The system

void Memory::count_use(int64_t bytes) {
  in_use_ += bytes;
  high_water_ = std::max(high_water_, in_use_);
  peak_in_use_ = std::max(peak_in_use_, in_use_);
  peak_reserved_ = std::max(peak_reserved_, in_use_ + cached_);
}

bool Memory::make_room(int64_t bytes) {
  if (bytes > left()) return false;
  const int64_t allowed = std::max(2 * std::max(high_water_, in_use_ + bytes), kMemory.always_kept);
  shrink_cache_to(std::min(left(), allowed - in_use_) - bytes);
  return true;
}

Block* Memory::obtain(int64_t capacity, uint32_t size_class, int64_t bytes, BlockState state) {
  const int64_t cost_of_it = cost_for(capacity, bytes, state);
  if (!make_room(cost_of_it)) return nullptr;
  // Of room it is not known how much of it will be memory.
  if (state != BlockState::Room && !system_.has(cost_of_it)) {
    shrink_cache_to(0);
    if (cost_of_it > available_memory()) return nullptr;
  }
  void* memory = system_allocate(capacity);
  if (memory == nullptr && cached_ > 0) {
    shrink_cache_to(0);
    memory = system_allocate(capacity);
  }
  if (memory == nullptr) return nullptr;
  auto* block = ::new (memory) Block{};
  block->capacity = capacity;
  block->size_class = static_cast<uint16_t>(size_class);
  take_into_use(block, bytes, state);
  count_use(cost(*block));
  return block;
}

// Of what lies in the list.
void Memory::give_back_oldest() {
  Block* block = oldest_;
  if (block->state != BlockState::Spare) {
    forget_large(block);
    return system_free(block);
  }
  const int64_t spare = spare_bytes(*block);
  const int64_t end = block->touched * kPage;
  ASAN_UNPOISON_MEMORY_REGION(reinterpret_cast<std::byte*>(block) + (end - spare),
                              static_cast<size_t>(spare));
  madvise(reinterpret_cast<std::byte*>(block) + (end - spare), static_cast<size_t>(spare),
          MADV_DONTNEED);
  delist(block);
  cached_ -= spare;
  block->touched -= static_cast<uint32_t>(spare / kPage);
  block->state = BlockState::Plain;
  allow_access(block, block->visible.bytes);
}

void Memory::shrink_cache_to(int64_t bytes) {
  while (cached_ > bytes && oldest_ != nullptr) give_back_oldest();
  for (uint32_t size_class = kSmallClasses; cached_ > bytes && size_class-- > 0;) {
    while (cached_ > bytes && small_[size_class] != nullptr) {
      Block* block = small_[size_class];
      small_[size_class] = block->next;
      cached_ -= cost(*block);
      system_free(block);
    }
  }
}

bool Memory::reserve(int64_t bytes) {
  std::lock_guard lock(mutex_);
  if (bytes > left()) return false;
  reserved_ += bytes;
  shrink_cache_to(left());
  return true;
}

void Memory::unreserve(int64_t bytes) {
  std::lock_guard lock(mutex_);
  reserved_ -= bytes;
}

int64_t Memory::taken() {
  std::lock_guard lock(mutex_);
  return in_use_ + reserved_;
}

int64_t Memory::bytes_of(const planish_block& block) {
  return cost(reinterpret_cast<const Block&>(block));
}

planish_memory_statistics Memory::statistics() {
  std::lock_guard lock(mutex_);
  int64_t in_thread_caches = 0;
  const auto add = [&](const ThreadCache& cache) {
    for (uint32_t i = 0; i < kSmallClasses; i++)
      in_thread_caches += cache.lists[i].count * (small_capacity(i) + PLANISH_BLOCK_HEADER);
  };
  add(main_cache_);
  for (const auto& [thread, cache] : thread_caches_) add(*cache);
  return {in_use_ - in_thread_caches,
          peak_in_use_,
          cached_ + in_thread_caches,
          peak_reserved_,
          0,
          0,
          0,
          0};
}

void Memory::reset_peak() {
  std::lock_guard lock(mutex_);
  // What threads keep for reuse counts as in use, but nobody uses it.
  flush_all();
  peak_in_use_ = in_use_;
  peak_reserved_ = in_use_ + cached_;
}

void Memory::clear_cache() {
  std::lock_guard lock(mutex_);
  flush_all();
  shrink_cache_to(0);
}

}  // namespace planish::native
