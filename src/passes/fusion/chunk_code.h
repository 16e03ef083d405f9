// What the function of a stream does with its chunk.
#pragma once

#include "ir/node.h"

namespace planish::passes {

// Does it go through its chunk in an order, in a loop or a scan, or do something for one element
// that all others rely on? Such functions are given many chunks, so that these are done at once, and
// each of them by one thread.
bool wants_chunks(const ir::Lambda* fn);

// Does it read a single element, or check something, whatever the length of its chunk? Then it must
// not be applied to an empty one.
bool needs_elements(const ir::Lambda* fn);

}  // namespace planish::passes
