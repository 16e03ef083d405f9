#include "runtime/device/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace planish::device {
namespace {

constexpr int64_t kAlignment = 256;
// Larger ones are nobody's honest wish, and sums of sizes below cannot overflow.
constexpr int64_t kLargestBlock = int64_t{1} << 43;

// Multiples of 256 up to 4 KiB, then eight sizes for each power of two.
int64_t capacity_for(int64_t bytes) {
  const int64_t least = std::max<int64_t>(bytes, 1);
  if (least <= 4096) return (least + kAlignment - 1) / kAlignment * kAlignment;
  const int power = std::bit_width(static_cast<uint64_t>(least - 1)) - 1;
  const int64_t step = int64_t{1} << (power - 3);
  return (least + step - 1) / step * step;
}

int64_t rounded_up(int64_t bytes, int64_t unit) { return (bytes + unit - 1) / unit * unit; }

// Addresses lie where addresses do.
template <class Function>
void for_each_word(const void* words, int64_t bytes, Function&& function) {
  const auto* from = static_cast<const std::byte*>(words);
  for (int64_t at = 0; at + int64_t{sizeof(uintptr_t)} <= bytes; at += sizeof(uintptr_t)) {
    uintptr_t word = 0;
    std::memcpy(&word, from + at, sizeof word);
    function(word);
  }
}

}  // namespace

DeviceMemory::DeviceMemory(Driver& driver, const DeviceMemoryLimits& limits,
                           std::function<void()> poll)
    : driver_(driver), limits_(limits), residence_(driver, std::move(poll)) {}

DeviceMemory::~DeviceMemory() { clear_cache(); }

bool DeviceMemory::is_movable(int64_t capacity) const {
  const int64_t from = driver_.limits().movable_from;
  return from > 0 && capacity >= from;
}

DeviceBlock* DeviceMemory::allocate(int64_t bytes, Result& failure) {
  failure = Result::out_of_memory("");
  if (bytes < 0 || bytes > kLargestBlock) return nullptr;
  std::lock_guard lock(mutex_);
  if (headers_.empty()) headers_.push_back(std::make_unique<DeviceBlock>());
  DeviceBlock& block = *headers_.back();
  int64_t capacity = capacity_for(bytes);
  if (is_movable(capacity)) capacity = rounded_up(capacity, driver_.limits().movable_unit);
  failure = make_room(capacity);
  if (!failure.is_good()) return nullptr;
  if (!take_kept(capacity, block)) {
    failure = obtain(capacity, block);
    if (!failure.is_good()) return nullptr;
  }
  block.visible.references = 1;
  block.visible.bytes = bytes;
  block.capacity = capacity;
  if (block.slab != nullptr) block.slab->in_use++;
  count_use(capacity);
  driver_.set_used(block.visible.data, capacity, bytes);
  if (is_movable(capacity)) residence_.add(block);
  DeviceBlock* given = headers_.back().release();
  headers_.pop_back();
  return given;
}

void DeviceMemory::free(DeviceBlock* block) {
  std::lock_guard lock(mutex_);
  std::unique_ptr<DeviceBlock> header(block);
  if (block->place.is_movable) residence_.remove(*block);
  const Kept kept{block->visible.data, block->capacity, block->slab};
  if (!block->place.is_on_device) {
    on_host_ -= kept.capacity;
    driver_.free(kept.data);
  } else {
    in_use_ -= kept.capacity;
    driver_.set_used(kept.data, kept.capacity, 0);
    keep(kept);
  }
  *header = {};
  headers_.push_back(std::move(header));
}

void DeviceMemory::keep(const Kept& kept) {
  if (kept.slab != nullptr) {
    kept.slab->in_use--;
    cached_ += kept.capacity;
    kept_in_slabs_[kept.capacity].push_back(kept);
  } else if (kept.capacity > limits_.cache) {
    driver_.free(kept.data);
  } else {
    shrink_cache_to(limits_.cache - kept.capacity);
    cached_ += kept.capacity;
    kept_.push_front(kept);
    kept_by_size_[kept.capacity].push_back(kept_.begin());
  }
}

bool DeviceMemory::take_kept(int64_t capacity, DeviceBlock& block) {
  const auto take = [&](const Kept& kept) {
    block.visible.data = kept.data;
    block.slab = kept.slab;
    cached_ -= capacity;
    return true;
  };
  if (const auto in_slabs = kept_in_slabs_.find(capacity);
      in_slabs != kept_in_slabs_.end() && !in_slabs->second.empty()) {
    const Kept kept = in_slabs->second.back();
    in_slabs->second.pop_back();
    return take(kept);
  }
  const auto single = kept_by_size_.find(capacity);
  if (single == kept_by_size_.end() || single->second.empty()) return false;
  const KeptList::iterator newest = single->second.back();
  single->second.pop_back();
  const Kept kept = *newest;
  kept_.erase(newest);
  return take(kept);
}

