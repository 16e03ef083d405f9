// Makes one stream of operators that stand beside a stream which is cut into chunks (cut_streams.h),
// or read what it gives, or give what it reads. Maps and reductions become streams first.
//
//   let ys = stream_map n (xs) f                          let r = stream_red n (xs) {0} + of
//   let r = reduce n (ys) {0} +              ==>                  \(k, a, chunk) {
//                                                           let ys' = f k chunk
//                                                           let r' = reduce k (ys') {0} +
//                                                           in r'
//                                                         }
//
// What nobody else reads is not given any more. These are the rules F1, F3 and F6 of streaming
// (docs/fusion.md). Sequential streams are left alone, and so are operators that have others inside,
// which may be parallel. As everywhere in fusion, nothing moves past a consumption, of all that
// becomes one at most one part can fail, and attributes are the same.
#pragma once

#include "analysis/effects.h"
#include "passes/fusion/memory_classes.h"

namespace planish::passes {

// The statements of one body.
const ir::Body* join_streams(ir::Storage& storage, const Effects& effects, MemoryClasses& memory,
                             const ir::Body* body);

}  // namespace planish::passes
