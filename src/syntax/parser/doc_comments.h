// Documentation comments, and the declarations that they stand before.
#pragma once

#include <vector>

#include "syntax/parser/syntax_errors.h"

namespace planish {

class DocComments : public TokenReader {
 public:
  DocComments(ParseState& state, SyntaxErrors& errors);

  // The first comment, if it describes the file.
  ast::DocComment take_first();
  enum class Rule : uint8_t { One, Several };  // how many comments may stand there
  // The comment that stands before the current token, where a declaration or spec begins.
  ast::DocComment take(Rule rule);
  // Comments that begin before the offset and have not been taken document nothing.
  void check_before(uint32_t offset);

 private:
  SyntaxErrors& errors_;
  std::vector<ast::DocComment> docs_;
  size_t next_ = 0;
};

}  // namespace planish
