// Functions, bodies and statements: what is bound, and where it may be used.
#pragma once

#include "ir/verify/type_rules.h"

namespace planish::ir {

// Takes what was bound since out of scope again.
class Extent {
 public:
  explicit Extent(VerifyState& state) : state_(state), size_(state.in_scope.size()) {}
  ~Extent();
  Extent(const Extent&) = delete;
  Extent& operator=(const Extent&) = delete;

 private:
  VerifyState& state_;
  size_t size_;
};

class Bodies : public TypeRules {
 public:
  using TypeRules::TypeRules;

  void function(const Function& fn);
  // Its statements stay in scope until the Extent around ends. False if its results mean nothing.
  bool body(const Body* body);

  bool bind(Var var);  // false if there is no such variable
  // False if it is not in scope or no value of its type; then there has been an error.
  bool use(Var var);
  bool use(const Atom& atom);

 private:
  void stm(const Stm& stm);
  void op(const Op* op);
  void check_type(Var var);  // of a variable that is about to be bound
  bool in_scope(Var var) const {
    return var.id < state_.flags.size() && (state_.flags[var.id] & VerifyState::kInScope) != 0;
  }
};

}  // namespace planish::ir