Result DeviceMemory::obtain(int64_t capacity, DeviceBlock& block) {
  block.slab = nullptr;
  if (capacity < driver_.limits().slab_limit) return cut_from_slab(capacity, block);
  return ask_driver(capacity, Room::Made, [&] {
    return is_movable(capacity) ? driver_.allocate_movable(capacity, &block.visible.data)
                                : driver_.allocate(capacity, &block.visible.data);
  });
}

Result DeviceMemory::cut_from_slab(int64_t capacity, DeviceBlock& block) {
  if (slabs_.empty() || slabs_.back()->taken + capacity > slabs_.back()->bytes) {
    auto slab = std::make_unique<Slab>();
    slab->bytes = driver_.limits().slab_bytes;
    slabs_.reserve(slabs_.size() + 1);
    Result result = ask_driver(slab->bytes, Room::AsItIs,
                               [&] { return driver_.allocate(slab->bytes, &slab->data); });
    // What is left of memory may be enough for the block alone.
    if (result.is_out_of_memory()) {
      return ask_driver(capacity, Room::Made,
                        [&] { return driver_.allocate(capacity, &block.visible.data); });
    }
    if (!result.is_good()) return result;
    cached_ += slab->bytes;
    slabs_.push_back(std::move(slab));
  }
  Slab& slab = *slabs_.back();
  block.slab = &slab;
  block.visible.data = static_cast<std::byte*>(slab.data) + slab.taken;
  slab.taken += capacity;
  cached_ -= capacity;
  return {};
}

// ---- Room

// So much more may be in use on the device: arrays are moved to the host, if that is enough.
Result DeviceMemory::make_room(int64_t bytes) {
  const auto left = [&] { return limits_.memory - in_use_; };
  if (bytes <= left()) return {};
  residence_.watch();
  if (bytes > left() + residence_.movable_bytes()) return Result::out_of_memory("");
  while (bytes > left()) {
    if (Result moved = move_one_to_host(); !moved.is_good()) return moved;
  }
  return {};
}

// There is room among what is in use. What is kept goes if that helps, and then arrays.
Result DeviceMemory::ask_driver(int64_t bytes, Room room, const Ask& ask) {
  const auto allowed = [&] { return limits_.memory - in_use_ - bytes; };
  if (allowed() < cached_) shrink_cache_to(std::max<int64_t>(0, allowed()));
  if (allowed() < cached_) give_back_slabs();
  while (allowed() < cached_) {
    if (room == Room::AsItIs) return Result::out_of_memory("");
    if (Result moved = move_one_to_host(); !moved.is_good()) return moved;
  }
  Result result = ask();
  if (result.is_out_of_memory() && cached_ > 0) {
    shrink_cache_to(0);
    give_back_slabs();
    result = ask();
  }
  while (result.is_out_of_memory() && room == Room::Made) {
    residence_.watch();
    Result moved = move_one_to_host();
    if (!moved.is_good()) return moved.is_out_of_memory() ? result : moved;
    result = ask();
  }
  return result;
}

// ---- Moving: Note [Eviction]

Result DeviceMemory::move_one_to_host() {
  DeviceBlock* block = residence_.victim();
  return block == nullptr ? Result::out_of_memory("") : move_to_host(*block);
}

Result DeviceMemory::move_to_host(DeviceBlock& block) {
  Result moved = residence_.move_to_host(block);
  if (!moved.is_good()) return moved;
  in_use_ -= block.capacity;
  on_host_ += block.capacity;
  return {};
}

Result DeviceMemory::bring_back(DeviceBlock& block) {
  Result result = make_room(block.capacity);
  if (result.is_good())
    result = ask_driver(block.capacity, Room::Made, [&] { return residence_.bring_back(block); });
  if (block.place.is_on_device) {
    on_host_ -= block.capacity;
    count_use(block.capacity);
  }
  if (result.is_out_of_memory())
    return Result::out_of_memory(
        fmt::format("out of memory: an array of {} bytes cannot be brought back to the device, "
                    "where {} of {} bytes are in use",
                    block.visible.bytes, in_use_, limits_.memory));
  return result;
}

