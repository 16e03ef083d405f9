#include "passes/flatten/flatten.h"

#include "passes/flatten/flattening.h"
#include "passes/flatten/prepare.h"

namespace planish::passes {

using namespace ir;

Program flatten(const Program& program, const Target& target, Decisions* decisions) {
  if (program.stage == Stage::Flat) return program;
  const Program prepared = prepare_for_flattening(program);
  return Flattening(prepared, target, decisions).flattener.run();
}

}  // namespace planish::passes
