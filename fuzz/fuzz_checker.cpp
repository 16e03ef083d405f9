// The whole front end on any bytes: it ends, and what it reports can be shown.
#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "diag/render.h"
#include "driver/session/session.h"
#include "support/large_stack.h"

namespace {

using namespace planish;

// Checking the prelude costs more than checking most inputs, so a session serves several of them.
constexpr int kInputsOfSession = 200;

struct Sessions {
  std::unique_ptr<Session> current;
  int inputs = 0;

  Session& next() {
    if (current == nullptr || ++inputs % kInputsOfSession == 0)
      current = std::make_unique<Session>();
    current->diags().truncate(0);
    return *current;
  }
};

void check(Session& session, int number, const std::string& text) {
  // In a folder that is not there, so that imports find nothing but the prelude.
  session.check(*session.add_text(fmt::format("/nonexistent/input{}.fut", number), text));
  std::vector<const Diagnostic*> shown = display_order(session.diags().all(), session.sources());
  for (const Diagnostic* diagnostic : shown) {
    if (render_text(*diagnostic, session.sources()).empty()) std::abort();
  }
  if (render_json(shown, session.sources()).empty()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static Sessions sessions;
  std::string text(reinterpret_cast<const char*>(data), size);
  run_with_large_stack([&] {
    Session& session = sessions.next();
    check(session, sessions.inputs, text);
  });
  return 0;
}
