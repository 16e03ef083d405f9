// Makes ranges of the host again where a task goes through them: there their elements are computed
// and not read, and it is known that they are the numbers of the iterations.
//
//   let is: [n]i64 = iota n from 0 by 1              segmap (i < m) {
//   segmap (i < m) {                          ==>      let js: [n]i64 = iota n from 0 by 1
//     map n (is) \(j: i64) { … }                       map n (js) \(j: i64) { … }
//   }                                                }
#pragma once

#include "ir/program.h"

namespace planish::passes {

ir::Program sink_ranges(const ir::Program& program);

}  // namespace planish::passes
