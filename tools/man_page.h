// The manual page planish(1), made from the table of commands as the help texts are.
#pragma once

#include <string>

namespace planish::tools {

// For man(1).
std::string man_page();

}  // namespace planish::tools
