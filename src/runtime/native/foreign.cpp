// Calls of functions that users link.
#include <mutex>
#include <string>

#include "runtime/foreign_abi.h"

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

void* allocate(planish_foreign* call, int32_t result, const int64_t* shape) {
  if (call->status != PLANISH_OK) return nullptr;
  for (int64_t i = 0; i < call->array_count; i++) {
    planish_foreign_array& array = call->arrays[i];
    if (array.result != result || array.block != nullptr) continue;
    const int64_t bytes = byte_count(*call, array, shape);
    if (bytes < 0) return nullptr;
    array.block = planish_allocate(call->context, bytes);
    if (array.block == nullptr) {
      call->status = PLANISH_OUT_OF_MEMORY;
      planish_add_place(call->context, call->path, call->path_count);
      return nullptr;
    }
    return reinterpret_cast<char*>(array.block) + PLANISH_BLOCK_HEADER;
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

void planish_foreign_begin(planish_foreign* call) {
  call->allocate = allocate;
  call->fail = fail_with;
  call->status = PLANISH_OK;
}

int32_t planish_foreign_end(planish_foreign* call, int32_t returned) {
  if (call->status == PLANISH_OK && returned != 0)
    fail(*call, std::string("the foreign function ") + call->symbol + " failed with status " +
                    std::to_string(returned));
  for (int64_t i = 0; i < call->array_count && call->status == PLANISH_OK; i++) {
    if (call->arrays[i].block == nullptr)
      fail(*call, result_name(*call, call->arrays[i].result) + " was not allocated");
  }
  if (call->status == PLANISH_OK) return PLANISH_OK;
  for (int64_t i = 0; i < call->array_count; i++) {
    if (call->arrays[i].block != nullptr) planish_free(call->context, call->arrays[i].block);
  }
  return call->status;
}

void planish_foreign_lock(void) { serial_mutex().lock(); }
void planish_foreign_unlock(void) { serial_mutex().unlock(); }
