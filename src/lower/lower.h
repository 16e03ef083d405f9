// From the checked syntax tree to CORE.
//
// One walk does it all, as an interpreter would that does not know the numbers yet: modules,
// functions and types are values of the compiler, and only what depends on input becomes code. See
// docs/lowering.md.
#pragma once

#include "ir/program.h"
#include "sema/modules/check.h"

namespace planish {

enum class Inlining : uint8_t {
  Usual,
  // As if all definitions with parameters, those of the prelude apart, had the attribute
  // `noinline`: for tests, since inlining hides mistakes in what is done to calls.
  Never,
};

struct LowerOptions {
  // Entry points to compile; empty: all of the root file.
  std::vector<std::string_view> entries;
  Inlining inlining = Inlining::Usual;
};

// A program whose entry points are those of the root file (the last file). The program was checked
// without errors. What cannot be compiled (such as derivatives, for now) is reported to cx.diags,
// and the result has no functions.
ir::Program lower_program(SemaContext& cx, const CheckedProgram& program,
                          const LowerOptions& options = {});

}  // namespace planish
