#pragma once

#include <span>

#include "support/embedded_file.h"

namespace planish {

// All files of docs/errors/: the path is the code of a diagnostic, such as "size-mismatch", the
// text is Markdown. The build generates the definition.
std::span<const EmbeddedFile> embedded_explanations();

}  // namespace planish
