// A failure in a kernel, recorded as if it had happened on the host.
#pragma once

#include <cstdint>

#include "runtime/device/call_log.h"
#include "runtime/device_abi.h"
#include "runtime/native/context.h"

namespace planish::device {

// What device code names by number.
const void* address(const planish_device_program& program, const void* number);

// Records it in the context. Gives its status.
int32_t record(planish_context& context, const planish_device_program& program,
               const CallLog& calls, const planish_device_failure& failure);

}  // namespace planish::device
