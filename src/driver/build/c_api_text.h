// The C headers that generated C files contain: runtime/abi.h and runtime/c_api/client.h, embedded
// by the build.
#pragma once

#include <span>

#include "support/embedded_file.h"

namespace planish {

std::span<const EmbeddedFile> embedded_c_headers();

}  // namespace planish
