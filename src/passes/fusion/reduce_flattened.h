// A reduction of what a map has made in rows, taken as one array, is a reduction of each row and
// one of what these give:
//
//   let xss: [n][m]t = map n (…) f                      let xss: [n][m]t = map n (…) f
//   let xs: [k]t = reshape [k] xss             ==>      let s: t = reduce n (xss) {0} + of \(row: [m]t) {
//   let s: t = reduce k (xs) {0} +                        let r: t = reduce m (row) {0} +
//                                                         in r }
//
// Then the map can become a part of it, and the rows are not made at all. If nothing but the
// reduction needs them: rows that lie in memory are better reduced as one.
#pragma once

#include "ir/program.h"

namespace planish::passes {

const ir::Body* reduce_flattened(ir::Storage& storage, const ir::Body* body);

}  // namespace planish::passes
