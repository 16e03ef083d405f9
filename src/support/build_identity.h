// Which build this code is part of.
#pragma once

#include <string>

namespace planish {

// The build id that the linker put into the library (or executable) that this function is part of,
// in hexadecimal: another for each change of its code.
std::string build_identity();

}  // namespace planish
