#include "ir/deeds.h"

#include <algorithm>

#include "ir/alias.h"
#include "ir/facts.h"
#include "ir/walk.h"

namespace planish::ir {

void Deeds::add(const Stm& stm) {
  bound_.insert(stm.pattern.begin(), stm.pattern.end());
  const auto* call = as<Call>(stm.op);
  const Function* callee = call == nullptr ? nullptr : program_.find(call->fn);
  // A function that is being made is called by itself.
  if (call != nullptr && callee == nullptr) {
    shows_ = true;
    return;
  }
  if (facts(stm.op).effect == Effect::Shows) shows_ = true;
  if (callee != nullptr && called_.insert(callee).second) {
    Deeds of_callee(program_);
    of_callee.called_ = called_;
    of_callee.add(callee->body);
    shows_ |= of_callee.shows_;
  }
  for (Var var : consumed_operands(*program_.storage, stm.op, callee)) consumed_.push_back(var);
  for_each_binder(stm.op, [&](Var var) { bound_.insert(var); });
  for_each_lambda(stm.op, [&](const Lambda* lambda) {
    for (const Param& param : lambda->params) bound_.insert(param.var);
  });
  for_each_inner_body(stm.op, [&](const Body* body) { add(body); });
}

void Deeds::add(const Body* body) {
  for (const Stm& stm : body->stms) add(stm);
}

std::vector<Var> Deeds::consumed() const {
  std::vector<Var> before;
  std::ranges::copy_if(consumed_, std::back_inserter(before),
                       [&](Var var) { return !bound_.contains(var); });
  return before;
}

}  // namespace planish::ir
