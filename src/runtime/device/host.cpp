#include "runtime/device/host.h"

#include "runtime/device/device_context.h"
#include "runtime/native/failure.h"

using namespace planish;
using namespace planish::device;

namespace {

// What a host asks for outside of a run. Gives a status.
template <class Body>
int32_t outside_of_runs(planish_context* context, Body&& body) {
  std::lock_guard lock(context->run_mutex);
  native::forget_failure(*context);
  int32_t status = PLANISH_FAILED;
  if (context->device == nullptr)
    native::record_failure(*context, context->unusable);
  else
    status = guarded(context, body);
  if (status != PLANISH_OK) native::finish_failure(*context);
  return status;
}

}  // namespace

int32_t planish_device_sync(planish_context* context) {
  return outside_of_runs(context, [](DeviceContext& device) { return device.wait(); });
}

planish_block* planish_device_upload(planish_context* context, const void* from, int64_t bytes) {
  DeviceBlock* block = nullptr;
  outside_of_runs(context, [&](DeviceContext& device) {
    block = device.allocate(bytes);
    if (block == nullptr) return int32_t{PLANISH_OUT_OF_MEMORY};
    const int32_t status = device.write(block->visible.data, from, bytes);
    if (status == PLANISH_OK) return status;
    device.free(reinterpret_cast<planish_block*>(block));
    block = nullptr;
    return status;
  });
  return reinterpret_cast<planish_block*>(block);
}

int32_t planish_device_download(planish_context* context, void* to, const void* from,
                                int64_t bytes) {
  return outside_of_runs(context,
                         [&](DeviceContext& device) { return device.read(to, from, bytes); });
}

void* planish_device_data(const planish_block* block) {
  return reinterpret_cast<const planish_device_block*>(block)->data;
}

const char* planish_device_name(const planish_context* context) {
  if (context->device == nullptr) return "";
  return static_cast<const DeviceContext&>(*context->device).limits().name.c_str();
}
