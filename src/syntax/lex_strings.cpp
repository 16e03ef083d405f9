#include <algorithm>

#include "syntax/token_maker.h"
#include "syntax/unicode.h"

namespace planish {

void TokenMaker::apostrophe() {
  const char* first = at_ + 1;
  unsigned char c = peek(first);
  if (c == '\\') {
    // `'\''` has an apostrophe that does not end it.
    const char* to = first + 1;
    if (to < end_ && is_digit(peek(to))) {
      while (is_digit(peek(to))) to++;
    } else if (to < end_ && *to != '\n') {
      to += std::min<ptrdiff_t>(utf8_length(peek(to)), end_ - to);
    }
    if (peek(to) == '\'') return push(TokenKind::Char, to + 1);
    const char* rest = skip(to, kConstituent);
    bool closed = rest > to && rest[-1] == '\'';
    error(closed ? Diag::bad_literal : Diag::unterminated_literal, loc(at_, rest),
          closed ? "a character literal holds exactly one character"
                 : "this character literal has no end")
        .suggest(
            "escapes are `\\n`, `\\t`, `\\\\`, `\\'` and the like, or a decimal code as in "
            "`'\\65'`");
    return push(TokenKind::Error, rest);
  }
  if (c >= ' ' && c != 0x7f && c != '\'') {
    const char* to = first + std::min<ptrdiff_t>(utf8_length(c), end_ - first);
    if (peek(to) == '\'') return push(TokenKind::Char, to + 1);
  }
  if (c == '^') return push(TokenKind::ApostropheHat, at_ + 2);
  if (c == '~') return push(TokenKind::ApostropheTilde, at_ + 2);
  push(TokenKind::Apostrophe, at_ + 1);
}

void TokenMaker::string() {
  const char* to = at_ + 1;
  for (;;) {
    to = skip(to, kPlainInString);
    unsigned char c = peek(to);
    if (to == end_ || c == '\n' || (c == '\r' && peek(to, 1) == '\n')) {
      error(Diag::unterminated_literal, loc(at_, to), "this string is not closed on its line")
          .suggest("end it with `\"`; a line break inside a string is written `\\n`");
      return push(TokenKind::Error, to);
    }
    if (c == '"') return push(TokenKind::String, to + 1);
    if (c == '\\') {
      to++;
      if (to < end_ && *to != '\n' && *to != '\r') to++;
      continue;
    }
    Diagnostic& diag = error(
        Diag::bad_literal, loc(to, to + 1),
        c == '\t' ? "a tab cannot stand in a string"
                  : fmt::format("the control character 0x{:02X} cannot stand in a string", c));
    diag.suggest(c == '\t' ? "write it as `\\t`" : fmt::format("write it as `\\{}`", c));
    to++;
  }
}

}  // namespace planish
