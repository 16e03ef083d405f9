#pragma once

#include <span>

#include "support/embedded_file.h"

namespace planish {

// All files of prelude/, with templates expanded. The path is the import path, such as
// "/prelude/soacs", without extension. The build generates the definition.
std::span<const EmbeddedFile> embedded_prelude();

}  // namespace planish
