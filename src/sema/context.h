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
  Scope scope;

  std::string_view text(Name name) const { return names.text(name); }
};

}  // namespace planish
