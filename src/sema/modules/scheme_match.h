// Is one type scheme an instance of another? So that a value can be used where a module type asks
// for one.
#pragma once

#include <string>

#include "sema/types/context.h"

namespace planish {

struct Scheme {
  std::span<const SchemeParam> params;
  const Type* type = nullptr;
  std::span<const PrimSet> classes = {};  // not empty: what each type parameter may stand for
};

enum class SchemeMismatch : uint8_t {
  None,
  Types,       // different types
  Sizes,       // the same but for a size
  Consumes,    // consumes an argument that it may not
  Aliases,     // its result must be unique and is not
  Functional,  // a type parameter that allows no functions would have to be one
  Irregular,  // a type parameter that allows no open sizes would have to be a type that may have them
};

struct SchemeMatch {
  SchemeMismatch mismatch = SchemeMismatch::None;
  // Consumes, Aliases: it is about a function that the given one takes, not about itself.
  bool in_argument = false;
  // Types: the parts that differ. May be null.
  const Type* asked_part = nullptr;
  const Type* given_part = nullptr;
  // Sizes: the sizes that differ.
  const Size* asked_size = nullptr;
  const Size* given_size = nullptr;
  // Functional, Irregular: the parameter.
  TypeSymbol* param = nullptr;

  explicit operator bool() const { return mismatch == SchemeMismatch::None; }
};

// Can a value of the scheme `given` be used as one of the scheme `asked`? Parameters of `given` may
// become anything. It may consume fewer of its arguments than asked, have a unique result without
// being asked, and say more of the sizes of its result. Neither scheme has metavariables.
SchemeMatch match_schemes(SemaContext& cx, const Scheme& asked, const Scheme& given);

// Are the definitions of two abbreviations with the same parameters the same type?
bool same_definition(SemaContext& cx, const TypeSymbol& a, const TypeSymbol& b);

}  // namespace planish
