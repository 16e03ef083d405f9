// match(op, lambda…): calls the lambda for the operation's own struct. The lambdas together must
// take every kind (a generic `auto&` lambda takes the rest), or the call does not compile.
// as<T>(op): the operation as a T, or null.
#pragma once

#include <utility>

#include "ir/node.h"

namespace planish::ir {

template <class... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

template <class T>
const T* as(const Op* op) {
  return op->kind == T::K ? static_cast<const T*>(op) : nullptr;
}

template <class... Fs>
decltype(auto) match(const Op* op, Fs&&... fs) {
  Overloaded f{std::forward<Fs>(fs)...};
  switch (op->kind) {
#define NODE(T, text, stages) \
  case Kind::T: return f(*static_cast<const T*>(op));
#include "ir/node.def"
  }
  __builtin_unreachable();
}

}  // namespace planish::ir
