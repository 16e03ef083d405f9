// Source text to tokens. Never fails: what cannot be read is reported and becomes a token of kind
// Error.
#pragma once

#include <cstdint>
#include <vector>

#include "diag/diagnostic.h"
#include "support/name.h"
#include "support/source.h"

namespace planish {

enum class TokenKind : uint8_t {
#define TOKEN(K, text) K,
#include "syntax/tokens.def"
};

struct Token {
  TokenKind kind;
  bool space_before;  // white space or a comment (or the file's beginning) stands before it
  Loc loc;
  Name name;  // identifiers, operators, constructors (without #)
};

struct Comment {
  Loc loc;   // one line, from `--` to before the line's end
  bool doc;  // begins with `-- |`
};

struct LexResult {
  std::vector<Token> tokens;  // ends with TokenKind::End
  std::vector<Comment> comments;
};

LexResult lex(const SourceFile& file, Interner& names, Diagnostics& diags);

}  // namespace planish
