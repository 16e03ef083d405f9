// Expressions that make data: literals, records, arrays, constructors.
#pragma once

#include "lower/coercions.h"
#include "lower/size_reader.h"
#include "values/checks.h"

namespace planish::lower {

class Expressions;

class DataExpressions {
 public:
  explicit DataExpressions(Lowering& lowering);

  const AtomTree* lower(const ast::IntLit& e, Scope& scope);
  const AtomTree* lower(const ast::FloatLit& e, Scope& scope);
  const AtomTree* lower(const ast::BoolLit& e, Scope& scope);
  const AtomTree* lower(const ast::StringLit& e, Scope& scope);
  const AtomTree* lower(const ast::Hole& e, Scope& scope);
  const AtomTree* lower(const ast::Tuple& e, Scope& scope);
  const AtomTree* lower(const ast::Record& e, Scope& scope);
  const AtomTree* lower(const ast::ArrayLit& e, Scope& scope);
  const AtomTree* lower(const ast::Constr& e, Scope& scope);

  // A literal as a number of this type.
  ir::Const literal(const ast::Expr* e, Prim prim);
  // Something of the type, for code that is never reached.
  const AtomTree* any_value(const Type* type, Scope& scope);

 private:
  Prim prim_of(const Type* type, Scope& scope);
  const AtomTree* array_of(const Trees& elems, const Type* type, Scope& scope);
  std::vector<Var> check_equal_rows(const std::vector<Atom>& rows, const std::vector<Dim>& dims);

  SemaContext& cx_;
  ir::Storage& storage_;
  Arena& arena_;
  Builder& builder_;
  Places& places_;
  Checks& checks_;
  Shapes& shapes_;
  TreeMaker& trees_;
  Sizes& sizes_;
  SizeReader& reader_;
  Coercions& coercions_;
  Expressions& expressions_;
};

}  // namespace planish::lower
