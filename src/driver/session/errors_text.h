// What was wrong, as text.
#pragma once

#include <string>

#include "diag/render.h"
#include "driver/session/session.h"

namespace planish {

// All errors of a session, in the order in which they are shown, without warnings.
std::string errors_text(Session& session, Color color);

}  // namespace planish
