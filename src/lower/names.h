// What a name stands for where it is used.
#pragma once

#include <map>
#include <vector>

#include "lower/inlining_rules.h"
#include "lower/scheme_instances.h"
#include "lower/sizes.h"
#include "lower/specialisations.h"

namespace planish::lower {

class Names {
 public:
  explicit Names(Lowering& lowering);

  const AtomTree* variable(const SymbolUse& use);
  // A definition without parameters.
  const AtomTree* constant(const ast::ValDecl& decl, Scope* scope);

 private:
  const AtomTree* definition(const ValueDef& def, const SymbolUse& use);
  const AtomTree* function_constant(const Closure& closure);

  SemaContext& cx_;
  Builder& builder_;
  const Modules& modules_;
  Places& places_;
  TreeMaker& trees_;
  Sizes& sizes_;
  SchemeInstances& instances_;
  Calls& calls_;
  InliningRules& inlining_;
  Specialisations& specialisations_;
  std::map<std::vector<uint64_t>, const AtomTree*> function_constants_;  // by constant_key
};

}  // namespace planish::lower
