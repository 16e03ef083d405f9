// Calls of functions that users link.
#include <mutex>
#include <string>

#include "runtime/foreign_abi.h"
#include "runtime/native/context.h"

namespace {

int32_t fail(planish_foreign& call, const std::string& message) {
  const planish_message_part part{message.c_str(), 0};
  const planish_check_site site{&part, 1, call.path, call.path_count};
  call.status = planish_fail(call.context, &site, nullptr);
  return call.status;
}

std::string result_name(const planish_foreign& call, int64_t result) {
  return "result " + std::to_string(result) + " of the foreign function " + call.symbol;
}

// The bytes of an array of this shape; nothing: the shape is wrong, and the call has failed.
int64_t byte_count(planish_foreign& call, const planish_foreign_array& array,
                   const int64_t* shape) {
  int64_t bytes = array.elem_bytes;
  for (int64_t d = 0; d < array.rank; d++) {
    if (shape[d] < 0) {
      fail(call, result_name(call, array.result) + " has a size of " + std::to_string(shape[d]));
      return -1;
    }
    const bool is_known = array.dims[d] >= 0;
    const int64_t known = is_known ? array.dims[d] : call.sizes[-1 - array.dims[d]];
    if (known < 0) {
      call.sizes[-1 - array.dims[d]] = shape[d];
    } else if (known != shape[d]) {
      fail(call, result_name(call, array.result) + " has a size of " + std::to_string(shape[d]) +
                     " where there must be " + std::to_string(known));
      return -1;
    }
    if (__builtin_mul_overflow(bytes, shape[d], &bytes)) bytes = INT64_MAX;
  }
  return bytes;
}

// Where arrays are made that a function asks for.
struct HostMemory {
  static planish_block* new_block(planish_context& context, int64_t bytes) {
    return planish_allocate(&context, bytes);
  }
  static void* data_of(const planish_context&, planish_block& block) {
    return reinterpret_cast<char*>(&block) + PLANISH_BLOCK_HEADER;
  }
};
struct DeviceMemory {
  static planish_block* new_block(planish_context& context, int64_t bytes) {
    return context.device->new_block(bytes);
  }
  static void* data_of(const planish_context& context, planish_block& block) {
    return context.device->data_of(block);
  }
};

template <class Memory>
void* allocate(planish_foreign* call, int32_t result, const int64_t* shape) {
  if (call->status != PLANISH_OK) return nullptr;
  for (int64_t i = 0; i < call->array_count; i++) {
    planish_foreign_array& array = call->arrays[i];
    if (array.result != result || array.block != nullptr) continue;
    const int64_t bytes = byte_count(*call, array, shape);
    if (bytes < 0) return nullptr;
    array.block = Memory::new_block(*call->context, bytes);
    if (array.block == nullptr) {
      call->status = PLANISH_OUT_OF_MEMORY;
      planish_add_place(call->context, call->path, call->path_count);
      return nullptr;
    }
    return Memory::data_of(*call->context, *array.block);
  }
  fail(*call, std::string("the foreign function ") + call->symbol +
                  " asks for memory for its result " + std::to_string(result) +
                  ", which needs none or has it");
  return nullptr;
}

int32_t fail_with(planish_foreign* call, const char* message) {
  if (call->status == PLANISH_OK) fail(*call, message);
  return PLANISH_FAILED;
}

// Foreign functions are the process's, not a context's.
std::mutex& serial_mutex() {
  static std::mutex mutex;
  return mutex;
}

}  // namespace

void planish_foreign_begin_on_host(planish_foreign* call) {
  call->allocate = allocate<HostMemory>;
  call->fail = fail_with;
  call->status = PLANISH_OK;
}

int32_t planish_foreign_begin(planish_foreign* call) {
  planish_foreign_begin_on_host(call);
  if (call->context->device == nullptr) return PLANISH_OK;
  call->allocate = allocate<DeviceMemory>;
  return call->context->device->lend();
}

int32_t planish_foreign_show(planish_context* context, const void* data) {
  return context->device->pin(data);
}

int32_t planish_foreign_end(planish_foreign* call, int32_t returned) {
  if (call->allocate == allocate<DeviceMemory>) call->context->device->take_back();
  if (call->status == PLANISH_OK && returned != 0)
    fail(*call, std::string("the foreign function ") + call->symbol + " failed with status " +
                    std::to_string(returned));
  for (int64_t i = 0; i < call->array_count && call->status == PLANISH_OK; i++) {
    if (call->arrays[i].block == nullptr)
      fail(*call, result_name(*call, call->arrays[i].result) + " was not allocated");
  }
  if (call->status == PLANISH_OK) return PLANISH_OK;
  for (int64_t i = 0; i < call->array_count; i++) {
    planish_block* block = call->arrays[i].block;
    if (block == nullptr) continue;
    if (call->allocate == allocate<DeviceMemory>)
      call->context->device->free(block);
    else
      planish_free(call->context, block);
  }
  return call->status;
}

void planish_foreign_lock(void) { serial_mutex().lock(); }
void planish_foreign_unlock(void) { serial_mutex().unlock(); }
