// Branches, loops, calls and checks.
#pragma once

#include "ir/verify/bodies.h"

namespace planish::ir {

class ControlRules : public TypeRules {
 public:
  ControlRules(VerifyState& state, Bodies& bodies) : TypeRules(state), bodies_(bodies) {}

  void check(const If& n);
  void check(const Match& n);
  void check(const Loop& n);
  void check(const Call& n);
  void check(const Check& n);
  void check(const Foreign& n);

 private:
  void branch(const Body* body);

  Bodies& bodies_;
};

}  // namespace planish::ir
