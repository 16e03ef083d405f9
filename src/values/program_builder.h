// A program while it is made, by one front end or by several in turn.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "ir/program.h"
#include "values/value_builder.h"

namespace planish::values {

// Thrown when something cannot be compiled: the diagnostic was made.
struct Unsupported {};

class ProgramBuilder {
 public:
  explicit ProgramBuilder(Interner& names_of_fields) : values(builder, names_of_fields) {}

  // A name for a function of the program. The first one to ask gets the name itself.
  Name unique_name(std::string_view base);

  ir::Program program;
  Builder builder{*program.storage};  // of all functions: one may be made in the middle of another
  ValueBuilder values;

 private:
  std::unordered_map<std::string, int> names_;  // that are taken, and how often they were asked for
};

}  // namespace planish::values
