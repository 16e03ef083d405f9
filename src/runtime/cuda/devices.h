// The CUDA devices of this machine.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/cuda/api.h"
#include "runtime/device/driver.h"

namespace planish::cuda {

struct Device {
  int number = 0;
  std::string name;
  int64_t memory_bytes = 0;
  int architecture = 0;  // 90 is sm_90
  int multiprocessors = 0;
  std::string driver_version;  // of CUDA, that the driver knows: "12.4"
};

// Gives all of them, or says why there are none.
device::Result list_devices(const Api& api, std::vector<Device>& devices);

// The first one that is meant by the text: a part of its name, "#" and its number, or nothing.
device::Result find_device(const std::vector<Device>& devices, std::string_view text,
                           Device& device);

}  // namespace planish::cuda
