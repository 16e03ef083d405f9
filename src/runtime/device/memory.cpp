#include "runtime/device/memory.h"

#include <algorithm>
#include <bit>

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

}  // namespace

DeviceMemory::DeviceMemory(Driver& driver, const DeviceMemoryLimits& limits)
    : driver_(driver), limits_(limits) {}

DeviceMemory::~DeviceMemory() { clear_cache(); }

DeviceBlock* DeviceMemory::allocate(int64_t bytes, Result& failure) {
  failure = Result::out_of_memory("");
  if (bytes < 0 || bytes > kLargestBlock) return nullptr;
  std::lock_guard lock(mutex_);
  if (headers_.empty()) headers_.push_back(std::make_unique<DeviceBlock>());
  DeviceBlock& block = *headers_.back();
  const int64_t capacity = capacity_for(bytes);
  if (capacity > limits_.memory - in_use_) return nullptr;
  if (!take_kept(capacity, block)) {
    failure = obtain(capacity, block);
    if (!failure.is_good()) return nullptr;
  }
  failure = {};
  block.visible.references = 1;
  block.visible.bytes = bytes;
  block.capacity = capacity;
  if (block.slab != nullptr) block.slab->in_use++;
  count_use(capacity);
  driver_.set_used(block.visible.data, capacity, bytes);
  DeviceBlock* given = headers_.back().release();
  headers_.pop_back();
  return given;
}

void DeviceMemory::free(DeviceBlock* block) {
  std::lock_guard lock(mutex_);
  std::unique_ptr<DeviceBlock> header(block);
  in_use_ -= block->capacity;
  driver_.set_used(block->visible.data, block->capacity, 0);
  const Kept kept{block->visible.data, block->capacity, block->slab};
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
  *header = {};
  headers_.push_back(std::move(header));
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
  return ask_driver(capacity, &block.visible.data);
}

Result DeviceMemory::cut_from_slab(int64_t capacity, DeviceBlock& block) {
  if (slabs_.empty() || slabs_.back()->taken + capacity > slabs_.back()->bytes) {
    auto slab = std::make_unique<Slab>();
    slab->bytes = driver_.limits().slab_bytes;
    slabs_.reserve(slabs_.size() + 1);
    Result result = ask_driver(slab->bytes, &slab->data);
    // What is left of memory may be enough for the block alone.
    if (result.is_out_of_memory()) return ask_driver(capacity, &block.visible.data);
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

// What is kept goes if that helps.
Result DeviceMemory::ask_driver(int64_t bytes, void** data) {
  const int64_t allowed = limits_.memory - in_use_ - bytes;
  if (allowed < cached_) shrink_cache_to(std::max<int64_t>(0, allowed));
  if (allowed < cached_) give_back_slabs();
  if (allowed < cached_) return Result::out_of_memory("");
  Result result = driver_.allocate(bytes, data);
  if (!result.is_out_of_memory() || cached_ == 0) return result;
  shrink_cache_to(0);
  give_back_slabs();
  return driver_.allocate(bytes, data);
}

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
  return {in_use_, peak_in_use_, cached_, peak_reserved_, 0};
}

void DeviceMemory::reset_peak() {
  std::lock_guard lock(mutex_);
  peak_in_use_ = in_use_;
  peak_reserved_ = in_use_ + cached_;
}

void DeviceMemory::clear_cache() {
  std::lock_guard lock(mutex_);
  shrink_cache_to(0);
  give_back_slabs();
}

}  // namespace planish::device
