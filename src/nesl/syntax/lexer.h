// Text of NESL to tokens. Never fails: what cannot be read is reported and becomes a token of kind
// Error.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"
#include "support/arena.h"
#include "support/name.h"
#include "support/source.h"

namespace planish::nesl {

enum class TokenKind : uint8_t {
#define TOKEN(kind, text) kind,
#include "nesl/syntax/tokens.def"
};
std::string_view token_text(TokenKind kind);

struct Token {
  TokenKind kind{};
  bool line_start = false;  // nothing but white space and comments stands before it on its line
  Loc loc;
  Name name;  // of a Name, in lower case
  // Of an Int or Char its value; of a Float its bits; of a String its length without escapes.
  uint64_t value = 0;
  const char* text = nullptr;  // of a String, without escapes
};

struct Comment {
  Loc loc;  // with both `%`
};

struct LexResult {
  std::vector<Token> tokens;  // ends with TokenKind::End
  std::vector<Comment> comments;
};

LexResult lex(const SourceFile& file, Arena& arena, Interner& names, Diagnostics& diags);

}  // namespace planish::nesl
