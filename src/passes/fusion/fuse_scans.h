// Inside of a thread, makes one loop of a scan and the reduction that reads it, so that the array
// between them is gone.
//
//   let s = scan n (xs) {0} +                          let (t, r) = loop (a = 0, b = 0) for i < n {
//   let r = reduce n (s) {0} max               ==>       let x = index xs [i]
//                                                        let c = add a x
//                                                        let d = max b c
//                                                        in c, d
//                                                      }
//
// For FLAT, where operators that are not over iteration spaces are done in order anyway. Only the
// reduction reads the scan, and what either combines are scalars.
#pragma once

#include <unordered_map>

#include "ir/program.h"

namespace planish::passes {

ir::Program fuse_scans(const ir::Program& program);

// What it would do: the first results of the scans that become parts of reductions, and where these
// stand.
std::unordered_map<ir::Var, ir::PlaceId> scans_in_reductions(const ir::Program& program);

}  // namespace planish::passes
