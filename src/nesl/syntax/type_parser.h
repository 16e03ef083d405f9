// Types as written. `->` binds tighter than `,`, so the argument of a function of several things
// stands in parentheses.
#pragma once

#include "nesl/syntax/token_reader.h"

namespace planish::nesl {

class TypeParser : public TokenReader {
 public:
  using TokenReader::TokenReader;

  TypeAnnotation* annotation();
  TypeExpr* primary_type();

 private:
  std::span<const ClassConstraint> context();
  TypeExpr* type();
  TypeExpr* arrow_type();
};

}  // namespace planish::nesl
