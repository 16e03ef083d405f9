// Functions, bodies and statements.
#pragma once

#include "interp/compile/code_writer.h"

namespace planish::interp {

class Bodies : public CodeWriter {
 public:
  using CodeWriter::CodeWriter;

  void run();  // all functions

  // The code of a body in the one that is open, after some instructions. The first results are
  // moved to the slots.
  Code statements(const ir::Body& body, std::span<const Slot> to, std::vector<Instr> first = {});
  Code body(const ir::Body& body, std::span<const Slot> to);
  // The last parameters get elements of the arrays.
  Code lambda(const ir::Lambda& fn, std::span<const Slot> to, std::span<const ir::Var> arrays,
              std::vector<Slot>& params);

 private:
  void function(FunctionCode& fn);
  void link_calls();
  void statement(const ir::Stm& stm);
  std::vector<Source> sources_of_results(std::span<const ir::Atom> results);
  void release_after_last_use(Code& code, size_t start, std::span<const size_t> ends);
};

}  // namespace planish::interp
