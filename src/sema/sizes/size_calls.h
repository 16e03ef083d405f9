// Sizes of instances of polymorphic values, of applications and of operators with their sections.
#pragma once

#include <string_view>

#include "sema/sizes/size_variables.h"

namespace planish {

class SizeCalls : public SizeVariables {
 public:
  using SizeVariables::SizeVariables;

  const Type* infer_apply(ast::Apply& e);
  const Type* infer_binop(ast::BinOp& e);
  const Type* infer_section_left(ast::OpSectionLeft& e);
  const Type* infer_section_right(ast::OpSectionRight& e);
  const Type* instantiate(ValueSymbol* symbol, Loc loc, const Instance* instance,
                          const Type* unsized);

 private:
  struct LiftedInstance;
  const Type* with_lifted_instances(const Type* type, std::span<LiftedInstance> lifted, Loc loc);
  // The parameters that the arguments are for, as far as they are known before the application.
  std::vector<const Type*> params_of(const ast::Apply& e, const Type* fn);
  // Gives the arguments their types, lambdas last. Is one of the others an irregular array?
  bool infer_arguments(ast::Apply& e, std::span<const Type* const> params);
  const Type* apply(const Type* fn, Loc fn_loc, std::string_view callee, ast::Expr* arg,
                    const Type* arg_type, size_t index, Reason::Kind kind,
                    std::vector<ValueSymbol*>& created);
  const Type* with_own_rows(const Type* function, std::vector<const SizeMeta*>& seen);
  const Type* comparable(const Type* type, const Type* with);
  Name callee_name(const ast::Expr* fn) const;

  uint32_t occurrences_ = 0;  // of lifted type parameters, so far
};

}  // namespace planish
