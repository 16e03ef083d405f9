// Code for branches, loops and calls.
#pragma once

#include "interp/compile/bodies.h"

namespace planish::interp {

class ControlOps : public CodeWriter {
 public:
  ControlOps(CompileState& state, Bodies& bodies) : CodeWriter(state), bodies_(bodies) {}

  void operation(const ir::If& op);
  void operation(const ir::Match& op);
  void operation(const ir::Loop& op);
  void operation(const ir::Call& op);
  void operation(const ir::Foreign& op);

 private:
  Bodies& bodies_;
};

}  // namespace planish::interp
