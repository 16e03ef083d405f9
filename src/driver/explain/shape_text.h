// Shapes as the source language writes them: `[n][m]f32`, `[n][?]f32` where rows differ, `[]i32`
// where a size has no name.
#pragma once

#include <string>

#include "driver/explain/context.h"

namespace planish::explain {

std::string shape_text(const Context& cx, ir::Var var);

}  // namespace planish::explain
