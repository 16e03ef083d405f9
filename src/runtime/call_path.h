// How the calls that led to a failure are told: of a long path, as recursion makes it, only both
// ends. Calls count whether they were inlined or not.
//
//   at prog.fut:2:6-10
//   called from prog.fut:3:12-24
//   … 187 more calls …
//   called from prog.fut:4:1-40
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace planish::runtime {

inline constexpr size_t kInnermostCalls = 12;
inline constexpr size_t kOutermostCalls = 4;

// Stands in a path for calls that are left out.
inline std::string calls_left_out(size_t count) {
  return "… " + std::to_string(count) + " more calls …";
}

// The line of a message for the entry of a path with this number.
inline std::string call_path_line(size_t number, std::string_view entry) {
  const std::string_view before = number == 0              ? "  at "
                                  : entry.starts_with("…") ? "  "
                                                           : "  called from ";
  return std::string(before) + std::string(entry) + "\n";
}

}  // namespace planish::runtime
