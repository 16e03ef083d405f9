#include "runtime/cuda/devices.h"

#include <fmt/format.h>

namespace planish::cuda {

using device::Result;

Result list_devices(const Api& api, std::vector<Device>& devices) {
  const auto failed = [&](Code code) {
    return Result::failed(fmt::format("CUDA devices cannot be listed: {}", api.text(code)));
  };
  int count = 0;
  int version = 0;
  if (const Code code = api.device_count(&count); code != kSuccess) return failed(code);
  if (const Code code = api.driver_version(&version); code != kSuccess) return failed(code);
  for (int number = 0; number < count; number++) {
    DeviceNumber handle = 0;
    char name[256] = {};
    size_t memory = 0;
    int major = 0;
    int minor = 0;
    Device device;
    Code code = api.device(&handle, number);
    if (code == kSuccess) code = api.device_name(name, sizeof name - 1, handle);
    if (code == kSuccess) code = api.device_memory(&memory, handle);
    if (code == kSuccess) code = api.device_attribute(&major, kMajor, handle);
    if (code == kSuccess) code = api.device_attribute(&minor, kMinor, handle);
    if (code == kSuccess)
      code = api.device_attribute(&device.multiprocessors, kMultiprocessors, handle);
    if (code != kSuccess) return failed(code);
    device.number = number;
    device.name = name;
    device.memory_bytes = static_cast<int64_t>(memory);
    device.architecture = major * 10 + minor;
    device.driver_version = fmt::format("{}.{}", version / 1000, version % 1000 / 10);
    devices.push_back(std::move(device));
  }
  if (devices.empty()) return Result::failed("there is no CUDA device on this machine");
  return {};
}

Result find_device(const std::vector<Device>& devices, std::string_view text, Device& device) {
  for (const Device& one : devices) {
    const bool is_meant = text.starts_with('#') ? text.substr(1) == std::to_string(one.number)
                                                : one.name.find(text) != std::string::npos;
    if (!is_meant) continue;
    device = one;
    return {};
  }
  return Result::failed(fmt::format("there is no CUDA device `{}` on this machine", text));
}

}  // namespace planish::cuda
