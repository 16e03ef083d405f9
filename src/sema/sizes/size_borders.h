// Types at the borders of scopes, where sizes lose or get their names.
#pragma once

#include "sema/sizes/size_variables.h"

namespace planish {

class SizeBorders : public SizeVariables {
 public:
  using SizeVariables::SizeVariables;

  // What a type is called outside of the scope whose names have this depth or a greater one.
  const Type* leave_scope(const Type* type, int depth, Loc loc, std::vector<ValueSymbol*>& created);
  // Gives names to the existential sizes that instances of lifted type parameters have turned out
  // to be.
  const Type* bind_pending(const Type* type, Loc loc, Name what,
                           std::vector<ValueSymbol*>& created);
  // A row has a size of its own. Only the outermost dimension of what is not inside an array is
  // opened.
  const Type* open_varying(const Type* type, Loc loc, std::vector<ValueSymbol*>* created);
  // Gives every `?` of an annotation a number of its own.
  const Type* number_varying(const Type* type);
  // The type of a definition for its users: every use has row lengths of its own.
  const Type* unnumber_varying(const Type* type);
  // The result type of a function as its callers see it: sizes that arise in the body exist anew
  // for every call.
  const Type* close_result(const Type* result, int depth, std::vector<ValueSymbol*>& exists);
  // Moves existential sizes to the innermost function type that can bind them. What stays in
  // `exists` is for the caller.
  const Type* inject_exists(const Type* type, std::vector<ValueSymbol*>& exists);

  struct Join {
    Loc loc;
    UnknownReason reason;
    std::vector<ValueSymbol*>& created;
    // The same two sizes give the same unknown size.
    struct Seen {
      const Size *a, *b, *joined;
    };
    std::vector<Seen> seen{};
  };
  // The type of a conditional: sizes that differ between the branches are unknown.
  const Type* join(const Type* a, const Type* b, Join& how);

 private:
  const Size* join_size(const Size* a, const Size* b, Join& how);
  bool can_be_equal(const Size* a, const Size* b);
  const Size* before_loops(const Size* size);
};

}  // namespace planish
