// match(node, lambda…): calls the lambda for the node's own struct. The lambdas together must take
// every kind of that family (a generic `auto&` lambda takes the rest), or the call does not
// compile. as<T>(node): the node as a T, or null.
#pragma once

#include <type_traits>
#include <utility>

#include "nesl/syntax/ast.h"

namespace planish::nesl {

template <class... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

// The node of struct T, as const as the family pointer that it came from.
template <class T, class Base>
using LikeConst = std::conditional_t<std::is_const_v<Base>, const T, T>;

template <class T, class Base>
LikeConst<T, Base>* as(Base* node) {
  return node != nullptr && node->kind == T::K ? static_cast<LikeConst<T, Base>*>(node) : nullptr;
}

#define PLANISH_NESL_CASE(T) \
  case T::K: return f(static_cast<LikeConst<T, Base>&>(node));

template <class Base, class F>
  requires std::is_same_v<std::remove_const_t<Base>, Expr>
decltype(auto) dispatch(Base& node, F&& f) {
  switch (node.kind) {
#define EXPR(T, text) PLANISH_NESL_CASE(T)
#include "nesl/syntax/ast.def"
  }
  __builtin_unreachable();
}
template <class Base, class F>
  requires std::is_same_v<std::remove_const_t<Base>, Pattern>
decltype(auto) dispatch(Base& node, F&& f) {
  switch (node.kind) {
#define PATTERN(T, text) PLANISH_NESL_CASE(T)
#include "nesl/syntax/ast.def"
  }
  __builtin_unreachable();
}
template <class Base, class F>
  requires std::is_same_v<std::remove_const_t<Base>, TypeExpr>
decltype(auto) dispatch(Base& node, F&& f) {
  switch (node.kind) {
#define TYPE_EXPR(T, text) PLANISH_NESL_CASE(T)
#include "nesl/syntax/ast.def"
  }
  __builtin_unreachable();
}
template <class Base, class F>
  requires std::is_same_v<std::remove_const_t<Base>, Form>
decltype(auto) dispatch(Base& node, F&& f) {
  switch (node.kind) {
#define FORM(T, text) PLANISH_NESL_CASE(T)
#include "nesl/syntax/ast.def"
  }
  __builtin_unreachable();
}
#undef PLANISH_NESL_CASE

template <class Base, class... Fs>
decltype(auto) match(Base* node, Fs&&... fs) {
  return dispatch(*node, Overloaded{std::forward<Fs>(fs)...});
}

}  // namespace planish::nesl
