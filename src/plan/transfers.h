// How a body gives on arrays: to functions, branches, loops, and to whoever runs it.
#pragma once

#include "plan/memory.h"

namespace planish::plan {

struct TransferContext {
  const ir::Program& program;
  const Layouts& layouts;
  const Roots& roots;
  const PlacedResults& placed;
  const StridedParams& strided;
};

// What statement `position` of the body does. The last uses are there.
StmMemory plan_transfers(const TransferContext& cx, const ir::Body& body, size_t position,
                         const BodyMemory& memory);
// Sets the transfers of the results.
void plan_result_transfers(const TransferContext& cx, const ir::Body& body, BodyMemory& memory);

}  // namespace planish::plan
