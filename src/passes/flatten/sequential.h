// Code that runs in one thread. Operators of CORE stay as they are, but calls go to functions whose
// code is sequential, too.
#pragma once

#include <deque>
#include <unordered_map>
#include <unordered_set>

#include "ir/walk.h"

namespace planish::passes {

class Sequential : public ir::Rebuild {
 public:
  // The functions given are parallel, too.
  Sequential(const ir::Program& program, const std::unordered_set<Name>& parallel);

  ir::Stm stm(const ir::Stm& stm) override;
  // Certificates that are not there any more: what they stand for has been checked by an operator
  // made before.
  std::unordered_set<ir::Var> gone;

  // It has operators, or calls a function that has.
  bool is_parallel(Name fn) const { return parallel_.contains(fn); }

  // Sequential versions of functions that have been called so far, and of those that they call.
  std::vector<const ir::Function*> functions();

 private:
  Name version_of(Name fn);
  const ir::Function* sequential_copy(const ir::Function* fn, Name name);
  bool has_operators(const ir::Body* body) const;

  ir::Functions functions_;
  std::unordered_set<Name> parallel_;  // functions with operators, in them or in what they call
  std::unordered_map<Name, Name> versions_;
  std::deque<Name> wanted_;  // whose version has not been made yet
};

}  // namespace planish::passes
