// What is called where a definition names a foreign function, in words.
#pragma once

#include <string>

#include "ir/program.h"
#include "target/foreign_code.h"

namespace planish::explain {

// A line for each such definition of the lowered program; empty: there is none. `linked`: what users
// link; null: nothing.
std::string foreign_text(const ir::Program& lowered, const ForeignCode* linked, Machine machine);

}  // namespace planish::explain
