#include "support/arena.h"

#include <sys/mman.h>

namespace planish {

void* Arena::allocate_slow(size_t size, size_t align) {
  constexpr size_t kHugePage = size_t{2} << 20;
  size_t bytes = std::max(block_size_, size + align);
  std::byte* block = nullptr;
  if (bytes >= kHugePage) {
    bytes = (bytes + kHugePage - 1) & ~(kHugePage - 1);
    block = static_cast<std::byte*>(std::aligned_alloc(kHugePage, bytes));
    // A wish: without huge pages everything works the same, with more page faults.
    if (block != nullptr) madvise(block, bytes, MADV_HUGEPAGE);
  } else {
    block = static_cast<std::byte*>(std::malloc(bytes));
  }
  if (block == nullptr) throw std::bad_alloc();
  blocks_.push_back({std::unique_ptr<std::byte, Free>(block), bytes});
  block_size_ = std::min(block_size_ * 2, kLargestBlock);
  next_ = reinterpret_cast<uintptr_t>(block);
  end_ = next_ + bytes;
  return allocate(size, align);
}

}  // namespace planish
