// Brings views out of the way of fusion.
//
// A view of what an operator gives belongs to one operator that reads it, so each gets a view of
// its own:
//   let ys = coerce xs              let ys1 = coerce xs
//   let a = map f ys         ==>    let a = map f ys1
//   let b = filter p ys             let ys2 = coerce xs
//                                   let b = filter p ys2
// Of a map of which only a slice is used, only that slice is computed:
//   let ys = map f xs               let ws = slice xs [1 +: k by 1]
//   let zs = slice ys [1 +: k by 1]   ==>   let zs = map f ws
// An array of one value many times is that value in the function of the operator that reads it.
#pragma once

#include "analysis/effects.h"
#include "passes/fusion/memory_classes.h"

namespace planish::passes {

const ir::Body* prepare_views(ir::Storage& storage, const Effects& effects, MemoryClasses& memory,
                              const ir::Body* body);

}  // namespace planish::passes
