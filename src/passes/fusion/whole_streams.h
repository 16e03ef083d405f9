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
// Is an element read, whatever the length of a chunk, or something checked, then nothing is done if
// there are no elements. In a map, where there is a row for each iteration, each row is one chunk, and
// if its function goes through it in order, or needs an element, it stays in one thread.
#pragma once

#include "ir/program.h"

namespace planish::passes {

ir::Program whole_streams(const ir::Program& program);

}  // namespace planish::passes
