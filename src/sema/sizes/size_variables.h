// Sizes that are still to be found, and those that exist only when a program runs: the state of the
// inference of one definition, and what all its parts do with it.
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "sema/infer/infer.h"
#include "sema/types/size_terms.h"

namespace planish {

struct SizeInference;

struct SizeState {
  explicit SizeState(SemaContext& context) : cx(context) {}

  SemaContext& cx;
  bool failed = false;
  bool reported = false;
  // Every construct that binds names is one deeper than its surroundings. Unknown sizes belong to
  // the function in whose body they arise.
  int depth = 0;
  int function_depth = 0;
  // Inside an expression whose annotation asks for `?`: sizes that differ become varying.
  bool allow_varying = false;
  ValueSymbol* self = nullptr;  // the function that is checked, if it declares its type
  size_t unknown_count = 0;
  size_t existential_count = 0;
  std::vector<SizeMeta*> metas;
  // Dimensions of loop parameters, and the sizes that they begin with.
  std::unordered_map<const SizeMeta*, const Size*> initial_sizes;
  std::vector<ValueSymbol*> arrow_binders;  // while a type is made by fresh_sized
};

class SizeVariables {
 public:
  SizeVariables(SizeState& state, SizeInference& all)
      : state_(state), cx_(state.cx), types_(state.cx.types), all_(all) {}

 protected:
  // Of metavariables: what they are sizes in.
  static constexpr std::string_view kOfParameter = "the parameter's declared type";
  static constexpr std::string_view kOfRecursiveCall = "the recursive call";

  const Size* fresh(Loc loc, const char* what);
  // The type of inference with a new metavariable for every dimension.
  const Type* fresh_sized(const Type* unsized, Loc loc, const char* what, bool absorbable = false);
  // The type of an annotation, with metavariables for the sizes that it leaves open.
  const Type* close_open_sizes(const ast::TypeExpr& e, const char* what);
  ValueSymbol* unknown(Loc loc, UnknownReason reason, Name what,
                       std::vector<ValueSymbol*>& created);
  const SizeList* list(const std::vector<ValueSymbol*>& created);
  // With the solutions that are known by now.
  const Size* norm(const Size* size);
  const Type* norm(const Type* type);
  bool is_pending(const Size* size) const;

  SizeState& state_;
  SemaContext& cx_;
  TypeTable& types_;
  SizeInference& all_;  // the other parts
};

}  // namespace planish
