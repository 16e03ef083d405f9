#pragma once

// What terminals take for colours and lines.

#include <string_view>

namespace planish::tools {

inline constexpr std::string_view kBold = "\033[1m";
inline constexpr std::string_view kRed = "\033[1;31m";
inline constexpr std::string_view kGreen = "\033[32m";
inline constexpr std::string_view kPlain = "\033[0m";
inline constexpr std::string_view kClearLine = "\r\033[K";

}  // namespace planish::tools
