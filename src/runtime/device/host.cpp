#include "runtime/device/host.h"

#include "runtime/device/device_context.h"

using namespace planish::device;

int32_t planish_device_sync(planish_context* context) { return planish_wait(context, nullptr); }

planish_block* planish_device_upload(planish_context* context, const void* from, int64_t bytes) {
  planish_block* block = planish_new_block(context, bytes);
  if (block == nullptr) return nullptr;
  if (planish_upload(context, planish_device_data(block), from, bytes) == PLANISH_OK) return block;
  planish_device_free(context, block);
  return nullptr;
}

int32_t planish_device_download(planish_context* context, void* to, const void* from,
                                int64_t bytes) {
  return planish_download(context, to, from, bytes);
}

void* planish_device_data(const planish_block* block) {
  return reinterpret_cast<const planish_device_block*>(block)->data;
}
