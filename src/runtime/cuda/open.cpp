// Finds the driver and the device before anything runs on them.
#include <cstdlib>
#include <optional>
#include <system_error>
#include <thread>

#include "runtime/cuda/cuda.h"
#include "runtime/device/device_context.h"
#include "runtime/device/host.h"

namespace planish::cuda {

std::shared_ptr<void> start_driver(const std::string& device) {
  ask_for_one_queue();
  const auto start = [device] {
    try {
      std::string error;
      const std::shared_ptr<const Api> api = load_api(error);
      if (api == nullptr) return;
      std::vector<Device> devices;
      Device found;
      DeviceNumber handle = 0;
      ContextHandle context = nullptr;
      if (list_devices(*api, devices).is_good() && find_device(devices, device, found).is_good() &&
          api->device(&handle, found.number) == kSuccess)
        api->retain_context(&context, handle);
    } catch (const std::bad_alloc&) {
    }
  };
  try {
    return std::make_shared<std::jthread>(start);
  } catch (const std::system_error&) {
    return nullptr;
  }
}

std::optional<int> architecture_of(const std::string& device) {
  std::vector<Device> devices;
  Device found;
  if (!installed_devices(devices).is_good() || !find_device(devices, device, found).is_good())
    return std::nullopt;
  return found.architecture;
}

device::Result installed_devices(std::vector<Device>& devices) {
  std::string error;
  const std::shared_ptr<const Api> api = load_api(error);
  return api == nullptr ? device::Result::failed(error) : list_devices(*api, devices);
}

}  // namespace planish::cuda

void planish_open_cuda(planish_context* context, const planish_device_options* options) {
  using namespace planish;
  if (options->owns_process != 0) cuda::ask_for_one_queue();
  std::shared_ptr<const cuda::Api> api = cuda::load_api(context->unusable);
  if (api == nullptr) return;
  const auto is_set = [](const char* name, std::string_view value) {
    const char* set = std::getenv(name);
    return set != nullptr && set == value;
  };
  const auto launches = is_set("PLANISH_CUDA_SYNC", "1")     ? cuda::Launches::Waited
                        : is_set("PLANISH_CUDA_GRAPHS", "0") ? cuda::Launches::OneByOne
                                                             : cuda::Launches::InGraphs;
  std::unique_ptr<device::Driver> driver;
  const device::Result opened = cuda::open_device(std::move(api), *options, launches, driver);
  if (opened.is_good())
    device::DeviceContext::open(*context, *options, std::move(driver));
  else
    context->unusable = opened.text();
}
