// Code for scalars, checks, and what gives what it takes.
#pragma once

#include "interp/compile/code_writer.h"

namespace planish::interp {

class ScalarOps : public CodeWriter {
 public:
  using CodeWriter::CodeWriter;

  void operation(const ir::Same& op);
  void operation(const ir::Opaque& op);
  void operation(const ir::Unary& op);
  void operation(const ir::Binary& op);
  void operation(const ir::Ternary& op);
  void operation(const ir::Convert& op);
  void operation(const ir::FromBits& op);
  void operation(const ir::Tuning& op);
  void operation(const ir::Trace& op);
  void operation(const ir::Check& op);
};

}  // namespace planish::interp
