// What is said of types that do not fit, and what the user may have meant.
#pragma once

#include <string>
#include <string_view>

#include "sema/infer/infer_calls.h"

namespace planish {

class TypeReports : public TypeVariables {
 public:
  using TypeVariables::TypeVariables;

  void report_mismatch(const Type* expected, const Type* found, const Reason& reason);
  void report_not_function(const Type* type, const Callee& callee, const ast::Expr* arg,
                           size_t index);
  void report_no_record(const Type* type, const ast::Ident& field, Loc from);

 private:
  void advise_mismatch(Diagnostic& diag, const Type* expected, const Type* found,
                       const Reason& reason);
  std::string function_hint(const ArrowType& found, const Reason& reason);
  std::string_view number_beside(const Type* expected, const Reason& reason);
  std::string operand_hint(const Type* expected, const Type* found, const Reason& reason);
  std::string argument_hint(const Type* expected, const Type* found, const Reason& reason);
  bool suggest_array_conversion(Diagnostic& diag, const Type* expected, const Type* found,
                                const Reason& reason);
  void suggest_conversion(Diagnostic& diag, const Type* expected, const Type* found,
                          const Reason& reason);
  void advise_not_function(Diagnostic& diag, const Type* type, const Callee& callee,
                           const ast::Expr* arg, size_t index);
};

}  // namespace planish
