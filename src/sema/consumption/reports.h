// The messages of the consumption analysis: where a value was consumed, through which name, and
// what needs it.
#pragma once

#include <string>

#include "sema/consumption/calls.h"
#include "sema/consumption/functions.h"
#include "sema/consumption/uniqueness.h"

namespace planish::consumption {

class Reports : public Ledger {
 public:
  using Ledger::Ledger;

  enum class Use : uint8_t { Later, Operand };
  void report_use(Owner& o, const ValueSymbol* used, Loc loc, Use use);
  void report_loop_needs(Owner& o, const ValueSymbol* used, Loc loc, const ast::Loop& e);
  void report_function_consumes(const ast::Expr* expr, Mark since);
  void report_not_consumable(const Owner& o, const Consumption& how);
  void report_overlap(AliasSet source, AliasSet value, const ast::Expr* value_expr,
                      const Consumption& how);
  bool report_shared_argument(AliasSet consumed, const Argument& other, const Consumption& how);
  void report_self_alias(AliasSet first, AliasSet second, const Consumption& how);
  void report_parts_alias(const FunctionParts& fn, AliasSet first, AliasSet second);
  void report_returns_alias(const FunctionParts& fn, const Owner& o);
  void report_returns_global(const FunctionParts& fn, const Owner& o);
  void report_misfit(Misfit misfit, const Type* expected, const Type* actual, Loc loc);
  void report_loop_returns_outer(const ast::NamePat& param, const Owner& o, const ast::Loop& e);
  void report_loop_returns_shared(const ast::NamePat& param, AliasSet set, const ast::Loop& e);
  void report_unique_constant(const ast::ValDecl& decl);

 private:
  std::string quote(Name name) const;
  std::string describe(const Owner& o) const;
  std::string describe(const Consumption& c) const;
  const Owner* shared_owner(AliasSet a, AliasSet b);
  static Loc result_loc(const ast::Expr* body);
  void label_alias(Diagnostic& d, const Owner& o, const ValueSymbol* name);
  std::string copy_advice(Diagnostic& d, const Consumption& how);
  std::string_view shares(const ValueSymbol* name, const Owner& o);
  void report_consumes_outside(const Owner& o, const Consumption& how, const Frame& frame);

  uint32_t reported_function_ = 0;  // the last consumption reported as part of computing a function
};

}  // namespace planish::consumption
