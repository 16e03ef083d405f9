// The whole front end on any bytes: it ends, and what it reports can be shown.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "diag/render.h"
#include "driver/session.h"
#include "support/large_stack.h"

namespace {

using namespace planish;

void check(const std::string& text) {
  Session session;
  // In a folder that is not there, so that imports find nothing but the prelude.
  session.check(*session.add_text("/nonexistent/input.fut", text));
  std::vector<const Diagnostic*> shown = display_order(session.diags().all(), session.sources());
  for (const Diagnostic* diagnostic : shown) {
    if (render_text(*diagnostic, session.sources()).empty()) std::abort();
  }
  if (render_json(shown, session.sources()).empty()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  run_with_large_stack([&] { check(text); });
  return 0;
}
