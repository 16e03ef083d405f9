// What the device runtime needs of a device. Work is queued and runs in order; only wait() and
// copies to the host block. Nothing throws except std::bad_alloc.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "runtime/device_abi.h"

namespace planish::device {

// What a call gives: a text if it failed.
class [[nodiscard]] Result {
 public:
  enum class Kind : uint8_t {
    Good,
    OutOfMemory,
    Failed,
  };

  Result() = default;
  static Result out_of_memory(std::string text) { return {Kind::OutOfMemory, std::move(text)}; }
  static Result failed(std::string text) { return {Kind::Failed, std::move(text)}; }

  bool is_good() const { return kind_ == Kind::Good; }
  bool is_out_of_memory() const { return kind_ == Kind::OutOfMemory; }
  const std::string& text() const { return text_; }

 private:
  Result(Kind kind, std::string text) : kind_(kind), text_(std::move(text)) {}

  Kind kind_ = Kind::Good;
  std::string text_;
};

struct DriverLimits {
  std::string name;                 // of the device
  int64_t memory_bytes = 0;         // of the device
  int32_t multiprocessors = 1;      // that run blocks
  int32_t warp_threads = 32;        // always 32 so far
  int32_t block_threads = 256;      // of blocks, unless an operator has a reason for another number
  int32_t resident_threads = 2048;  // of a multiprocessor
  int32_t shared_bytes = 48 << 10;  // that a block may have
  int64_t stack_bytes = 0;          // of a thread
  int64_t arena_bytes = 4096;       // of a thread, to begin with
  int64_t stack_arena_bytes = 0;    // of an arena that lies on a stack, at most
  // Blocks of memory smaller than this are cut out of slabs of slab_bytes; 0: each is an allocation.
  int64_t slab_limit = 0;
  int64_t slab_bytes = 0;
  // Launches are done when launch() returns, in this process.
  bool is_synchronous = false;
  // Allocations of at least so many bytes are movable, and of multiples of movable_unit; 0: none is.
  int64_t movable_from = 0;
  int64_t movable_unit = 1;
  // For tests: of movable memory nothing stays on the device but what is being worked with.
  bool moves_all = false;
};

// Of one kernel on this device.
struct KernelLimits {
  int32_t block_threads = 256;       // at most
  int32_t blocks_per_processor = 1;  // that run at once, of limits().block_threads threads
};

struct LaunchShape {
  int32_t kernel = 0;  // an index into planish_device_program.kernels
  int64_t blocks = 1;
  int32_t block_threads = 1;
  int32_t shared_bytes = 0;  // of a block
};

// Memory of the host that the device sees, too.
struct MappedMemory {
  void* host = nullptr;
  void* device = nullptr;
};

class Driver {
 public:
  virtual ~Driver() = default;

  virtual const DriverLimits& limits() const = 0;
  // Once, before anything is launched. The program outlives the driver.
  virtual Result load(const planish_device_program& program) = 0;
  virtual KernelLimits kernel_limits(int32_t kernel) = 0;

  // Aligned to 256 bytes; at least one byte.
  virtual Result allocate(int64_t bytes, void** address) = 0;
  virtual void free(void* address) = 0;
  // Movable memory: it can be taken away while its addresses stay reserved, so that they stay true in
  // whatever holds them.
  virtual Result allocate_movable(int64_t bytes, void** address) {
    return allocate(bytes, address);
  }
  // Waits. What lay there is lost, and nobody may touch the addresses until there is memory again.
  virtual Result take_memory(void* /*address*/) { return Result::failed("no memory is movable"); }
  // What lies there then is not defined.
  virtual Result give_memory(void* /*address*/) { return Result::failed("no memory is movable"); }
  // Memory of the host that copies are fast from and to; null: there is none.
  virtual void* allocate_on_host(int64_t /*bytes*/) { return nullptr; }
  virtual void free_on_host(void* /*memory*/) {}
  // Of an allocation, or of a part of one of so many bytes, the first `used` are an array from here on;
  // none: it is free. For drivers that look at what kernels access.
  virtual void set_used(void* /*address*/, int64_t /*bytes*/, int64_t /*used*/) {}
  // A few words, until the end of the driver.
  virtual Result map_memory(int64_t bytes, MappedMemory* memory) = 0;

  // `from` may be changed at once.
  virtual Result copy_to_device(void* to, const void* from, int64_t bytes) = 0;
  // Waits; calls `poll` now and then.
  virtual Result copy_to_host(void* to, const void* from, int64_t bytes,
                              const std::function<void()>& poll) = 0;
  virtual Result copy_in_device(void* to, const void* from, int64_t bytes) = 0;
  // Sets `count` elements of 1, 2 or 4 bytes.
  virtual Result fill(void* to, int64_t count, int64_t element_bytes, uint32_t bits) = 0;

  virtual Result launch(const LaunchShape& shape, const void* closure, int64_t closure_bytes,
                        const planish_launch& launch) = 0;
  // The same with a closure that lies on the device (PLANISH_LARGEST_CLOSURE).
  virtual Result launch_with(const LaunchShape& shape, void* closure,
                             const planish_launch& launch) = 0;
  // The device has all that was queued so far: the driver may have held some of it back.
  virtual void flush() {}
  // Until all is done that was queued; calls `poll` now and then.
  virtual Result wait(const std::function<void()>& poll) = 0;
  // Around code of users on the host, which gives addresses of the device to others. Where these could
  // be those of the host, it may use them itself.
  virtual void lend_memory() {}
  virtual void take_back_memory() {}
  // More stack for each thread. What it is afterwards is in limits().
  virtual Result set_stack_bytes(int64_t bytes) = 0;
};

}  // namespace planish::device
