// What names at top level mean: those of the prelude, and those of the program so far.
#pragma once

#include <array>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "diag/diagnostic.h"
#include "nesl/syntax/ast.h"
#include "nesl/types/definition.h"
#include "nesl/types/type_table.h"
#include "support/arena.h"
#include "support/name.h"
#include "support/source.h"

namespace planish::nesl {

// Whose names are looked up. The prelude sees itself alone; a program does not see `prim_…`.
enum class Origin : uint8_t { Prelude, Program };

class Environment {
 public:
  // Parses the prelude. Its definitions have no scheme until they are checked.
  Environment(SourceMap& sources, Arena& arena, Interner& names);

  // Null: the name means nothing.
  Definition* find(Name name, Origin origin) const;
  Datatype* find_datatype(Name name, Origin origin) const;
  // Only the program's.
  Definition* find_own(Name name) const;
  Definition* find_in_prelude(Name name) const;
  const Definition* operator_of(PrefixOp op) const { return prefix_[static_cast<size_t>(op)]; }
  const Definition* operator_of(InfixOp op) const { return infix_[static_cast<size_t>(op)]; }

  // A new definition of the name, which hides earlier ones.
  Definition* define(DefinitionKind kind, Ident name, Origin origin);
  void define(Datatype* datatype, Origin origin);
  // Makes the name mean a definition that exists.
  void set(Name name, Definition* definition) { own_[name] = definition; }

  // In the order in which they were defined, hidden ones too.
  const std::vector<Definition*>& own() const { return own_order_; }
  const std::vector<Definition*>& prelude() const { return prelude_order_; }
  // Of the prelude, in order; to be checked before anything else.
  const std::vector<DatatypeForm*>& prelude_datatypes() const { return prelude_datatypes_; }
  // What a program may have meant, for a name that means nothing.
  std::vector<std::string_view> visible_names() const;
  bool is_hidden(Name name) const { return names_.text(name).starts_with("prim_"); }

  // What went wrong in the prelude's text: nothing, or there is a bug in it.
  const Diagnostics& prelude_problems() const { return prelude_problems_; }

 private:
  void add_builtins();
  void add_prelude(SourceMap& sources);
  void add_operators();

  Arena& arena_;
  Interner& names_;
  Diagnostics prelude_problems_;
  std::unordered_map<Name, Definition*> own_;
  std::unordered_map<Name, Definition*> prelude_;
  std::unordered_map<Name, Datatype*> own_datatypes_;
  std::unordered_map<Name, Datatype*> prelude_datatype_names_;
  std::vector<Definition*> own_order_;
  std::vector<Definition*> prelude_order_;
  std::vector<DatatypeForm*> prelude_datatypes_;
  std::array<const Definition*, 8> prefix_{};
  std::array<const Definition*, 32> infix_{};
};

}  // namespace planish::nesl
