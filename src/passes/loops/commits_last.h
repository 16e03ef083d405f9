// Moves what is seen from outside of an iteration that takes chunks behind what only computes: Note
// [Steps that are done again] in ir/chunk_steps.h.
//
//   tell planish_sink_put …             let total = …
//   let total = …                ==>    tell planish_sink_put …
#pragma once

#include "ir/program.h"

namespace planish::passes {

ir::Program commits_last(const ir::Program& program);

}  // namespace planish::passes
