// Places in the source: of statements, and of what cannot be compiled.
#pragma once

#include <string_view>
#include <vector>

#include "ir/build/builder.h"
#include "sema/types/context.h"
#include "values/program_builder.h"

namespace planish::lower {

class Lowering;

class Places {
 public:
  explicit Places(Lowering& lowering);

  // The place of a text, reached through the call that is being inlined. That call's own place if
  // there is no text.
  ir::PlaceId at(Loc loc);
  // The call that is being inlined from now on; gives the one until now.
  ir::PlaceId exchange_call(ir::PlaceId call);

  // Statements made between the two are of this expression. leave() takes what enter() gave.
  ir::PlaceId enter(Loc expression);
  void leave(ir::PlaceId outer);

  // A mistake of this compiler: says where in the program it showed.
  [[noreturn]] void bug(std::string_view what);
  // Points at the innermost expression of the user's own files.
  [[noreturn]] void unsupported(std::string_view what);
  // The same, for values::TooManyParts.
  [[noreturn]] void too_many_parts();

 private:
  Loc innermost() const;

  SemaContext& cx_;
  ir::Builder& builder_;
  ir::PlaceId call_;       // the call being inlined
  std::vector<Loc> locs_;  // of the expressions being lowered, outermost first
};

}  // namespace planish::lower
