// The memory of the emulated device.
//
// Note [Closed memory]
// Host code must not touch it, as on a real device it could not. All of it is one range of addresses
// that is open to access only while a kernel or a copy of the driver runs, so that a load in host
// code faults at once. To open and close it takes time for each page. So small blocks lie together at the
// beginning, and the rest of the range has pages of 2 MiB, where the system has such. Movable blocks have pages of
// their own, which are closed while their memory is taken away, whatever else is open.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace planish::emulator {

enum class Protection : uint8_t { Off, On };
enum class Movable : uint8_t { No, Yes };

class Region {
 public:
  Region(Protection protection, int64_t bytes);
  ~Region();
  Region(const Region&) = delete;
  Region& operator=(const Region&) = delete;

  static constexpr int64_t kPage = 4096;

  int64_t bytes() const { return limit_; }
  // Aligned to 256; null if there is no room. Every block is followed by bytes of none; where
  // AddressSanitizer watches, it knows blocks. What lies in a new block is nothing that anybody would
  // expect.
  void* allocate(int64_t bytes, Movable movable = Movable::No);
  void free(void* address);
  // Of a movable block. Until it is given memory, which may be refused, nobody can touch it.
  void take_memory(void* address);
  bool give_memory(void* address);
  // How much of a block is an array; none: it is free, but kept.
  void set_used(void* address, int64_t bytes);

  void open();
  void close();

  // Where an address lies in the range; nothing: it is another address. While the region is open.
  std::optional<size_t> offset_of(const void* address) const {
    const auto offset = reinterpret_cast<uintptr_t>(address) - reinterpret_cast<uintptr_t>(base_);
    return offset < reserved_ ? std::optional<size_t>(offset) : std::nullopt;
  }
  struct Block {
    const std::byte* start = nullptr;
    size_t bytes = 0;
  };
  // The block in which an address is.
  std::optional<Block> block_at(const void* address) const;

 private:
  struct Sizes {
    size_t whole = 0;
    size_t used = 0;
    Movable movable = Movable::No;
  };

  std::byte* take_new(size_t size, size_t alignment);
  bool has_room(size_t size) const { return size <= static_cast<size_t>(limit_ - in_use_); }
  bool is_open() const { return opened_ > 0 || protection_ == Protection::Off; }
  void set_access_of(const void* address, int access) const;
  void set_access(int access) const;
  void fill_new();

  const Protection protection_;
  int64_t limit_ = 0;       // of blocks in use
  void* memory_ = nullptr;  // all that is mapped
  size_t mapped_ = 0;
  std::byte* base_ = nullptr;  // aligned to large pages
  size_t reserved_ = 0;
  mutable std::mutex mutex_;  // for what follows
  size_t small_top_ = 0;      // never used from here on, up to the end of the part for small blocks
  size_t top_ = 0;            // never used from here on
  int64_t in_use_ = 0;
  int opened_ = 0;
  std::unordered_map<size_t, std::vector<std::byte*>> freed_;  // by size
  std::unordered_map<size_t, std::vector<std::byte*>> freed_movable_;
  std::unordered_map<const void*, Sizes> sizes_;
  std::unordered_set<void*> without_memory_;
  std::vector<std::pair<void*, size_t>> new_;  // to be filled when the region is opened
};

// Open for as long as a scope lasts.
class OpenRegion {
 public:
  explicit OpenRegion(Region& region) : region_(region) { region_.open(); }
  ~OpenRegion() { region_.close(); }
  OpenRegion(const OpenRegion&) = delete;
  OpenRegion& operator=(const OpenRegion&) = delete;

 private:
  Region& region_;
};

}  // namespace planish::emulator
