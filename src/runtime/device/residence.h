// Where the data of movable blocks lie: on the device, on the host, or on both.
//
// Note [Eviction]
// When the device is full or the limit is reached, idle arrays move to pinned host memory, and come
// back when they are named again. Addresses of arrays are everywhere: in variables of host code, in
// closures, in views into the middle of an array, in graphs of the driver, in the hands of users.
// None of them ever changes: a block that is moved away keeps its addresses, and its data come back
// to them. So a pointer is never stale, and memory that was moved away is not mapped: touching it
// without having named it is a fault, in the emulator as on a real device.
//
// What remains is to bring data back in time. Host code does not declare which arrays a kernel
// uses: a closure is bytes. So each of its words that lies in the range of a movable block counts
// as a pointer to that block. A number that happens to look like one brings a block back in vain,
// which costs time but does no harm; and nothing is missed, because no kernel follows a pointer
// that it finds in an array. Constants are the exception, since they are found in a table: they are
// pinned. So are arrays whose address users have asked for.
//
// The work queued in a context runs in order. Moving a block waits for all of it, and drops what
// the driver for CUDA has held back or recorded, so no later work can find the block gone. While a
// launch is being prepared, the blocks that it names are held.
//
// A block has a copy on the host, data on the device, or both. It has both if it was only read
// since it came back: then moving it is free, as it is if nothing was written to it yet. A kernel
// counts as writing to all that it names; copies and reads state what they read. Arrays that nobody
// needs any more are freed, and freed memory goes before all else. Of the arrays in use, the one
// with the highest age / cost goes first: age counts launches and copies since its last use, and
// cost is its bytes, doubled if they have to be copied. All of this begins when memory is short for
// the first time; until then a launch only tests a flag.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>

#include "runtime/device/block.h"
#include "runtime/device/driver.h"

namespace planish::device {

// What is done with the data of a block.
enum class Access : uint8_t { Read, Change };

class Residence {
 public:
  // `poll` as in Driver.
  Residence(Driver& driver, std::function<void()> poll);

  // Movable blocks come into use and are freed.
  void add(DeviceBlock& block);
  void remove(DeviceBlock& block);
  // That to which the address belongs; null: there is none.
  DeviceBlock* find(uintptr_t address) const;

  // Memory was short: uses are noted from here on.
  bool is_watched() const { return is_watched_; }
  void watch() { is_watched_ = true; }
  void note_use(DeviceBlock& block, Access access);
  // A launch or a copy: what is used next is younger.
  void advance() { clock_++; }

  // Who goes first; null: nobody can go.
  DeviceBlock* victim() const;
  // How many bytes of the device all that can go has.
  int64_t movable_bytes() const;
  // Afterwards the data are on the host only.
  Result move_to_host(DeviceBlock& block);
  // The data are on the device, and on the host, too. The driver may have no memory.
  Result bring_back(DeviceBlock& block);

  // Bytes that were copied, since the last reset.
  int64_t copied_to_host() const { return copied_to_host_; }
  int64_t copied_to_device() const { return copied_to_device_; }
  void reset_counts() { copied_to_host_ = copied_to_device_ = 0; }

 private:
  static bool can_go(const DeviceBlock& block);
  void drop_copy(DeviceBlock& block);

  Driver& driver_;
  const std::function<void()> poll_;
  std::map<uintptr_t, DeviceBlock*> blocks_;  // by address
  std::atomic<bool> is_watched_;
  int64_t clock_ = 0;
  int64_t copied_to_host_ = 0;
  int64_t copied_to_device_ = 0;
};

}  // namespace planish::device
