// The end of size inference: what is still open is an error, and the tree gets the solutions.
#pragma once

#include "sema/sizes/size_variables.h"

namespace planish {

class SizeSolutions : public SizeVariables {
 public:
  using SizeVariables::SizeVariables;

  // Reports sizes that nothing determines, and fills in the solutions in the whole tree.
  void finish(ast::ValDecl& decl);

 private:
  void check_determined();
  void expr(ast::Expr* e);
  void pattern(ast::Pattern* p);
  void type(const Type*& t, Loc loc);
  void symbol(ValueSymbol* s);
  void instance(const Instance* i);
};

}  // namespace planish
