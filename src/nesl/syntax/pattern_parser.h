// Patterns are read as expressions and converted, since only what follows says which of both they
// are.
#pragma once

#include "nesl/syntax/ast_match.h"
#include "nesl/syntax/token_reader.h"

namespace planish::nesl {

class PatternParser : public TokenReader {
 public:
  using TokenReader::TokenReader;

  Pattern* pattern(Expr* expr);

 private:
  Pattern* bad_pattern(const Expr& expr);
  Variable* variable(Name name, Loc loc);
};

}  // namespace planish::nesl
