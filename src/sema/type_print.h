// Types and sizes as a user would write them.
#pragma once

#include <string>

#include "sema/context.h"

namespace planish {

// Metavariables print as `[]` in sizes and as `_` elsewhere; unknown sizes get letters and a leading `?[k].`.
std::string show(const SemaContext& cx, const Type* type);
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

}  // namespace planish
