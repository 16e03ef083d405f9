// From the checked syntax tree to CORE.
//
// One walk does it all, as an interpreter would that does not know the numbers yet: modules,
// functions and types are values of the compiler, and only what depends on input becomes code. See
// docs/lowering.md.
#pragma once

#include <memory>

#include "ir/program.h"
#include "sema/modules/check.h"
#include "values/outside.h"
#include "values/program_builder.h"

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

namespace lower {
class Lowering;
}

// What is compiled of a checked program, as a part of a program that may have functions of other
// languages, too. Throws values::Unsupported after a report to cx.diags.
class ProgramLowering {
 public:
  // All must live as long as this; `outside` has the functions that the program imports of others, or is
  // null.
  ProgramLowering(SemaContext& cx, const CheckedProgram& program, const LowerOptions& options,
                  values::ProgramBuilder& made, values::OutsideFunctions* outside);
  ~ProgramLowering();

  // The entry points of the root file (the last file), and what they need.
  void add_entries();
  // A call of a definition of the root file, where the builder is: the leaves of its result.
  std::vector<values::Atom> call(const ValueSymbol& function,
                                 std::span<const values::Shape* const> types,
                                 const std::vector<values::Atom>& argument);

 private:
  std::unique_ptr<lower::Lowering> lowering_;
};

// A program whose entry points are those of the root file, which imports nothing of other languages. The
// program was checked without errors. What cannot be compiled (such as derivatives, for now) is reported to cx.diags,
// and the result has no functions.
ir::Program lower_program(SemaContext& cx, const CheckedProgram& program,
                          const LowerOptions& options = {});

}  // namespace planish
