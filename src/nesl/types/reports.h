// What the checker says about types that do not fit.
#pragma once

#include <string>
#include <string_view>

#include "diag/diagnostic.h"
#include "nesl/syntax/ast.h"
#include "nesl/types/context.h"
#include "nesl/types/unifier.h"

namespace planish::nesl {

class Reports {
 public:
  Reports(Context& context, const Unifier& unifier) : context_(context), unifier_(unifier) {}

  // A value that stands where a type is wanted. `role` says what it is there: "the condition".
  Diagnostic& wrong_type(const Mismatch& mismatch, const Expr& expr, const Type* wanted,
                         const Type* found, std::string_view role);
  // A part of a function's argument. `wanted` is what the function takes there.
  Diagnostic& wrong_argument(const Mismatch& mismatch, const Expr& part, const Type* wanted,
                             const Type* found, const Expr& function, const Type* function_type);
  // An operator's operands.
  void wrong_operands(const Mismatch& mismatch, const Binary& binary, const Type* left,
                      const Type* right, const Definition& definition);
  // Two values that have to have one type: branches, elements.
  void different(const Mismatch& mismatch, const Expr& first, const Expr& second,
                 const Type* first_type, const Type* second_type, std::string_view what);
  void not_a_function(const Apply& apply, const Type* found);
  void unknown_name(const NameExpr& name, const std::vector<Name>& locals);
  // A definition of another language that cannot be used here.
  void refused(Loc where, const Definition& definition);
  void serial_only(Loc where, const Definition* called);

 private:
  std::string shown(const Expr& expr) const;
  void explain_function(Diagnostic& diag, const Type* left, const Type* right) const;
  void suggest_conversion(Diagnostic& diag, const Expr& expr, const Type* wanted,
                          const Type* found) const;
  // Problems that do not depend on the place; null: it is another.
  Diagnostic* special(const Mismatch& mismatch, Loc where);

  Context& context_;
  const Unifier& unifier_;
  bool unsupported_ = false;  // one report is enough for a form
};

}  // namespace planish::nesl
