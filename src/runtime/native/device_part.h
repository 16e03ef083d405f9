// The device part of a context, as the rest of it sees it. Programs for CPUs have none, and are not
// linked with runtime/device, which has it.
#pragma once

#include <cstdint>

#include "runtime/native/host.h"

namespace planish::native {

class DevicePart {
 public:
  virtual ~DevicePart() = default;

  // A run begins. `interrupt` is that of planish_run. Gives a status.
  virtual int32_t begin_run(const unsigned char* interrupt) = 0;
  // It ends with this status.
  virtual void end_run(int32_t status) = 0;
  // Stops what runs; called by any thread.
  virtual void cancel() = 0;

  // Null, with the failure recorded, when there is no memory.
  virtual planish_block* new_block(int64_t bytes) = 0;
  virtual void* data_of(const planish_block& block) const = 0;
  // The array stays where it is until it is freed. Gives a status.
  virtual int32_t pin(const void* data) = 0;
  // These give a status. `write` is done with `from` when it returns; `read` and `wait` wait for all
  // that was queued, and tell what failed of it.
  virtual int32_t read(void* to_host, const void* from, int64_t bytes) = 0;
  virtual int32_t write(void* to, const void* from_host, int64_t bytes) = 0;
  virtual int32_t copy(void* to, const void* from, int64_t bytes) = 0;
  virtual int32_t clear(void* to, int64_t bytes) = 0;
  virtual int32_t wait() = 0;
  // Around a call of a function of users that gets addresses of the device. `lend` waits and gives a
  // status; `take_back` follows if it is PLANISH_OK.
  virtual int32_t lend() = 0;
  virtual void take_back() = 0;

  virtual void free(planish_block* block) = 0;
  virtual int64_t bytes_of(const planish_block& block) const = 0;
  virtual planish_memory_statistics statistics() = 0;
  virtual void reset_peak() = 0;
  virtual void clear_cache() = 0;
};

}  // namespace planish::native
