// A bump allocator. Nodes live as long as the arena; destructors never run, so only trivially
// destructible types may be made in it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace planish {

class Arena {
 public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  void* allocate(size_t size, size_t align) {
    uintptr_t at = (next_ + (align - 1)) & ~(uintptr_t{align} - 1);
    if (at + size > end_) return allocate_slow(size, align);
    next_ = at + size;
    return reinterpret_cast<void*>(at);
  }

  template <class T, class... Args>
  T* make(Args&&... args) {
    static_assert(std::is_trivially_destructible_v<T>);
    return ::new (allocate(sizeof(T), alignof(T))) T{std::forward<Args>(args)...};
  }

  template <class T>
  std::span<T> make_array(size_t count) {
    static_assert(std::is_trivially_destructible_v<T>);
    if (count == 0) return {};
    T* data = static_cast<T*>(allocate(sizeof(T) * count, alignof(T)));
    for (size_t i = 0; i < count; i++) ::new (data + i) T{};
    return {data, count};
  }

  template <class T>
  std::span<T> copy(std::span<const T> from) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (from.empty()) return {};
    T* data = static_cast<T*>(allocate(sizeof(T) * from.size(), alignof(T)));
    std::memcpy(static_cast<void*>(data), from.data(), sizeof(T) * from.size());
    return {data, from.size()};
  }
  template <class T>
  std::span<T> copy(const std::vector<T>& from) {
    return copy(std::span<const T>(from));
  }
  template <class T>
  std::span<T> copy(std::initializer_list<T> from) {
    return copy(std::span<const T>(from.begin(), from.size()));
  }
  // Was it allocated here?
  bool owns(const void* address) const {
    const auto* at = static_cast<const std::byte*>(address);
    return std::ranges::any_of(blocks_, [at](const Block& block) {
      return std::less_equal<>{}(block.begin.get(), at) &&
             std::less<>{}(at, block.begin.get() + block.size);
    });
  }
  std::string_view copy(std::string_view text) {
    if (text.empty()) return {};
    char* data = static_cast<char*>(allocate(text.size(), 1));
    std::memcpy(data, text.data(), text.size());
    return {data, text.size()};
  }

 private:
  // Small programs need little; large ones are spared page faults by large blocks.
  static constexpr size_t kFirstBlock = size_t{256} << 10;
  static constexpr size_t kLargestBlock = size_t{32} << 20;

  struct Free {
    void operator()(std::byte* block) const { std::free(block); }
  };
  struct Block {
    std::unique_ptr<std::byte, Free> begin;
    size_t size;
  };

  void* allocate_slow(size_t size, size_t align);

  uintptr_t next_ = 0;
  uintptr_t end_ = 0;
  size_t block_size_ = kFirstBlock;
  std::vector<Block> blocks_;
};

}  // namespace planish
