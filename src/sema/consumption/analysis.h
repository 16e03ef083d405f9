// The parts of the consumption analysis, put together for one definition. See Note [Consumption] in
// consumption.cpp.
#pragma once

#include "sema/consumption/calls.h"
#include "sema/consumption/expressions.h"
#include "sema/consumption/functions.h"
#include "sema/consumption/loops.h"
#include "sema/consumption/names.h"
#include "sema/consumption/reports.h"
#include "sema/consumption/uniqueness.h"
#include "sema/consumption/uses.h"

namespace planish::consumption {

struct Analysis {
  explicit Analysis(SemaContext& cx)
      : state(cx),
        reports(state, *this),
        uniqueness(state, *this),
        uses(state, *this),
        names(state, *this),
        expressions(state, *this),
        calls(state, *this),
        functions(state, *this),
        loops(state, *this) {}

  ConsumptionState state;
  Reports reports;
  Uniqueness uniqueness;
  Uses uses;
  Names names;
  Expressions expressions;
  Calls calls;
  Functions functions;
  Loops loops;
};

}  // namespace planish::consumption
