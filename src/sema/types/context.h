// What all parts of the checker share. A Session owns one; nothing here is global.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"
#include "sema/types/decl_graph.h"
#include "sema/types/scope.h"
#include "sema/types/type_table.h"
#include "support/arena.h"
#include "support/name.h"
#include "support/source.h"

namespace planish {

class FileLoader;

struct SemaContext {
  Arena& arena;
  Interner& names;
  SourceMap& sources;
  Diagnostics& diags;
  FileLoader& loader;
  TypeTable types{arena, names};
  Scope scope{};
  // Of the list of declarations in which a name was last used before its definition.
  std::unique_ptr<DeclGraph> decl_graph{};
  // Operators that sizes are computed with; set when the intrinsics are loaded.
  ValueSymbol* plus = nullptr;
  ValueSymbol* minus = nullptr;
  // Expressions that no check may be left in without a warning: `#[warn(safety_checks)]`.
  std::vector<Loc> checks_unwanted{};
  // Definitions of the root file that are entry points although they do not say so.
  std::vector<std::string> more_entry_points{};
  // The file being checked belongs to the prelude.
  bool prelude = false;
  // Something that the file being checked needs could not be read: a name without meaning may have
  // had one there.
  bool names_missing = false;

  std::string_view text(Name name) const { return names.text(name); }
};

}  // namespace planish
