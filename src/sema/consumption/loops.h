// Consumption in loops.
//
// A loop parameter is consumed if the body consumes it, or if the body returns it as the next value
// of a parameter that is. An annotation decides for itself. What the body needs of consumed
// parameters in the next iteration must be apart from everything else: other parameters, and
// whatever is bound outside of the loop.
#pragma once

#include "sema/consumption/ledger.h"

namespace planish::consumption {

class Loops : public Ledger {
 public:
  using Ledger::Ledger;

  const Aliases* check(ast::Loop& e);

 private:
  struct LoopParam {
    const ast::NamePat* pattern = nullptr;
    OwnerId owner = 0;
    bool ascribed = false;
    bool consumed = false;
    const Aliases* own = nullptr;       // inside of the loop
    const Aliases* returned = nullptr;  // by the body
    const Aliases* initial = nullptr;
  };
  void pair_with(const ast::Pattern* pattern, const Aliases* value, std::span<LoopParam> params,
                 const Aliases* LoopParam::* slot);
  void converge(std::span<LoopParam> params);
  void check_loop_results(std::span<LoopParam> params, const ast::Loop& e);
  const Aliases* start_loop(std::span<LoopParam> params, ast::Loop& e);
  AliasSet unique_parts(const Type* type, const Aliases* value);
  void check_loop_captures(std::span<const Capture> captures, const Aliases* elements,
                           const ast::Loop& e);
  const Aliases* loop_result(const ast::Pattern* pattern, std::span<const LoopParam> params,
                             const Aliases* initial, const Aliases* body, AliasSet fresh);
  const Aliases* close_over_params(std::span<LoopParam> params, const Aliases* result,
                                   const ast::Loop& e);
};

}  // namespace planish::consumption
