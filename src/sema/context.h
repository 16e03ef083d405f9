// What all parts of the checker share. A Session owns one; nothing here is global.
#pragma once

#include <string_view>

#include "diag/diagnostic.h"
#include "sema/scope.h"
#include "sema/type_table.h"
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
  // Operators that sizes are computed with; set when the intrinsics are loaded.
  ValueSymbol* plus = nullptr;
  ValueSymbol* minus = nullptr;
  // The file being checked belongs to the prelude.
  bool prelude = false;
  // Something that the file being checked needs could not be read: a name without meaning may have had one there.
  bool names_missing = false;

  std::string_view text(Name name) const { return names.text(name); }
};

}  // namespace planish
