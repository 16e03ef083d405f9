// CUDA devices as drivers of the device runtime.
//
// Environment: PLANISH_CUDA_SYNC=1 waits for every kernel, so that a fault is told of the right one;
// PLANISH_CUDA_GRAPHS=0 launches each kernel by itself (Note [Repeated work] in cuda/repeats.h).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/cuda/api.h"
#include "runtime/cuda/devices.h"
#include "runtime/device/driver.h"
#include "runtime/native/host.h"

namespace planish::cuda {

// How kernels are launched.
enum class Launches : uint8_t {
  InGraphs,  // those that repeat themselves
  OneByOne,
  Waited,  // one by one, and each is waited for
};

// Opens the device that the options name. `driver` is null if that fails.
device::Result open_device(std::shared_ptr<const Api> api, const planish_device_options& options,
                           Launches launches, std::unique_ptr<device::Driver>& driver);

// Starts the driver, and a context of the device that is meant, in a thread of its own: that takes
// tenths of a second. The process is ours, and has no other threads yet that look at its environment. The thread has ended when what this gives is gone. What goes wrong is told by
// whoever opens the device. The context stays until the process ends, so that closing what was opened
// costs nothing.
std::shared_ptr<void> start_driver(const std::string& device);

// Of the device that is meant, as 90; nothing if there is none.
std::optional<int> architecture_of(const std::string& device);

// The devices of this machine, or why there are none.
device::Result installed_devices(std::vector<Device>& devices);

}  // namespace planish::cuda
