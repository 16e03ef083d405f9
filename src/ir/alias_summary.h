// What the results of functions may share memory with, so that a call need not be taken for an
// alias of everything.
//
//   fn f(xs: [n]i32, ys: *[n]i32) -> (a: [n]i32, b: [n]i32, c: [n]i32) { … in xs, ys, ys } a may
//   alias the first argument; b and c may alias each other, and nothing that the caller still can
//   use.
//
// Passes must not make a function's results share more than before if a caller relies on it: see
// analysis/consumed.h.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "ir/program.h"

namespace planish::ir {

// Of a result that is unique or a scalar nothing is said.
struct ResultAliases {
  std::vector<uint32_t> params;  // parameters that are not unique, which it may alias
  // Results with a number in common may alias each other by memory that is of no such parameter.
  std::vector<uint32_t> groups;
  bool constant = false;  // may be the value of a constant, which nobody may consume

  friend bool operator==(const ResultAliases&, const ResultAliases&) = default;
};

using FunctionAliases = std::vector<ResultAliases>;  // by result
using AliasSummaries = std::unordered_map<Name, FunctionAliases>;

// Of all functions. Needs a program that keeps all rules but those of consumption, and a large
// stack if it is nested deeply.
AliasSummaries summarise_aliases(const Program& program);

}  // namespace planish::ir
