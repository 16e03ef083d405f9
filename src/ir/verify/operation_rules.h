// The rules for all operations: an operation without a rule, or with two, does not compile.
#pragma once

#include "ir/verify/array_rules.h"
#include "ir/verify/control_rules.h"
#include "ir/verify/core_rules.h"
#include "ir/verify/flat_rules.h"
#include "ir/verify/scalar_rules.h"

namespace planish::ir {

struct OperationRules : ScalarRules, ArrayRules, ControlRules, CoreRules, FlatRules {
  OperationRules(VerifyState& state, Bodies& bodies)
      : ScalarRules(state),
        ArrayRules(state),
        ControlRules(state, bodies),
        CoreRules(state, bodies),
        FlatRules(state, bodies) {}

  using ArrayRules::check;
  using ControlRules::check;
  using CoreRules::check;
  using FlatRules::check;
  using ScalarRules::check;
};

}  // namespace planish::ir
