// Markdown on a terminal: headings, paragraphs, lists and code as they are used in docs/errors.
#pragma once

#include <string>
#include <string_view>

#include "diag/render.h"

namespace planish::tools {

std::string render_markdown(std::string_view text, Color color);

}  // namespace planish::tools
