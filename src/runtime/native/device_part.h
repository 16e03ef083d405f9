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
  virtual void end_run() = 0;
  // Stops what runs; called by any thread.
  virtual void cancel() = 0;

  virtual void free(planish_block* block) = 0;
  virtual int64_t bytes_of(const planish_block& block) const = 0;
  virtual planish_memory_statistics statistics() = 0;
  virtual void reset_peak() = 0;
  virtual void clear_cache() = 0;
};

}  // namespace planish::native
