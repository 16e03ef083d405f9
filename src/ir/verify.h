// Checks that a program keeps the rules of the IR. A pass that gives a program with an error here
// has a bug.
//
// The rules are listed in docs/ir.md. The cost is close to linear in the size of the program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/program.h"

namespace planish::ir {

enum class Rule : uint8_t {
  Stage,         // operations stand where node.def says
  Structure,     // what an operation must have is there
  Scope,         // variables are bound before they are used
  Binders,       // no two binders bind the same variable
  Constants,     // constants are values of their types
  Types,         // operands, results and patterns have the types that the operation needs
  Shapes,        // dimensions that are known to differ are not used as equal
  Counts,        // of operands, parameters and results
  Calls,         // functions exist, with unique names
  Entries,       // descriptions of entry points fit their functions
  Certificates,  // are bound by checks
  Consumption,   // nothing is used after it was consumed, and only what may be is consumed
};
std::string_view rule_text(Rule rule);

struct VerifyError {
  Rule rule{};
  std::string message;
  PlaceId place;
  Name function;
};

// No errors: an empty list. It ends after kMaxVerifyErrors. Needs a large stack for programs that
// are nested deeply.
inline constexpr size_t kMaxVerifyErrors = 50;
std::vector<VerifyError> verify(const Program& program);

// "types: add takes operands of one type, but x_1 is an i64 and y_2 an f32, in main
// (dot.fut:3:14-20)"
std::string error_text(const Storage& storage, const VerifyError& error);

}  // namespace planish::ir
