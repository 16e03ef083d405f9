// The names that code refers to: what a function must be given when it is compiled apart from where
// it stands.
#pragma once

#include <unordered_map>
#include <vector>

#include "sema/types/symbol.h"
#include "syntax/ast.h"

namespace planish::lower {

// Values, sizes and types that are mentioned. Those that the code binds itself are among them.
struct Mentioned {
  std::vector<const ValueSymbol*> values;
  std::vector<const TypeSymbol*> types;
};

class FreeSymbols {
 public:
  // Of a lambda or local function, with its parameters. Found once.
  const Mentioned& of(const ast::Expr* code);
  const Mentioned& of(const Type* type);

 private:
  std::unordered_map<const Type*, Mentioned> in_types_;
  std::unordered_map<const ast::Expr*, Mentioned> found_;
};

}  // namespace planish::lower
