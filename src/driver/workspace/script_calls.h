// In scripts, a function of several parameters may be given all of them by one tuple.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <utility>

#include "driver/workspace/workspace.h"

namespace planish {

// The calls `f x` of an expression in which x is a tuple of all arguments. Each becomes `let (a, b)
// = x in f a b`, in the tree, so that messages show the call as it is written.
class TupleCalls {
 public:
  explicit TupleCalls(Workspace& workspace) : workspace_(workspace) {}

  // Changes those that are known, in the tree of an expression that is about to be checked.
  void change_in(ast::Expr& body);
  // Looks for more after it has been checked, whether it was accepted or not. They are known when
  // the expression is parsed again.
  bool find_more();

 private:
  using Position = std::pair<uint32_t, uint32_t>;

  Position place(const ast::Apply& call) const;
  void for_each_call(const std::function<void(const ast::Apply&, size_t)>& visit) const;
  void change(ast::Apply& call) const;

  Workspace& workspace_;
  ast::Expr* body_ = nullptr;  // as it was parsed last
  std::set<Position> known_;
};

}  // namespace planish
