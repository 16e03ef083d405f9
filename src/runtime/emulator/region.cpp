#include "runtime/emulator/region.h"

#include <sanitizer/asan_interface.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>

namespace planish::emulator {
namespace {

constexpr size_t kReserved = size_t{1} << 36;
constexpr size_t kAlignment = 256;
constexpr size_t kBetween = 64;
// The beginning of the range, of which so much at a time is opened; and the blocks that lie there.
constexpr size_t kSmallBlocks = size_t{2} << 20;
constexpr size_t kSmallStep = size_t{64} << 10;
constexpr size_t kSmall = size_t{64} << 10;
// The rest of the range is opened and closed by large pages.
constexpr size_t kLargePage = size_t{2} << 20;
// So much of a new block is filled.
constexpr size_t kFilled = size_t{1} << 16;
constexpr int kFiller = 0xA5;
// The large pages of freed blocks from this size on go back to the system.
constexpr size_t kLarge = 2 * kLargePage;

size_t rounded_up(size_t bytes, size_t to) { return (bytes + to - 1) / to * to; }

}  // namespace

Region::Region(Protection protection, int64_t bytes) : protection_(protection) {
  // Address space may be limited.
  for (reserved_ = kReserved; reserved_ > kSmallBlocks; reserved_ /= 2) {
    mapped_ = reserved_ + kLargePage;
    void* memory =
        mmap(nullptr, mapped_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) continue;
    memory_ = memory;
    base_ =
        reinterpret_cast<std::byte*>(rounded_up(reinterpret_cast<uintptr_t>(memory), kLargePage));
    top_ = kSmallBlocks;
    // Where there are no large pages, it takes more time.
    madvise(base_ + kSmallBlocks, reserved_ - kSmallBlocks, MADV_HUGEPAGE);
    limit_ = std::min(bytes, static_cast<int64_t>(reserved_));
    return;
  }
  reserved_ = 0;
}

Region::~Region() {
  if (base_ == nullptr) return;
  ASAN_UNPOISON_MEMORY_REGION(base_, top_);
  munmap(memory_, mapped_);
}

void* Region::allocate(int64_t bytes, Movable movable) {
  std::lock_guard lock(mutex_);
  if (bytes > limit_) return nullptr;
  const bool has_pages = movable == Movable::Yes;
  const size_t alignment = has_pages ? size_t{kPage} : kAlignment;
  const auto asked = static_cast<size_t>(std::max<int64_t>(1, bytes));
  const size_t size = rounded_up(asked + kBetween, alignment);
  if (!has_room(size)) return nullptr;
  std::byte* block = nullptr;
  if (std::vector<std::byte*>& same = (has_pages ? freed_movable_ : freed_)[size]; !same.empty()) {
    block = same.back();
    same.pop_back();
  } else {
    block = take_new(size, alignment);
    if (block == nullptr) return nullptr;
  }
  sizes_[block] = {size, asked, movable};
  in_use_ += static_cast<int64_t>(size);
  ASAN_POISON_MEMORY_REGION(block, size);
  ASAN_UNPOISON_MEMORY_REGION(block, asked);
  new_.emplace_back(block, std::min(asked, kFilled));
  if (opened_ > 0) fill_new();
  return block;
}

std::byte* Region::take_new(size_t size, size_t alignment) {
  const size_t small_end = rounded_up(small_top_, alignment) + size;
  const bool is_small = size <= kSmall && small_end <= kSmallBlocks;
  size_t& top = is_small ? small_top_ : top_;
  const size_t end = rounded_up(top, alignment) + size;
  if (!is_small && end > reserved_) return nullptr;
  std::byte* block = base_ + end - size;
  top = end;
  if (is_open()) set_access(PROT_READ | PROT_WRITE);
  return block;
}

// To all that was ever used and has memory.
void Region::set_access(int access) const {
  if (small_top_ > 0) mprotect(base_, rounded_up(small_top_, kSmallStep), access);
  if (top_ > kSmallBlocks)
    mprotect(base_ + kSmallBlocks, rounded_up(top_ - kSmallBlocks, kLargePage), access);
  if (access == PROT_NONE) return;
  for (void* address : without_memory_) set_access_of(address, PROT_NONE);
}

void Region::set_access_of(const void* address, int access) const {
  mprotect(const_cast<void*>(address), sizes_.at(address).whole, access);
}

std::optional<Region::Block> Region::block_at(const void* address) const {
  std::lock_guard lock(mutex_);
  const auto* at = static_cast<const std::byte*>(address);
  for (const auto& [block, sizes] : sizes_) {
    const auto* start = static_cast<const std::byte*>(block);
    if (at >= start && at < start + sizes.whole) return Block{start, sizes.used};
  }
  return std::nullopt;
}

void Region::free(void* address) {
  std::lock_guard lock(mutex_);
  const auto known = sizes_.find(address);
  if (known == sizes_.end()) return;
  const auto [size, used, movable] = known->second;
  if (without_memory_.erase(address) == 0)
    in_use_ -= static_cast<int64_t>(size);
  else if (is_open())
    set_access_of(address, PROT_READ | PROT_WRITE);
  sizes_.erase(known);
  if (size >= kLarge) {
    const auto begin = rounded_up(reinterpret_cast<uintptr_t>(address), kLargePage);
    const auto end = (reinterpret_cast<uintptr_t>(address) + size) / kLargePage * kLargePage;
    madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
  }
  ASAN_POISON_MEMORY_REGION(address, size);
  (movable == Movable::Yes ? freed_movable_ : freed_)[size].push_back(
      static_cast<std::byte*>(address));
}

void Region::take_memory(void* address) {
  std::lock_guard lock(mutex_);
  const Sizes& sizes = sizes_.at(address);
  if (!without_memory_.insert(address).second) return;
  in_use_ -= static_cast<int64_t>(sizes.whole);
  ASAN_POISON_MEMORY_REGION(address, sizes.whole);
  madvise(address, sizes.whole, MADV_DONTNEED);
  set_access_of(address, PROT_NONE);
}

bool Region::give_memory(void* address) {
  std::lock_guard lock(mutex_);
  const Sizes& sizes = sizes_.at(address);
  if (!has_room(sizes.whole)) return false;
  if (without_memory_.erase(address) == 0) return true;
  in_use_ += static_cast<int64_t>(sizes.whole);
  ASAN_UNPOISON_MEMORY_REGION(address, sizes.used);
  new_.emplace_back(address, std::min(sizes.used, kFilled));
  if (is_open()) set_access_of(address, PROT_READ | PROT_WRITE);
  if (opened_ > 0) fill_new();
  return true;
}

void Region::set_used(void* address, int64_t bytes) {
  std::lock_guard lock(mutex_);
  const auto known = sizes_.find(address);
  if (known == sizes_.end()) return;
  known->second.used = static_cast<size_t>(bytes);
  ASAN_POISON_MEMORY_REGION(address, known->second.whole);
  ASAN_UNPOISON_MEMORY_REGION(address, static_cast<size_t>(bytes));
}

void Region::open() {
  std::lock_guard lock(mutex_);
  if (opened_++ > 0) return;
  if (protection_ == Protection::On) set_access(PROT_READ | PROT_WRITE);
  fill_new();
}

void Region::fill_new() {
  for (const auto& [block, bytes] : new_) {
    const auto known = sizes_.find(block);
    if (known == sizes_.end() || without_memory_.contains(block)) continue;
    // Behind what is used, too.
    ASAN_UNPOISON_MEMORY_REGION(block, bytes);
    std::memset(block, kFiller, bytes);
    ASAN_POISON_MEMORY_REGION(block, bytes);
    ASAN_UNPOISON_MEMORY_REGION(block, known->second.used);
  }
  new_.clear();
}

void Region::close() {
  std::lock_guard lock(mutex_);
  if (--opened_ == 0 && protection_ == Protection::On) set_access(PROT_NONE);
}

}  // namespace planish::emulator
