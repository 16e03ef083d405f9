#include "runtime/device/residence.h"

#include <algorithm>

namespace planish::device {
namespace {

uintptr_t address_of(const DeviceBlock& block) {
  return reinterpret_cast<uintptr_t>(block.visible.data);
}

bool needs_copy(const DeviceBlock& block) {
  return block.place.has_content && block.place.host_copy == nullptr;
}

}  // namespace

Residence::Residence(Driver& driver, std::function<void()> poll)
    : driver_(driver), poll_(std::move(poll)), is_watched_(driver.limits().moves_all) {}

void Residence::add(DeviceBlock& block) {
  blocks_.emplace(address_of(block), &block);
  block.place.is_movable = true;
  // Before that, nobody says what is written.
  block.place.has_content = !is_watched_;
  block.place.last_use = ++clock_;
}

void Residence::remove(DeviceBlock& block) {
  blocks_.erase(address_of(block));
  drop_copy(block);
}

DeviceBlock* Residence::find(uintptr_t address) const {
  const auto next = blocks_.upper_bound(address);
  if (next == blocks_.begin()) return nullptr;
  DeviceBlock* block = std::prev(next)->second;
  // An empty part at the end begins behind it.
  return address - address_of(*block) <= static_cast<uintptr_t>(block->capacity) ? block : nullptr;
}

void Residence::note_use(DeviceBlock& block, Access access) {
  block.place.last_use = clock_;
  if (access == Access::Read) return;
  block.place.has_content = true;
  drop_copy(block);
}

bool Residence::can_go(const DeviceBlock& block) {
  return block.place.is_on_device && !block.place.is_pinned && block.place.holds == 0;
}

DeviceBlock* Residence::victim() const {
  DeviceBlock* best = nullptr;
  double highest = -1;
  for (const auto& [address, block] : blocks_) {
    if (!can_go(*block)) continue;
    const auto age = static_cast<double>(clock_ - block->place.last_use + 1);
    const auto cost = static_cast<double>(block->capacity) * (needs_copy(*block) ? 2 : 1);
    if (age / cost <= highest) continue;
    highest = age / cost;
    best = block;
  }
  return best;
}

int64_t Residence::movable_bytes() const {
  int64_t bytes = 0;
  for (const auto& [address, block] : blocks_) bytes += can_go(*block) ? block->capacity : 0;
  return bytes;
}

Result Residence::move_to_host(DeviceBlock& block) {
  Placement& place = block.place;
  if (needs_copy(block)) {
    const int64_t bytes = block.visible.bytes;
    void* copy = driver_.allocate_on_host(std::max<int64_t>(1, bytes));
    if (copy == nullptr) return Result::out_of_memory("");
    if (bytes > 0) {
      Result copied = driver_.copy_to_host(copy, block.visible.data, bytes, poll_);
      if (!copied.is_good()) {
        driver_.free_on_host(copy);
        return copied;
      }
    }
    place.host_copy = copy;
    copied_to_host_ += bytes;
  }
  Result taken = driver_.take_memory(block.visible.data);
  if (taken.is_good()) place.is_on_device = false;
  return taken;
}

Result Residence::bring_back(DeviceBlock& block) {
  Placement& place = block.place;
  Result given = driver_.give_memory(block.visible.data);
  if (!given.is_good()) return given;
  place.is_on_device = true;
  const int64_t bytes = block.visible.bytes;
  if (place.host_copy == nullptr || bytes == 0) return {};
  copied_to_device_ += bytes;
  return driver_.copy_to_device(block.visible.data, place.host_copy, bytes);
}

void Residence::drop_copy(DeviceBlock& block) {
  if (block.place.host_copy != nullptr) driver_.free_on_host(block.place.host_copy);
  block.place.host_copy = nullptr;
}

}  // namespace planish::device
