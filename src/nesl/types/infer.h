// Finds the types of one form's expressions and patterns, and what their names mean.
#pragma once

#include <span>
#include <vector>

#include "nesl/syntax/ast_match.h"
#include "nesl/types/context.h"
#include "nesl/types/reports.h"
#include "nesl/types/scope.h"
#include "nesl/types/unifier.h"

namespace planish::nesl {

class Inferrer {
 public:
  // `owner` is the definition that the form makes, or null. While its type is not known, its own
  // name means `self_type`.
  Inferrer(Context& context, Origin origin, Definition* owner);

  void set_self(const Type* self_type) { self_type_ = self_type; }
  const Type* infer(Expr* expr);
  // Binds the names of a pattern to parts of a value's type. Names are local until leave_scope().
  void bind(Pattern* pattern, const Type* type);
  // Binds the parameters of a function, which may have defaults.
  void bind_parameters(Pattern* pattern, const Type* type);
  // Makes an expression have a type.
  void require(Expr* expr, const Type* wanted, std::string_view role);

  // Closes the types of the whole form. `final` is what the owner turned out to be.
  void close(const Definition* final);

  Unifier& unifier() { return unifier_; }
  Reports& reports() { return reports_; }
  std::span<Variable* const> bound() const { return variables_; }
  // What it calls that talks to the world; null: nothing.
  const Definition* serial() const { return serial_; }

 private:
  struct ClosureFrame {
    Lambda* lambda;
    std::vector<const Variable*> captures;
  };

  // ---- Expressions (infer.cpp)
  const Type* type_of(IntLit& literal);
  const Type* type_of(NameExpr& name);
  const Type* type_of(Index& index);
  const Type* type_of(If& branch);
  const Type* type_of(Let& let);
  const Type* type_of(Each& each);
  const Type* type_of(Lambda& lambda);
  const Type* type_of(VectorLit& vector);
  const Type* type_of(EmptyVector& vector);
  const Type* type_of(Range& range);
  const Type* use(NameExpr& name, Variable* variable);
  const Type* use(Callee& callee, Definition* definition, Loc where);
  void capture(const Variable* variable);
  void note_serial(const Definition* definition, Loc where);

  // ---- Calls (infer_call.cpp)
  const Type* type_of(Apply& apply);
  const Type* type_of(Prefix& prefix);
  const Type* type_of(Binary& binary);
  // Makes an argument fit what a function takes, part by part.
  bool fit(Expr* argument, const Type* wanted, const Expr& function, const Type* function_type);
  const Definition* with_defaults(const Expr& function) const;
  Expr* fill_defaults(Apply& apply, const Definition& definition);
  Expr* make_pairs(std::span<Expr* const> parts);
  const Type* known_or_error(const Type* type) const;

  // ---- Patterns (infer_pattern.cpp)
  void bind_name(Variable* variable, const Type* type);
  void bind_pair(PairPattern& pattern, const Type* type);
  void bind_data(DataPattern& pattern, const Type* type);
  void check_repeated(size_t first);

  const Type* error() const { return context_.table.error(); }

  Context& context_;
  Origin origin_;
  Definition* owner_;
  Unifier unifier_;
  Reports reports_;
  LocalScope scope_;
  const Type* self_type_ = nullptr;
  const Definition* serial_ = nullptr;
  int each_depth_ = 0;
  bool negated_ = false;  // the operand of a `-` is read
  bool in_parameters_ = false;
  std::vector<ClosureFrame> closures_;
  // What close() has to close.
  std::vector<Expr*> exprs_;
  std::vector<Pattern*> patterns_;
  std::vector<Variable*> variables_;
  std::vector<Callee*> callees_;
};

// Marks the calls of a definition in tail position of its body.
void mark_tail_calls(Expr* body, const Definition* definition);

}  // namespace planish::nesl
