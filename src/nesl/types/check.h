// Checks NESL programs: names, types, classes, redefinitions. Annotates their trees (Note [Typed
// trees] in nesl/syntax/ast.h).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"
#include "nesl/syntax/ast.h"
#include "nesl/types/definition.h"
#include "nesl/types/outside.h"
#include "nesl/types/type_table.h"
#include "support/arena.h"
#include "support/name.h"
#include "support/source.h"

namespace planish::nesl {

// Finds the file of `load "name"`, seen from a file. Null: there is none.
using FileFinder = std::function<const SourceFile*(std::string_view name, const SourceFile& from)>;

// What the names of a session mean; grows form by form. The prelude is in it from the beginning, and
// its functions are checked when they are first used.
class Checker {
 public:
  // Everything must live as long as the checker.
  // `outside` has the files of other languages; null: they cannot be loaded.
  Checker(SourceMap& sources, Arena& arena, Interner& names, Diagnostics& diags, FileFinder find,
          OutsideFiles* outside = nullptr);
  ~Checker();

  // Checks forms in order, after all those checked before. A form with errors defines nothing or,
  // where its type could be found, what it says; callers of it get no further errors.
  void check(const Program& program);
  // Parses and checks a file, and the files that it loads. Calls must be made on a large stack
  // (support/large_stack.h).
  Program* check_file(const SourceFile& file);
  // After the last form: reports what was declared and never defined. Not for a REPL.
  void finish();

  // The definition that a name has after the forms checked so far, or null.
  Definition* find(Name name) const;
  Definition* find(std::string_view name) const;
  Datatype* find_datatype(Name name) const;
  // A prelude function or built-in, whatever the program defines.
  Definition* find_in_prelude(std::string_view name) const;
  // All names that mean something: the program's in the order of their first definition, then those
  // of the prelude.
  std::vector<Definition*> definitions() const;
  std::vector<Definition*> prelude_definitions() const;
  // What the prelude, a built-in or the program says that the definition is for.
  std::string_view documentation(const Definition& definition) const;

  // A type as text of NESL: `[a] -> [a] :: (a in ordinal)`.
  std::string text(const Scheme& scheme) const;
  std::string text(const Type* type) const;

  // Reads a type such as `[(int, float)]` for `--entry 'f : …'`; null with a report if it is none.
  const Type* read_type(const SourceFile& text);

  TypeTable& types();
  uint32_t form_count() const;  // the number of the form that was checked last

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace planish::nesl
