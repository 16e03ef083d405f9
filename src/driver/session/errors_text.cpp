#include "driver/session/errors_text.h"

namespace planish {

std::string errors_text(Session& session, Color color) {
  std::string out;
  for (const Diagnostic* diagnostic :
       display_order(session.diags().all(), session.sources(), Warnings::Hide))
    out += render_text(*diagnostic, session.sources(), {.color = color});
  return out;
}

}  // namespace planish
