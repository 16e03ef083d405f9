// Calls of functions that are known.
#pragma once

#include "lower/call_attributes.h"
#include "lower/closure_code.h"
#include "lower/coercions.h"
#include "lower/inlining_rules.h"
#include "lower/specialisations.h"
#include "values/indexing.h"
#include "values/row_operators.h"

namespace planish::lower {

class DataExpressions;
class ForeignFunctions;
class OutsideCalls;
class Intrinsics;
class PathExpressions;

class Calls {
 public:
  explicit Calls(Lowering& lowering);

  // Gives arguments to a function, and calls it once it has all. `loc` is that of the call; invalid
  // if there is none in the source.
  const AtomTree* apply(const AtomTree* fn, const Trees& args, Loc loc);
  const AtomTree* call_inline(const Closure& closure, const Trees& args);

 private:
  const AtomTree* call(const Closure& closure, const Trees& args);

  SemaContext& cx_;
  Arena& arena_;
  Builder& builder_;
  Places& places_;
  Checks& checks_;
  Scopes& scopes_;
  TreeMaker& trees_;
  Indexing& indexing_;
  RowOperators& rows_;
  Coercions& coercions_;
  Patterns& patterns_;
  Expressions& expressions_;
  DataExpressions& data_;
  PathExpressions& paths_;
  Intrinsics& intrinsics_;
  CallAttributes& attributes_;
  InliningRules& inlining_;
  Specialisations& specialisations_;
  ForeignFunctions& foreign_;
  OutsideCalls& outside_;
};

}  // namespace planish::lower
