// Types of instances of polymorphic values, of applications and of operators with their sections.
#pragma once

#include "sema/infer/type_variables.h"

namespace planish {

// What is applied.
struct Callee {
  Loc loc;
  std::string_view text{};  // "" if it has no name
  size_t count = 0;         // of arguments
  Reason::Kind kind = Reason::Argument;
  const ValueSymbol* symbol = nullptr;
  const ast::BinOp* operation = nullptr;
};

class InferCalls : public TypeVariables {
 public:
  using TypeVariables::TypeVariables;

  const Type* infer_apply(ast::Apply& e);
  const Type* infer_binop(ast::BinOp& e);
  const Type* infer_section(ast::OpSection& e);
  const Type* infer_section_left(ast::OpSectionLeft& e);
  const Type* infer_section_right(ast::OpSectionRight& e);
  const Type* instantiate(ValueSymbol* symbol, Loc loc, const Instance** instance);

 private:
  const Type* apply(const Type* fn, const Callee& callee, const ast::Expr* arg,
                    const Type* arg_type, size_t index);
  Callee section_callee(const ast::QualName& op) const;
  ValueSymbol* lookup_operator(const ast::QualName& op);
  bool overloaded_operator(ast::BinOp& e, const Type* left, const Type* right, const Type** result);
};

}  // namespace planish