Result DeviceMemory::hold(const void* words, int64_t bytes, Access access,
                          std::vector<DeviceBlock*>& held) {
  std::lock_guard lock(mutex_);
  residence_.advance();
  // All are held before one of them comes back, so that none makes room for another.
  const size_t first = held.size();
  for_each_word(words, bytes, [&](uintptr_t word) {
    DeviceBlock* block = residence_.find(word);
    if (block == nullptr) return;
    held.push_back(block);
    block->place.holds++;
  });
  if (driver_.limits().moves_all) {
    if (Result moved = move_all_to_host(); !moved.is_good()) return moved;
  }
  for (size_t i = first; i < held.size(); i++) {
    DeviceBlock& block = *held[i];
    if (!block.place.is_on_device) {
      if (Result back = bring_back(block); !back.is_good()) return back;
    }
    residence_.note_use(block, access);
  }
  return {};
}

Result DeviceMemory::move_all_to_host() {
  while (DeviceBlock* block = residence_.victim()) {
    if (Result moved = move_to_host(*block); !moved.is_good()) return moved;
  }
  return {};
}

void DeviceMemory::release(const std::vector<DeviceBlock*>& held) {
  std::lock_guard lock(mutex_);
  for (DeviceBlock* block : held) block->place.holds--;
}

Result DeviceMemory::pin(const void* words, int64_t bytes) {
  std::lock_guard lock(mutex_);
  Result result;
  for_each_word(words, bytes, [&](uintptr_t word) {
    DeviceBlock* block = residence_.find(word);
    if (block == nullptr || block->place.is_pinned || !result.is_good()) return;
    if (!block->place.is_on_device) result = bring_back(*block);
    if (result.is_good()) residence_.note_use(*block, Access::Change);
    block->place.is_pinned = result.is_good();
  });
  return result;
}

bool DeviceMemory::is_on_host(const void* address) {
  if (!residence_.is_watched()) return false;
  std::lock_guard lock(mutex_);
  const DeviceBlock* block = residence_.find(reinterpret_cast<uintptr_t>(address));
  return block != nullptr && !block->place.is_on_device && block->place.host_copy != nullptr;
}

void DeviceMemory::read_on_host(void* to, const void* from, int64_t bytes) {
  std::lock_guard lock(mutex_);
  const DeviceBlock* block = residence_.find(reinterpret_cast<uintptr_t>(from));
  const auto offset =
      static_cast<const std::byte*>(from) - static_cast<const std::byte*>(block->visible.data);
  std::memcpy(to, static_cast<const std::byte*>(block->place.host_copy) + offset,
              static_cast<size_t>(bytes));
}

// ---- What is kept

// Of allocations of their own.
void DeviceMemory::shrink_cache_to(int64_t bytes) {
  while (cached_ > bytes && !kept_.empty()) {
    const auto oldest = std::prev(kept_.end());
    std::vector<KeptList::iterator>& same = kept_by_size_[oldest->capacity];
    same.erase(std::ranges::find(same, oldest));
    driver_.free(oldest->data);
    cached_ -= oldest->capacity;
    kept_.erase(oldest);
  }
}

// Those of which nothing is in use.
void DeviceMemory::give_back_slabs() {
  for (auto& [capacity, kept] : kept_in_slabs_)
    std::erase_if(kept, [](const Kept& one) { return one.slab->in_use == 0; });
  std::erase_if(slabs_, [&](const std::unique_ptr<Slab>& slab) {
    if (slab->in_use > 0) return false;
    driver_.free(slab->data);
    cached_ -= slab->bytes;
    return true;
  });
}

void DeviceMemory::count_use(int64_t bytes) {
  in_use_ += bytes;
  peak_in_use_ = std::max(peak_in_use_, in_use_);
  peak_reserved_ = std::max(peak_reserved_, in_use_ + cached_);
}

planish_memory_statistics DeviceMemory::statistics() {
  std::lock_guard lock(mutex_);
  planish_memory_statistics statistics{};
  statistics.in_use = in_use_;
  statistics.peak_in_use = peak_in_use_;
  statistics.cached = cached_;
  statistics.peak_reserved = peak_reserved_;
  statistics.on_host = on_host_;
  statistics.copied_to_host = residence_.copied_to_host();
  statistics.copied_to_device = residence_.copied_to_device();
  return statistics;
}

void DeviceMemory::reset_peak() {
  std::lock_guard lock(mutex_);
  peak_in_use_ = in_use_;
  peak_reserved_ = in_use_ + cached_;
  residence_.reset_counts();
}

void DeviceMemory::clear_cache() {
  std::lock_guard lock(mutex_);
  shrink_cache_to(0);
  give_back_slabs();
}

}  // namespace planish::device
