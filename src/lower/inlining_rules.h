// Whether a call becomes a copy of the function's body. See Note [Inlining or calling].
#pragma once

#include <set>
#include <unordered_map>
#include <vector>

#include "lower/closure_code.h"
#include "lower/free_symbols.h"
#include "lower/lower.h"
#include "lower/shapes.h"

namespace planish::lower {

class InliningRules {
 public:
  explicit InliningRules(Lowering& lowering);

  bool should_inline(const Closure& closure, const Trees& args);
  // Is a call of it never replaced by its body?
  bool stays_call(const Closure& closure);
  // A type parameter may stand for a function.
  bool gives_function(const Type* type, Scope& scope);
  // How much code a call of this would bring with it, functions that are given to it included.
  // Beyond kTiny it is not counted any more: a function may be given the same one many times, in
  // many levels.
  size_t cost(const Closure& closure);

  // Definitions that are being inlined, one in the other. exchange_depth() gives the depth until
  // now.
  void enter() { depth_++; }
  void leave() { depth_--; }
  int exchange_depth(int depth) { return std::exchange(depth_, depth); }

 private:
  bool is_recursive(const ast::ValDecl& decl);
  bool lends_accumulator(const Closure& closure, const Trees& args);
  void add_cost(const AtomTree* value, size_t& sum);
  void add_cost(const Closure& closure, size_t& sum);

  Lowering& l_;
  std::set<std::vector<uint64_t>> inlined_;  // ways of using code that were inlined once
  std::unordered_map<const ast::ValDecl*, bool> recursive_;
  std::unordered_map<const ast::Expr*, size_t> costs_;
  int depth_ = 0;
};

}  // namespace planish::lower
