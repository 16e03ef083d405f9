// Elements of a map that are read by index, and of which nobody needs the others, are computed
// where they are read:
//
//   let ys = map n (xs) f
//   let y = index ys [i]          ==>    let x = index xs [i], let y = f x
//
// Note [Which elements are pulled]
// All reads of what the map gives are by index, and there are few of them. Where a read is done
// once at most each time that the map would be, one read saves work whatever the function costs,
// and several do if it is cheap. Inside of a function or a loop around which the map stands,
// elements are read any number of times, maybe more often than there are elements: there the
// function must cost as little as reading memory does. A map that may stop the program or shows
// values has to look at all elements, and what it reads must still be there where the element is
// read.
//
// An element that is an array may become a view of what the map reads, which nobody may write to
// then: neither is consumed, by a caller or for a unique result either (analysis/consumed.h).
#pragma once

#include "ir/program.h"
#include "target/target.h"

namespace planish::passes {

ir::Program pull_elements(const ir::Program& program, const Target& target);

}  // namespace planish::passes
