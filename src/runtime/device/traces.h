// Output of `trace` in threads (planish_device_traces), shown as if the host had written it.
#pragma once

#include <cstdint>

#include "runtime/device/device_context.h"

namespace planish::device {

// Of so many words that threads traced, those for which there was room. Gives a status.
int32_t show_traces(DeviceContext& device, uint64_t words);

}  // namespace planish::device
