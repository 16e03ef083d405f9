// Expressions that bind names, choose and repeat.
#pragma once

#include "lower/known_sizes.h"
#include "lower/patterns.h"
#include "lower/signatures.h"
#include "values/checks.h"
#include "values/indexing.h"

namespace planish::lower {

class Expressions;

class ControlExpressions {
 public:
  explicit ControlExpressions(Lowering& lowering);

  const AtomTree* lower(const ast::Let& e, Scope& scope);
  const AtomTree* lower(const ast::LetFun& e, Scope& scope);
  const AtomTree* lower(const ast::If& e, Scope& scope);
  const AtomTree* lower(const ast::Match& e, Scope& scope);
  const AtomTree* lower(const ast::Loop& e, Scope& scope);
  const AtomTree* lower(const ast::Assert& e, Scope& scope);
  // Short-circuit operators.
  const AtomTree* lower_and_or(const ast::BinOp& e, Scope& scope);

 private:
  const AtomTree* lower_loop(const ast::Loop& e, Scope& scope);
  void bind_element(const ast::Loop& e, const AtomTree* array, Var index, Scope& scope);

  Lowering& l_;
  SemaContext& cx_;
  ir::Storage& storage_;
  Arena& arena_;
  Builder& builder_;
  Emitter& emit_;
  Checks& checks_;
  KnownSizes& known_;
  Shapes& shapes_;
  TreeMaker& trees_;
  SizeReader& reader_;
  Signatures& signatures_;
  Coercions& coercions_;
  Indexing& indexing_;
  Patterns& patterns_;
  Expressions& expressions_;
};

}  // namespace planish::lower
