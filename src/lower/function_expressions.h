// Expressions that make functions, and those that apply them.
#pragma once

#include "lower/call_attributes.h"
#include "lower/names.h"
#include "lower/size_reader.h"

namespace planish::lower {

class ControlExpressions;
class Expressions;
class Intrinsics;

class FunctionExpressions {
 public:
  explicit FunctionExpressions(Lowering& lowering);

  const AtomTree* lower(const ast::Apply& e, Scope& scope);
  const AtomTree* lower(const ast::BinOp& e, Scope& scope);
  const AtomTree* lower(const ast::Negate& e, Scope& scope);
  const AtomTree* lower(const ast::Not& e, Scope& scope);
  const AtomTree* lower(const ast::Lambda& e, Scope& scope);
  const AtomTree* lower(const ast::OpSection& e, Scope& scope);
  const AtomTree* lower(const ast::OpSectionLeft& e, Scope& scope);
  const AtomTree* lower(const ast::OpSectionRight& e, Scope& scope);
  const AtomTree* lower(const ast::ProjectSection& e, Scope& scope);

 private:
  Arena& arena_;
  Builder& builder_;
  TreeMaker& trees_;
  SizeReader& reader_;
  Names& names_;
  CallAttributes& attributes_;
  Calls& calls_;
  Intrinsics& intrinsics_;
  Expressions& expressions_;
  ControlExpressions& control_;
};

}  // namespace planish::lower
