// Types and sizes as a user would write them.
#pragma once

#include <string>

#include "sema/types/context.h"

namespace planish {

enum class ShownSizes : uint8_t {
  All,
  // Without those that are still to be found, which have names of functions elsewhere.
  Solved,
  // While types are inferred sizes mean nothing yet: `[]` for all that have no name here.
  InScope,
};

// Metavariables print as `[]` in sizes and as `_`, a letter or `number` elsewhere; unknown sizes
// get letters and a leading `?[k].`.
std::string show(const SemaContext& cx, const Type* type, ShownSizes sizes = ShownSizes::All);
std::string show(const SemaContext& cx, const Size* size);
// `[n] 'a -> …`: with the parameters of the scheme, as in `val name [n] 'a : type`.
std::string show_scheme(const SemaContext& cx, const ValueSymbol& symbol);

// Two types of one message: the same unknown sizes get the same letters.
struct TypePair {
  std::string first, second;
  // The letters given to sizes without a name.
  std::vector<std::pair<ValueSymbol*, std::string>> letters;
};
TypePair show_pair(const SemaContext& cx, const Type* first, const Type* second);

// A type in a message of type inference, of which maybe little is known: "a number" is said of the
// type of a literal.
struct TypeWords {
  std::string label;   // [n]f32, or: a number
  std::string phrase;  // `[n]f32`, or: a number
  std::string has;     // has type `[n]f32`, or: is a number
};
TypeWords describe(const SemaContext& cx, const Type* type);

// Two types of one message: the same letters mean the same.
struct PairWords {
  TypeWords first, second;
};
PairWords describe_pair(const SemaContext& cx, const Type* first, const Type* second);

}  // namespace planish
