// Expressions. This class chooses what is done for each kind of node, and does those that need
// little; the others are in the classes of the constructs that they belong to.
#pragma once

#include "lower/call_attributes.h"
#include "lower/coercions.h"
#include "lower/names.h"
#include "lower/size_reader.h"

namespace planish::lower {

class ControlExpressions;
class DataExpressions;
class FunctionExpressions;
class PathExpressions;

class Expressions {
 public:
  explicit Expressions(Lowering& lowering);

  const AtomTree* expr(const ast::Expr* e, Scope& scope);
  Atom scalar(const ast::Expr* e, Scope& scope);
  // Of a function or operator: sizes of an argument that are terms are what the argument has, so
  // they are not computed again.
  const AtomTree* argument(const ast::Expr* e, Scope& scope);

 private:
  const AtomTree* lower(const ast::Var& e, Scope& scope);
  const AtomTree* lower(const ast::Parens& e, Scope& scope);
  const AtomTree* lower(const ast::Project& e, Scope& scope);
  const AtomTree* lower(const ast::LocalOpen& e, Scope& scope);
  const AtomTree* lower(const ast::Ascribe& e, Scope& scope);
  const AtomTree* lower(const ast::Coerce& e, Scope& scope);
  const AtomTree* lower(const ast::AttrExpr& e, Scope& scope);
  const AtomTree* lower(const ast::ErrorExpr& e, Scope& scope);
  const AtomTree* with_attribute(const AtomTree* value, const ast::AttrExpr& e);

  SemaContext& cx_;
  ir::Storage& storage_;
  Arena& arena_;
  Builder& builder_;
  Places& places_;
  Emitter& emit_;
  Checks& checks_;
  TreeMaker& trees_;
  SizeReader& reader_;
  Coercions& coercions_;
  Names& names_;
  CallAttributes& attributes_;
  DataExpressions& data_;
  PathExpressions& paths_;
  FunctionExpressions& functions_;
  ControlExpressions& control_;
};

}  // namespace planish::lower
