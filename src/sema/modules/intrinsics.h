// What the compiler implements itself: primitive types, operators, and the module `intrinsics`.
#pragma once

#include "sema/modules/module_context.h"

namespace planish {

// Binds all of these in the current scope, reading the declarations of the prelude file
// "/prelude/intrinsics". Sets mc.intrinsics.
void bind_intrinsics(ModuleContext& mc);

}  // namespace planish
