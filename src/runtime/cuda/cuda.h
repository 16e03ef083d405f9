// CUDA devices as drivers of the device runtime.
//
// Environment: PLANISH_CUDA_SYNC=1 waits for every kernel, so that a fault is told of the right one.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "runtime/cuda/api.h"
#include "runtime/cuda/devices.h"
#include "runtime/device/driver.h"
#include "runtime/native/host.h"

namespace planish::cuda {

enum class WaitForKernels : uint8_t { No, Yes };

// Opens the device that the options name. `driver` is null if that fails.
device::Result open_device(std::shared_ptr<const Api> api, const planish_device_options& options,
                           WaitForKernels waits, std::unique_ptr<device::Driver>& driver);

// The devices of this machine, or why there are none.
device::Result installed_devices(std::vector<Device>& devices);

}  // namespace planish::cuda
