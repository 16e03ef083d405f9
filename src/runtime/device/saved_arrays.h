// Copies of arrays from before a kernel overwrites them, so that the kernel can run again.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "runtime/device/device_context.h"

namespace planish::device {

// Functions give a status.
class SavedArrays {
 public:
  SavedArrays(DeviceContext& device, std::span<const planish_device_array> arrays)
      : device_(device), arrays_(arrays) {}

  int32_t save();
  int32_t restore();

 private:
  DeviceContext& device_;
  const std::span<const planish_device_array> arrays_;
  std::vector<std::unique_ptr<DeviceScratch>> copies_;  // row-major
};

}  // namespace planish::device
