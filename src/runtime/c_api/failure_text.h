// The failure of a run as a user sees it.
#pragma once

#include <string>

#include "runtime/call_path.h"
#include "runtime/native/host.h"

namespace planish::client {

// "Error: …" and the places that lead there, each in a line.
inline std::string failure_text(const planish_context* context) {
  std::string text = std::string("Error: ") + planish_failure_message(context) + "\n";
  int64_t count = planish_failure_path_count(context);
  for (int64_t i = 0; i < count; i++)
    text += runtime::call_path_line(static_cast<size_t>(i), planish_failure_path(context, i));
  return text;
}

}  // namespace planish::client
