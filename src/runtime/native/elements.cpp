// Arrays of hosts, in memory of the host or of a device.
#include <cstring>
#include <mutex>
#include <new>

#include "runtime/native/context.h"
#include "runtime/native/failure.h"

namespace planish::native {
namespace {

// `body` gets the device part of the context and gives a status.
template <class Body>
int32_t on_device(planish_context& context, Body&& body) {
  std::lock_guard lock(context.run_mutex);
  forget_failure(context);
  int32_t status = PLANISH_FAILED;
  try {
    if (context.device == nullptr)
      record_failure(context, context.unusable);
    else
      status = body(*context.device);
  } catch (const std::bad_alloc&) {
    status = PLANISH_OUT_OF_MEMORY;
  }
  if (status != PLANISH_OK) finish_failure(context);
  return status;
}

bool is_for_device(const planish_context& context) { return context.config.device != nullptr; }

int32_t copy_on_host(void* to, const void* from, int64_t bytes) {
  if (bytes > 0) std::memcpy(to, from, static_cast<size_t>(bytes));
  return PLANISH_OK;
}

}  // namespace
}  // namespace planish::native

using namespace planish::native;

planish_block* planish_new_block(planish_context* context, int64_t bytes) {
  if (!is_for_device(*context)) return planish_allocate(context, bytes);
  planish_block* block = nullptr;
  on_device(*context, [&](DevicePart& device) {
    block = device.new_block(bytes);
    return block == nullptr ? int32_t{PLANISH_OUT_OF_MEMORY} : int32_t{PLANISH_OK};
  });
  return block;
}

void planish_free_block(planish_context* context, planish_block* block) {
  if (is_for_device(*context))
    context->device->free(block);
  else
    planish_free(context, block);
}

void* planish_block_data(const planish_context* context, const planish_block* block) {
  if (is_for_device(*context)) return context->device->data_of(*block);
  return reinterpret_cast<std::byte*>(const_cast<planish_block*>(block)) + PLANISH_BLOCK_HEADER;
}

int32_t planish_pin(planish_context* context, const void* data) {
  if (!is_for_device(*context)) return PLANISH_OK;
  return on_device(*context, [&](DevicePart& device) { return device.pin(data); });
}

int32_t planish_upload(planish_context* context, void* to, const void* from, int64_t bytes) {
  if (!is_for_device(*context)) return copy_on_host(to, from, bytes);
  return on_device(*context, [&](DevicePart& device) { return device.write(to, from, bytes); });
}

int32_t planish_download(planish_context* context, void* to, const void* from, int64_t bytes) {
  if (!is_for_device(*context)) return copy_on_host(to, from, bytes);
  return on_device(*context, [&](DevicePart& device) { return device.read(to, from, bytes); });
}

int32_t planish_copy(planish_context* context, void* to, const void* from, int64_t bytes) {
  if (!is_for_device(*context)) return copy_on_host(to, from, bytes);
  return on_device(*context, [&](DevicePart& device) { return device.copy(to, from, bytes); });
}

int32_t planish_clear(planish_context* context, void* to, int64_t bytes) {
  if (is_for_device(*context))
    return on_device(*context, [&](DevicePart& device) { return device.clear(to, bytes); });
  if (bytes > 0) std::memset(to, 0, static_cast<size_t>(bytes));
  return PLANISH_OK;
}

int32_t planish_wait(planish_context* context, const unsigned char* interrupt) {
  if (!is_for_device(*context)) return PLANISH_OK;
  return on_device(*context, [&](DevicePart& device) {
    context->interrupt = interrupt;
    const int32_t status = device.wait();
    context->interrupt = nullptr;
    return status;
  });
}
