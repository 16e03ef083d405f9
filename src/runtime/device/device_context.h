// The device part of a context: the driver, memory, the state that kernels see, launches.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "runtime/device/call_log.h"
#include "runtime/device/driver.h"
#include "runtime/device/memory.h"
#include "runtime/native/context.h"

namespace planish::device {

// What becomes of what a kernel traces.
enum class Traces : uint8_t { Shown, Forgotten };

// One kernel, as operators ask for it.
struct KernelLaunch {
  int32_t kernel = 0;
  int64_t blocks = 1;         // 0: nothing to do
  int32_t block_threads = 0;  // 0: as many as the device likes
  int32_t shared_bytes = 0;   // of a block, beside what the kernel needs for each thread
  // The kernel goes on by the size of the grid, so that fewer blocks, or smaller ones, do as well.
  bool any_size = false;
  const void* closure = nullptr;
  int64_t closure_bytes = 0;
  std::array<int64_t, 8> numbers{};
  std::array<void*, 8> pointers{};
  // Called before the kernel is run, each time: clears what it counts in. Gives a status.
  std::function<int32_t()> prepare;
  // What it writes to that was there before. If it is run again, all of that is as it was.
  std::span<const planish_device_array> changed;
  Traces traces = Traces::Shown;
};

// Functions give a status (runtime/abi.h), with what went wrong recorded in the context.
class DeviceContext final : public native::DevicePart {
 public:
  // Makes the device part of the context; otherwise the context cannot be used and says why.
  static void open(planish_context& context, const planish_device_options& options,
                   std::unique_ptr<Driver> driver);
  static DeviceContext& of(planish_context* context) {
    return static_cast<DeviceContext&>(*context->device);
  }
  DeviceContext(planish_context& context, const planish_device_program& program,
                std::unique_ptr<Driver> driver);
  ~DeviceContext() override;

  planish_context& context() { return context_; }
  Driver& driver() { return *driver_; }
  const DriverLimits& limits() const { return driver_->limits(); }
  const planish_device_program& program() const { return program_; }
  const planish_device_kernel& kernel(int32_t number) const { return program_.kernels[number]; }

  // Null, with the failure recorded, when there is no memory.
  DeviceBlock* allocate(int64_t bytes);

  int32_t launch(const KernelLaunch& launch);
  // planish_device_begin_try, planish_device_end_try.
  int32_t begin_try();
  void end_try();
  CallLog& calls() { return calls_; }
  // How many threads a block has if an operator does not care.
  int32_t block_threads(int32_t kernel);
  // As many blocks of that size as there are for so many items, one for each thread.
  int64_t blocks_for(int64_t items, int32_t threads) const;
  // Number of a kernel of the runtime; negative: the program has none.
  int32_t runtime_kernel(int32_t which) const;

  // Words on the device by which blocks of a kernel find out which of them is the last: so many, all
  // of them 0 before a kernel and after it.
  static constexpr int64_t kTickets = 2048;
  uint32_t* tickets() const { return tickets_; }

  int32_t wait() override;
  int32_t read(void* to_host, const void* from, int64_t bytes) override;
  int32_t write(void* to, const void* from_host, int64_t bytes) override;
  int32_t copy(void* to, const void* from, int64_t bytes) override;
  int32_t clear(void* to, int64_t bytes) override;
  // Records what a driver says.
  int32_t report(const Result& result);

  int32_t begin_run(const unsigned char* interrupt) override;
  void end_run(int32_t status) override;
  void cancel() override;
  planish_block* new_block(int64_t bytes) override {
    return reinterpret_cast<planish_block*>(allocate(bytes));
  }
  void* data_of(const planish_block& block) const override {
    return reinterpret_cast<const planish_device_block&>(block).data;
  }
  void free(planish_block* block) override;
  int64_t bytes_of(const planish_block& block) const override;
  planish_memory_statistics statistics() override { return memory_.statistics(); }
  void reset_peak() override { memory_.reset_peak(); }
  void clear_cache() override { memory_.clear_cache(); }

 private:
  // What a wait brings to light.
  struct Notice {
    int32_t status = PLANISH_OK;
    bool arena_too_small = false;
    bool stack_too_small = false;
    uint64_t traced = 0;  // words that threads traced, or would have
  };
  struct Arena;

  Result make_state();
  Result make_tuned();
  Notice take_notice();
  Notice wait_for_notice();
  const void* address(const void* number) const;
  int32_t record(const planish_device_failure& failure);
  void add_callers(const planish_device_failure& failure);
  int32_t show_traces(uint64_t words);
  int32_t grow_traces(uint64_t words);
  int32_t update_constants();
  int32_t launch_once(const KernelLaunch& launch, const LaunchShape& shape, const Arena& arena);
  int32_t launch_until_it_fits(const KernelLaunch& launch, LaunchShape shape);
  int32_t make_stack(const planish_device_kernel& kernel);
  LaunchShape shape_of(const KernelLaunch& launch);
  DeviceBlock* allocate_arena(const KernelLaunch& launch, LaunchShape& shape, int64_t bytes);
  int32_t try_to_grow_stack(bool& has_grown);
  int32_t grow_stack_or_end();
  int32_t set_stack_is_largest(uint32_t value);
  int32_t too_deep();
  int32_t set_cancelled(const volatile uint8_t* byte);
  int32_t forget_cancelled();
  int64_t memory_limit() const;

  planish_context& context_;
  const planish_device_program& program_;
  const std::unique_ptr<Driver> driver_;
  DeviceMemory memory_;
  planish_device_state* state_ = nullptr;            // on the device
  uint32_t* tickets_ = nullptr;                      // on the device, behind the state
  planish_device_state fresh_{};                     // what it is when nothing went wrong
  volatile uint8_t* cancelled_ = nullptr;            // on the host
  volatile uint32_t* noticed_ = nullptr;             // on the host
  const volatile uint8_t* own_cancelled_ = nullptr;  // the same as cancelled_, on the device
  planish_slot* constants_ = nullptr;                // on the device
  std::vector<planish_slot> known_constants_;        // what lies there
  std::vector<int64_t> arena_bytes_;                 // that a thread of each kernel needed so far
  std::function<void()> poll_;
  CallLog calls_;
  uint32_t launches_ = 0;
  // Recursion that may turn out to be too deep: how many tries are open, how many of the next ones
  // are refused, and how many there were after the last one that failed. One that is good ends that.
  int32_t tries_ = 0;
  int64_t refusals_left_ = 0;
  int64_t refusals_ = 0;
};

// Bytes of the device for as long as a scope lasts.
class DeviceScratch {
 public:
  DeviceScratch(DeviceContext& context, int64_t bytes)
      : context_(context), block_(context.allocate(bytes)) {}
  ~DeviceScratch() {
    if (block_ != nullptr) context_.free(reinterpret_cast<planish_block*>(block_));
  }
  DeviceScratch(const DeviceScratch&) = delete;
  DeviceScratch& operator=(const DeviceScratch&) = delete;

  explicit operator bool() const { return block_ != nullptr; }
  void* data() const { return block_->visible.data; }

 private:
  DeviceContext& context_;
  DeviceBlock* block_;
};

// What functions of the C interface do, without an exception: PLANISH_OUT_OF_MEMORY if there is no
// memory on the host.
template <class Body>
int32_t guarded(planish_context* context, Body&& body) {
  try {
    return body(DeviceContext::of(context));
  } catch (const std::bad_alloc&) {
    return PLANISH_OUT_OF_MEMORY;
  }
}

}  // namespace planish::device
