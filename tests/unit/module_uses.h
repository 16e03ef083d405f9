// Follows the names of a checked program to their definitions, from frame to frame.
#pragma once

#include <string>
#include <vector>

#include "lower/frame.h"

namespace planish {

struct ModuleUses {
  size_t count = 0;                   // uses of names of definitions
  std::vector<std::string> problems;  // what does not fit
};

// Where to begin: in all files, or in those that are not of the prelude.
enum class UsesIn : uint8_t { AllFiles, UserFiles };

// From the definitions outside of parametric modules, follows every name to its definition, and on
// through the definition's body. There must be one, its type must be the type at the use after all
// abstract types have been replaced by what implements them, and sizes must mention only what is
// known at their place.
ModuleUses follow_uses(const SemaContext& cx, const CheckedProgram& program,
                       const lower::Modules& modules, UsesIn where);

// The type without sizes, after all abstract types have been replaced: `[](i32, t)`.
std::string implemented_type(const SemaContext& cx, const Type* type, const lower::Frame* frame);

}  // namespace planish
