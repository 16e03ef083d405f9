#include "runtime/device/failures.h"

#include <algorithm>

#include "runtime/native/failure.h"

namespace planish::device {
namespace {

// The calls of the host that the kernel was launched in, if they are not those that the host is in
// now, and will tell of itself.
void add_callers(planish_context& context, const CallLog& calls,
                 const planish_device_failure& failure) {
  if (!calls.is_elsewhere(failure.claimed)) return;
  for (const CallLog::Call& call : calls.calls_of(failure.claimed))
    planish_add_caller(&context, call.path, call.path_count);
  native::ignore_callers(context, calls.depth());
}

}  // namespace

const void* address(const planish_device_program& program, const void* number) {
  return program.addresses[reinterpret_cast<uintptr_t>(number) - 1];
}

int32_t record(planish_context& context, const planish_device_program& program,
               const CallLog& calls, const planish_device_failure& failure) {
  if (failure.status == PLANISH_CANCELLED) return PLANISH_CANCELLED;
  const auto text_at = [&](const void* number) {
    return static_cast<const char* const*>(address(program, number));
  };
  if (failure.site != nullptr)
    planish_fail(&context, static_cast<const planish_check_site*>(address(program, failure.site)),
                 failure.values);
  else if (failure.status == PLANISH_OUT_OF_MEMORY)
    native::record_out_of_memory(context, failure.bytes);
  else
    native::record_failure(context, "recursion too deep");
  if (failure.place != nullptr)
    planish_add_place(&context, text_at(failure.place), failure.place_length);
  const auto add = [&](int64_t call) {
    planish_add_caller(&context, text_at(failure.calls[call]), failure.call_lengths[call]);
  };
  constexpr int64_t kFirst = 12;
  constexpr int64_t kLast = 4;
  for (int64_t i = 0; i < std::min(failure.call_count, kFirst); i++) add(i);
  if (failure.calls_left_out > 0) native::leave_out_callers(context, failure.calls_left_out);
  for (int64_t i = std::max(kFirst, failure.call_count - kLast); i < failure.call_count; i++)
    add(kFirst + (i - kFirst) % kLast);
  add_callers(context, calls, failure);
  return failure.status;
}

}  // namespace planish::device
