// MD5 (RFC 1321): for names that other tools make in the same way, not for security.
#pragma once

#include <string>
#include <string_view>

namespace planish {

// 32 hexadecimal digits.
std::string md5(std::string_view bytes);

}  // namespace planish
