// What must hold for every program, and the report when it does not.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "codegen/codegen.h"
#include "driver/session/session.h"

namespace planish::random_programs {

struct Finding {
  std::string
      kind;  // "simplify: other results": findings with the same cause mostly have the same kind
  std::string detail;  // several lines
};

struct Subject {
  std::string source;
  std::string input;
  uint64_t order_seed = 0;          // chooses the orders of passes
  bool fails_at_one_place = false;  // at most, so another failure cannot come first
};

// What is checked.
struct Compiler {
  Session& session;
  codegen::CodeGenerator* generator;  // null: no machine code is made
};

// Checks that the program is accepted, that lowering keeps the rules of the IR, that its text reads
// back to the same program, and that the same holds after passes in several orders, and that the
// interpreter gives the same results or the same failure each time, and so does machine code, and
// for some programs an emulated GPU.
// Nothing: all is well. Needs a large stack.
std::optional<Finding> check_subject(const Compiler& compiler, const Subject& subject);

// Runs the check in a process of its own, so that a crash is a finding as well. The compiler is as
// before afterwards.
std::optional<Finding> check_isolated(const Compiler& compiler, const Subject& subject);

}  // namespace planish::random_programs
