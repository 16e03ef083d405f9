// The bodies that stand directly in an operation, those of its lambdas included.
#pragma once

#include "ir/walk.h"

namespace planish {

template <class F>
void for_each_inner_body(const ir::Op* op, F&& f) {
  for_each_part(op, ir::PartWalker{ir::Ignore{}, ir::Ignore{}, std::ref(f),
                                   [&](const ir::Lambda* lambda) { f(lambda->body); }});
}

}  // namespace planish
