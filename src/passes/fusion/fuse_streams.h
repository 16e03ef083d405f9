// Makes streams whose functions go through their chunks in order, or read a fixed element of them,
// as large as they can be, and then gives each thread a chunk.
//
//   let ys = stream_map n (xs) f          let rs = map chunks (iota chunks) \i {
//   let r = reduce n (ys) {0} +    ==>      let ys = f size xs[i * size +: size]
//                                           let r = reduce size (ys) {0} +
//                                           in r
//                                         }
//                                         let r = reduce chunks (rs) {0} +
//
// First operators beside the stream become parts of it (join_streams.h), then it is cut
// (cut_streams.h). What is left, which `fuse` and `flatten` make operators on all elements of
// (whole_streams.h), are streams of which one chunk is as good as many, sequential streams, and
// those in maps, where there are other iterations to be done at once.
#pragma once

#include "ir/program.h"
#include "target/target.h"

namespace planish::passes {

ir::Program fuse_streams(const ir::Program& program, const Target& target);

}  // namespace planish::passes
