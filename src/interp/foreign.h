// Functions of the runtime that a program calls by their symbols (ir::Foreign), as the interpreter
// runs them. It never calls what users link: passes::choose_foreign leaves them their bodies.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/value.h"
#include "runtime/world.h"

namespace planish::interp {

struct ForeignCall {
  runtime::World& world;                // of the program
  std::vector<runtime::Value> args;     // those of the operation, then what it overwrites
  std::vector<runtime::Value> results;  // what it gives: a value for each variable that is bound
  std::optional<std::string> failure;   // why it failed; nothing: it did not
};
using ForeignFunction = void (*)(ForeignCall& call);

// Null: there is none of this name.
ForeignFunction find_foreign_function(std::string_view symbol);

}  // namespace planish::interp
