// Patterns. Those of parameters are a little poorer: no attribute, no ascription, no minus outside
// of parentheses.
#pragma once

#include "syntax/parser/grammar_part.h"

namespace planish {

class PatternParser : public GrammarPart {
 public:
  using GrammarPart::GrammarPart;

  ast::Pattern* pattern();
  ast::Pattern* parameter();
  std::span<ast::Pattern*> parameters();

 private:
  ast::Pattern* inner_pattern();
  ast::Pattern* parenthesised_pattern();
  ast::Pattern* record_pattern();
  ast::Pattern* literal_pattern();
};

}  // namespace planish
