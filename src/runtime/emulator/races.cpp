#include "runtime/emulator/races.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>

#include "runtime/emulator/intrinsics.h"

namespace planish::emulator {
namespace {

std::string how_words(Stamp stamp) {
  return fmt::format("{}{}", stamp.is_atomic() ? "an atomic " : "a ",
                     stamp.is_write() ? "write" : "read");
}

}  // namespace

void Races::begin_launch(const void* open_word) {
  open_word_ = open_word;
  shadow_.restart();
  released_.clear();
  replaced_.clear();
}

void Races::begin_block(size_t slot, int64_t number, uint32_t threads, const void* shared,
                        size_t shared_bytes) {
  if (slot >= blocks_.size()) blocks_.resize(slot + 1);
  Block& block = blocks_[slot];
  block.number = static_cast<uint32_t>(number);
  block.is_watched = number < Stamp::kMostBlocks;
  block.clocks.resize(threads);
  for (uint32_t i = 0; i < threads; i++) block.clocks[i].restart(block.number, i, threads);
  block.shared = static_cast<const std::byte*>(shared);
  block.shared_bytes = shared_bytes;
  block.cells.reset(shared_bytes);
}

bool Races::reads(Who who, const void* address, size_t bytes) {
  return access(who, address, bytes, false, false);
}

bool Races::writes(Who who, const void* address, size_t bytes) {
  return access(who, address, bytes, true, false);
}

bool Races::uses_atomically(Who who, const void* address, size_t bytes, uint32_t how) {
  if (access(who, address, bytes, (how & PLANISH_ATOMIC_WRITES) != 0, true)) return true;
  order_atomic(clock(who), address, how);
  return false;
}

bool Races::access(Who who, const void* address, size_t bytes, bool is_write, bool is_atomic) {
  if (settle()) return true;
  Block& block = blocks_[who.slot];
  if (bytes == 0 || address == open_word_ || !block.is_watched) return false;
  const Clock& clock = block.clocks[who.thread];
  const Stamp now(block.number, who.thread, clock.time(), is_write, is_atomic);
  const auto* at = static_cast<const std::byte*>(address);
  const bool is_shared = at >= block.shared && at < block.shared + block.shared_bytes;
  bool is_race = false;
  const std::byte* start = nullptr;  // of the memory whose cells are looked at
  const auto use = [&](Cell& cell, size_t first, size_t count) {
    const Stamp before = look(cell, now, clock);
    if (!before.is_set() || is_race) return;
    race_ = {before, now, start + first, bytes, is_shared, first};
    is_race = is_atomic || !is_write || before.is_atomic() || !before.is_write();
    if (is_race) return;
    Replaced& replaced = replaced_.emplace_back(start + first, count);
    std::memcpy(replaced.before.data(), replaced.address, count);
  };
  if (is_shared) {
    start = block.shared;
    const auto offset = static_cast<size_t>(at - start);
    // What lies behind the end is for AddressSanitizer to find.
    block.cells.each(offset, std::min(bytes, block.shared_bytes - offset), use);
  } else if (const std::optional<size_t> offset = region_.offset_of(address)) {
    start = at - *offset;
    shadow_.each(*offset, bytes, use);
  }
  return is_race;
}

bool Races::settle() {
  bool is_race = false;
  for (const Replaced& replaced : replaced_) {
    is_race = is_race || std::memcmp(replaced.before.data(), replaced.address, replaced.bytes) != 0;
  }
  replaced_.clear();
  return is_race;
}

Stamp Races::look(Cell& cell, Stamp now, const Clock& clock) {
  const auto is_known = [&](Stamp stamp) {
    return clock.knows(stamp.block(), stamp.thread(), stamp.time());
  };
  Stamp found;
  if (cell.write.is_set() && cell.write != now && now.conflicts_with(cell.write) &&
      !is_known(cell.write))
    found = cell.write;
  if (now.is_write()) {
    for (const Stamp other : cell.others) {
      if (other.is_set() && now.conflicts_with(other) && !is_known(other)) found = other;
    }
  }
  if (now.is_write() && !now.is_atomic()) {
    cell = {now, {}};
    return found;
  }
  // Instead of what it makes superfluous, if there is such a one.
  Stamp* place = nullptr;
  for (Stamp& other : cell.others) {
    if (!other.is_set() || other.is_like(now)) {
      place = &other;
      break;
    }
  }
  for (Stamp& other : cell.others) {
    if (place == nullptr && is_known(other) && (now.is_write() || !other.is_write()))
      place = &other;
  }
  if (place == nullptr) place = &cell.others[(now.thread() + now.time()) % cell.others.size()];
  *place = now;
  return found;
}

void Races::order_atomic(Clock& clock, const void* address, uint32_t how) {
  const bool reads = (how & PLANISH_ATOMIC_READS) != 0;
  if (reads) {
    const auto released = released_.find(address);
    if (released != released_.end() && !released->second.is_empty()) {
      if ((how & PLANISH_ATOMIC_ACQUIRES) == 0) {
        clock.see(released->second);
      } else if (++acquires_ != forgotten_.acquire) {
        clock.acquire(released->second);
      }
    }
  }
  if ((how & PLANISH_ATOMIC_WRITES) == 0) return;
  const Snapshot own = (how & PLANISH_ATOMIC_RELEASES) != 0 ? clock.release() : clock.fenced();
  if (reads) {
    // What was released before is still released by what is there now.
    if (!own.is_empty()) released_[address].join(own);
  } else {
    released_[address] = own;
  }
}

void Races::meet(size_t slot, uint32_t first, uint32_t count) {
  Block& block = blocks_[slot];
  if (count == block.clocks.size() && ++barriers_ == forgotten_.barrier) return;
  Clock::meet(std::span(block.clocks).subspan(first, count));
}

std::string Races::words() const {
  std::string where;
  if (race_.is_shared) {
    where = fmt::format("byte {} of shared memory", race_.offset);
  } else if (const auto block = region_.block_at(race_.address)) {
    where =
        fmt::format("byte {} of an array of {} bytes", race_.address - block->start, block->bytes);
  } else {
    where = "memory that is free";
  }
  return fmt::format(
      "a race at {}: {} of {} bytes by thread {} of block {}, after {} by thread {} of block {}, "
      "and nothing orders them",
      where, how_words(race_.now), race_.bytes, race_.now.thread(), race_.now.block(),
      how_words(race_.before), race_.before.thread(), race_.before.block());
}

}  // namespace planish::emulator
