// Literals of many constants.
//
// Note [Long literals]
// The elements of a literal are stored one by one. For thousands of stores in a row LLVM takes time
// in their square, and tables and texts in programs have more. So elements that are constants lie in
// the module, the others being 0 there, and are copied: from that of the host to a GPU where the host
// makes the array. That does not pay for literals so short that stores are combined, or that elements
// are known where they are read.
#pragma once

#include <algorithm>

#include "ir/node.h"

namespace planish {

inline bool is_long_literal(const ir::ArrayLit& op) {
  constexpr size_t kFewest = 64;  // constants
  const auto constants =
      static_cast<size_t>(std::ranges::count_if(op.elems, [](const ir::Atom& element) {
        return element.is_const() && element.constant.prim != Prim::Unit;
      }));
  return constants >= std::max(kFewest, op.elems.size() / 2);
}

}  // namespace planish
