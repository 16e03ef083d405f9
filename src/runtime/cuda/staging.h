// Memory of the host through which small copies go to the device, so that nobody waits for them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/cuda/api.h"

namespace planish::cuda {

// A ring: what is written lies there until the device has read it. Of everything that was written
// since the last time that all of the stream was done, nothing is written over.
class Staging {
 public:
  static constexpr size_t kBytes = size_t{1} << 20;
  static constexpr size_t kLargest = size_t{64} << 10;

  // The memory, from the driver, is that of the owner.
  void set_memory(void* memory) { memory_ = static_cast<std::byte*>(memory); }
  void* memory() const { return memory_; }

  // Room for so many bytes, at most kLargest; null: the stream has to be waited for first.
  void* take(size_t bytes) {
    const size_t size = (bytes + 15) / 16 * 16;
    if (memory_ == nullptr || used_ + size > kBytes) return nullptr;
    void* room = memory_ + used_;
    used_ += size;
    return room;
  }
  // All of the stream is done.
  void reset() { used_ = 0; }

 private:
  std::byte* memory_ = nullptr;
  size_t used_ = 0;
};

}  // namespace planish::cuda
