// Arrays that are not made, because a task only reads them element by element.
//
// Note [Arrays that are not made]
// The elements of an iota, or of an array of one value, are computed where they are read.
//
// Note [Pieces]
// A rotated row is two pieces of a row, one after the other. A loop over its elements, and over
// those of other such arrays, is cut where a piece begins, so that in each part elements lie side
// by side, and the loop is vectorised. The parts are iterations of a loop around it: the code is
// there once.
#pragma once

#include "plan/context.h"

namespace planish::plan {

// Why the array that the statement of the body binds is made; empty: it is not.
WhyNot why_made(const Context& cx, const ir::Body& body, size_t position, const ir::Iota& op);
WhyNot why_made(const Context& cx, const ir::Body& body, size_t position, const ir::Replicate& op);
WhyNot why_made(const Context& cx, const ir::Body& body, size_t position, const ir::Concat& op);

}  // namespace planish::plan
