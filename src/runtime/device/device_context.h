// The device part of a context: the driver, memory, the state that kernels see, launches.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "runtime/device/call_log.h"
#include "runtime/device/driver.h"
#include "runtime/device/launch.h"
#include "runtime/device/memory.h"
#include "runtime/device/stacks.h"
#include "runtime/device/state.h"
#include "runtime/native/context.h"

namespace planish::device {

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

  planish_context& context() { return context_; }
  Driver& driver() { return *driver_; }
  const DriverLimits& limits() const { return driver_->limits(); }
  const planish_device_program& program() const { return program_; }
  const planish_device_kernel& kernel(int32_t number) const { return program_.kernels[number]; }

  DeviceMemory& memory() { return memory_; }
  DeviceState& state() { return state_; }
  ThreadStacks& stacks() { return stacks_; }
  CallLog& calls() { return calls_; }
  // What drivers that wait call now and then.
  const std::function<void()>& poll() const { return poll_; }
  int64_t memory_limit() const;

  // Null, with the failure recorded, when there is no memory.
  DeviceBlock* allocate(int64_t bytes);
  // The same without a record; `failure` says what the driver says.
  DeviceBlock* try_allocate(int64_t bytes, Result& failure);

  int32_t launch(const KernelLaunch& launch) { return launcher_.launch(launch); }
  // How many threads a block has if an operator does not care.
  int32_t block_threads(int32_t kernel);
  // As many blocks of that size as there are for so many items, one for each thread.
  int64_t blocks_for(int64_t items, int32_t threads) const;
  // Number of a kernel of the runtime; negative: the program has none.
  int32_t runtime_kernel(int32_t which) const;

  // What a wait brings to light.
  struct Notice {
    int32_t status = PLANISH_OK;
    bool arena_too_small = false;
    bool stack_too_small = false;
    uint64_t traced = 0;  // words that threads traced, or would have
  };
  Notice wait_for_notice();
  int32_t wait() override;
  int32_t read(void* to_host, const void* from, int64_t bytes) override;
  int32_t write(void* to, const void* from_host, int64_t bytes) override;
  int32_t copy(void* to, const void* from, int64_t bytes) override;
  int32_t clear(void* to, int64_t bytes) override;
  // Sets `count` elements of 1, 2 or 4 bytes.
  int32_t fill(void* to, int64_t count, int64_t element_bytes, uint32_t bits);
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
  int32_t pin(const void* data) override;
  int32_t lend() override;
  void take_back() override { driver_->take_back_memory(); }
  void free(planish_block* block) override;
  int64_t bytes_of(const planish_block& block) const override;
  planish_memory_statistics statistics() override { return memory_.statistics(); }
  void reset_peak() override { memory_.reset_peak(); }
  void clear_cache() override { memory_.clear_cache(); }

 private:
  Notice take_notice();
  // What is worked with, on the device.
  int32_t hold(HeldBlocks& held, const void* address, Access access);

  planish_context& context_;
  const planish_device_program& program_;
  const std::unique_ptr<Driver> driver_;
  const std::function<void()> poll_;
  DeviceMemory memory_;
  DeviceState state_;
  Launcher launcher_;
  ThreadStacks stacks_;
  CallLog calls_;
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
