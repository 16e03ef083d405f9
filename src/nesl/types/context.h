// What all parts of the checker share.
#pragma once

#include <functional>

#include "diag/diagnostic.h"
#include "nesl/types/environment.h"
#include "nesl/types/type_table.h"
#include "support/arena.h"
#include "support/name.h"
#include "support/source.h"

namespace planish::nesl {

struct Context {
  SourceMap& sources;
  Arena& arena;
  Interner& names;
  Diagnostics& diags;
  TypeTable& table;
  Environment& environment;
  // Gives a definition of the prelude its scheme, if it has none yet.
  std::function<void(Definition*)> ensure_checked;
};

}  // namespace planish::nesl
