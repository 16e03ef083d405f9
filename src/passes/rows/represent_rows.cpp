#include "passes/rows/represent_rows.h"

#include "passes/rows/row_representer.h"

namespace planish::passes {

using namespace ir;

Program represent_rows(const Program& program) {
  return program.stage == Stage::Core ? RowRepresenter(program).run() : program;
}

}  // namespace planish::passes
