// Types that are still to be found: the state of the inference of one definition, and what all its
// parts do with it.
#pragma once

#include <vector>

#include "sema/infer/reason.h"
#include "sema/types/terms.h"
#include "syntax/ast_match.h"

namespace planish {

struct Infer;

// Follows links at the root.
const Type* resolve_meta(const Type* type);

// An instance of a polymorphic value.
struct InstanceUse {
  ValueSymbol* symbol;
  const Instance* instance;
  Loc loc;
};

struct InferState {
  explicit InferState(SemaContext& context) : cx(context) {}

  SemaContext& cx;
  int level = 0;
  bool failed = false;
  bool mismatch_reported = false;
  std::vector<const MetaType*> metas;
  std::vector<InstanceUse> uses;

  // Forward references of mutually recursive functions.
  const DeclSequence* sequence = nullptr;
  ValueSymbol* current = nullptr;
  ValueSymbol* hidden_by_current = nullptr;  // what the name of the definition means outside of it
};

class TypeVariables {
 public:
  TypeVariables(InferState& state, Infer& all)
      : state_(state), cx_(state.cx), types_(state.cx.types), all_(all) {}

  const MetaType* fresh(Loc loc);
  // The type itself, or the error type after a report.
  const Type* not_too_large(const Type* type, Loc loc);

 protected:
  const Type* constrained(Loc loc, PrimSet prims);
  // What branches and loops give is no function: an inferred type parameter is then not lifted.
  void no_function(const Type* type);
  void enter() { state_.level++; }
  void leave() { state_.level--; }

  InferState& state_;
  SemaContext& cx_;
  TypeTable& types_;
  Infer& all_;  // the other parts
};

}  // namespace planish
