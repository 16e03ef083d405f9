// From checked NESL programs to CORE. See docs/nesl-lowering.md.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "diag/diagnostic.h"
#include "ir/program.h"
#include "nesl/types/check.h"
#include "support/source.h"
#include "values/outside.h"
#include "values/program_builder.h"

namespace planish::nesl {

// What becomes an entry point: an expression of a form, which takes nothing, a function at types, or the
// binding of names, which gives what they are bound to, if its type is said, or else 0 when it is done.
struct LoweredEntry {
  std::string name;
  const Expr* expr = nullptr;
  const Definition* function = nullptr;
  const Definition* bound = nullptr;  // one of the names
  const Type* given = nullptr;        // what the binding gives; null: 0
  std::span<const Type* const> type_args = {};
  uint32_t form = 0;  // whose bodies of definitions are used
};

struct LowerInput {
  Checker& checker;
  const SourceMap& sources;
  Interner& names;
  Diagnostics& diags;
  uint64_t seed = 0;                            // of random numbers
  values::OutsideFunctions* outside = nullptr;  // functions of other languages; null: none
};

class Lowering;

// What is compiled of a checked program, as a part of a program that may have functions of other
// languages, too. Throws values::Unsupported after a report. The caller's stack is a large one.
class ProgramLowering {
 public:
  ProgramLowering(const LowerInput& input, values::ProgramBuilder& made);
  ~ProgramLowering();

  void add_entries(std::span<const LoweredEntry> entries);
  // A call of a function, or the value of a name, where the builder is: the leaves of the result. `types`
  // are those that the parameters of its type stand for.
  std::vector<values::Atom> call(const Definition& definition, std::span<const Type* const> types,
                                 std::vector<values::Atom> argument);

 private:
  std::unique_ptr<Lowering> lowering_;
};

}  // namespace planish::nesl
