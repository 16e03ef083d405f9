// A scan with a function that is applied to what it gives, as a scan and a map.
#pragma once

#include <array>

#include "ir/program.h"

namespace planish::passes {

// Two statements in place of one, whose operation is this scan with a `post`.
std::array<ir::Stm, 2> unfused(ir::Storage& storage, const ir::Stm& stm, const ir::Scan& scan);

}  // namespace planish::passes
