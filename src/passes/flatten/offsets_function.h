// The function that adds up the lengths of rows. It is a function, since it is needed in many
// places:
//
//   fn offsets(points, ends, lengths: [points]i64) -> (total, offsets: [ends]i64)
//
// is segscan (p < ends) {0} + of { if p == 0 { 0 } else { lengths[p - 1] } }, and the last of it.
#pragma once

#include "ir/build/builder.h"

namespace planish::passes {

struct Flattening;

class OffsetsFunction {
 public:
  explicit OffsetsFunction(Flattening& all);

  // A name that no other function has. From now on the program needs the function.
  Name name();
  // None: nobody has asked for it.
  const ir::Function* made() const { return function_; }

 private:
  const ir::Function* make();
  const ir::Body* make_body(ir::Var points, ir::Var lengths, const ir::Type* offsets_type);

  ir::Storage& storage_;
  const ir::Functions& functions_;
  ir::Builder& builder_;
  const ir::Function* function_ = nullptr;
};

}  // namespace planish::passes
