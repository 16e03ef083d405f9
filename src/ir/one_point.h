// Operators over iteration spaces that have one point.
#pragma once

#include <algorithm>

#include "ir/match.h"
#include "ir/node.h"

namespace planish::ir {

// Is it an operator with one point, whatever the program is given? Then what is in it is done once.
inline bool has_one_point(const Op* op) {
  return match(op, []<class T>(const T& node) {
    if constexpr (requires { node.space; }) {
      return std::ranges::all_of(node.space.levels, [](const Level& level) {
        return level.bound == Atom::i64(1) && !level.offsets;
      });
    } else {
      return false;
    }
  });
}

}  // namespace planish::ir
