#pragma once

#include <span>

#include "support/embedded_file.h"

namespace planish {

// All files of prelude/nesl. The path is such as "/prelude/nesl/vectors". The build generates the
// definition.
std::span<const EmbeddedFile> embedded_nesl_prelude();

}  // namespace planish
