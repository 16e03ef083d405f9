#include "interp/compile.h"

#include "interp/compile/bodies.h"

namespace planish::interp {

std::unique_ptr<ProgramCode> compile(const ir::Program& program) {
  auto code = std::make_unique<ProgramCode>();
  CompileState state(program, *code);
  Bodies(state).run();
  return code;
}

}  // namespace planish::interp
