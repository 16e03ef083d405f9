// Views between two operators become views of what the first one reads, so that both can be fused:
//
//   let yss = map (map f) xss                let xss' = transpose xss
//   let zss = transpose yss          ==>     let zss = map (map f) xss'
//
// In the same way `reshape` between one and two outer dimensions, and arrays put together of slices
// of one array (which is what `rotate` does). Slices alone are looked after by prepare_views.
//
// Nothing is gained unless an operator reads the view and nobody else does, nor if somebody else
// needs the array behind.
#pragma once

#include "analysis/effects.h"
#include "passes/fusion/memory_classes.h"

namespace planish::passes {

const ir::Body* push_views(ir::Storage& storage, const Effects& effects, MemoryClasses& memory,
                           const ir::Body* body);

}  // namespace planish::passes
