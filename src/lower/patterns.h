// Binds the names of patterns.
#pragma once

#include <unordered_set>
#include <vector>

#include "lower/coercions.h"
#include "lower/size_reader.h"

namespace planish::lower {

class Patterns {
 public:
  explicit Patterns(Lowering& lowering);

  // The value matches the pattern. Sizes that the pattern's type mentions are learnt.
  void bind(const ast::Pattern* pattern, const AtomTree* value, Scope& scope);
  // Which leaves of a loop parameter the body may consume.
  void add_unique(const ast::Pattern* pattern, const AtomTree* value, std::vector<bool>& out);

 private:
  void bind_parts(const ast::Pattern* pattern, const AtomTree* value, Scope& scope);
  // Gives variables without a name this one.
  void name_leaves(const AtomTree* value, const ast::NamePat& pattern);

  SemaContext& cx_;
  ir::Storage& storage_;
  Shapes& shapes_;
  TreeMaker& trees_;
  SizeReader& reader_;
  Coercions& coercions_;
  std::unordered_set<Var> named_by_user_;  // by a pattern in a file that is not of the prelude
};

}  // namespace planish::lower
