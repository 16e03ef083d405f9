// A copy of a program's constants that kernels see.
#pragma once

#include <span>
#include <vector>

#include "runtime/device/driver.h"

namespace planish::device {

class DeviceConstants {
 public:
  explicit DeviceConstants(Driver& driver) : driver_(driver) {}
  ~DeviceConstants();
  DeviceConstants(const DeviceConstants&) = delete;
  DeviceConstants& operator=(const DeviceConstants&) = delete;

  // The program writes constants when it evaluates them; kernels see them from then on.
  Result update(std::span<const planish_slot> now);
  // On the device; null: there are none.
  const planish_slot* table() const { return table_; }

 private:
  Driver& driver_;
  planish_slot* table_ = nullptr;
  std::vector<planish_slot> known_;  // what lies there
};

}  // namespace planish::device
