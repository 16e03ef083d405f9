// Streams as what their functions do to all elements at once.
//
// The function of a stream gives the same results however the elements are cut into chunks, so one
// chunk is as good as many; and what is inside can be fused with what is around, and made parallel,
// as any other operators are.
//
//   let (r, ys) = stream_red n (xs) {0} + of \(k, a, chunk) { ys = map k (chunk) f, s = reduce k
//   (ys) {0} +, t = a + s in t, ys }
//
// becomes
//
//   let ys = map n (xs) f
//   let s = reduce n (ys) {0} +
//   let t = 0 + s
//   let r = 0 + t
//
// A function that goes over the elements of its chunk in a loop is different: at host level its
// elements are cut into chunks, which are done at once. In a map, where there is a row for each
// iteration, each row is one chunk.
#pragma once

#include "ir/program.h"

namespace planish::passes {

ir::Program whole_streams(const ir::Program& program);

}  // namespace planish::passes
