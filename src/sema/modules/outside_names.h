// Names that a file of another language gives to its importers.
#pragma once

#include "sema/modules/module_context.h"
#include "sema/types/outside.h"

namespace planish {

void bind_outside(ModuleContext& mc, const SourceFile& source, const OutsideFile& file, Env& env);

}  // namespace planish
