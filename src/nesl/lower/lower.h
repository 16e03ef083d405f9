// From checked NESL programs to CORE. See docs/nesl-lowering.md.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "diag/diagnostic.h"
#include "ir/program.h"
#include "nesl/types/check.h"
#include "support/source.h"

namespace planish::nesl {

// What becomes an entry point: an expression of a form, which takes nothing, a function at types, or the
// binding of names, which gives 0 when it is done.
struct LoweredEntry {
  std::string name;
  const Expr* expr = nullptr;
  const Definition* function = nullptr;
  const Definition* bound = nullptr;  // one of the names
  std::span<const Type* const> type_args = {};
  uint32_t form = 0;  // whose bodies of definitions are used
};

struct LowerInput {
  Checker& checker;
  const SourceMap& sources;
  Interner& names;
  Diagnostics& diags;
  uint64_t seed = 0;  // of random numbers
};

// A program with these entry points, which have no functions in their types. What cannot be compiled
// is reported, and the result has no functions then. The caller's stack is a large one.
ir::Program lower(const LowerInput& input, std::span<const LoweredEntry> entries);

}  // namespace planish::nesl
