// Calls of functions that only the host of a GPU can call.
//
// Note [Foreign functions of the host]
// A foreign function for GPUs that works on arrays is called by the host, with addresses on the
// device. No thread can call it. So a call in the function of an operator stays one of the body of
// the definition, as does one in a function of the program that is called there; all others call a
// version of the definition that calls the foreign function. If there is a foreign function for all
// rows, that version is called in maps, too, which flattening takes apart there.
#pragma once

#include <unordered_map>

#include "ir/program.h"

namespace planish::passes {

struct HostVersion {
  Name name;
  bool is_lifted = false;  // there is a foreign function for all rows
};

// `versions`: those of definitions, by their names. They are functions of the program.
ir::Program call_host_versions(const ir::Program& program,
                               const std::unordered_map<Name, HostVersion>& versions);

}  // namespace planish::passes
