// The text that is read, and tokens made of it: what all tokens need, and those that take more than
// a look at a table. Each function reads a token that begins at `at_`, and leaves `at_` behind it.
#pragma once

#include <string_view>

#include "syntax/byte_tables.h"
#include "syntax/lexer.h"

namespace planish {

class TokenMaker {
 protected:
  TokenMaker(const SourceFile& file, Interner& names, Diagnostics& diags)
      : begin_(file.text.data()),
        end_(begin_ + file.text.size()),
        base_(file.base),
        names_(names),
        diags_(diags) {}

  // lex_numbers.cpp
  void number();
  // lex_strings.cpp: a character literal, or the sign of a type parameter; a string.
  void apostrophe();
  void string();
  // lex_bad_characters.cpp: a run of unreadable characters is one token and one message.
  void bad_characters();

  // Files with more lexical errors than this are not text in this language.
  static constexpr int kMostErrors = 20;

  std::string_view text_from(const char* from) const {
    return {from, static_cast<size_t>(end_ - from)};
  }
  // The byte n places ahead; NUL behind the end.
  unsigned char peek(const char* from, ptrdiff_t n = 0) const {
    return end_ - from > n ? static_cast<unsigned char>(from[n]) : '\0';
  }
  bool flagged(const char* from, ByteFlag flag) const {
    return from < end_ && (kFlags[static_cast<unsigned char>(*from)] & flag) != 0;
  }
  const char* skip(const char* from, ByteFlag flag) const {
    while (flagged(from, flag)) from++;
    return from;
  }
  Loc loc(const char* from, const char* to) const {
    return {base_ + static_cast<uint32_t>(from - begin_),
            base_ + static_cast<uint32_t>(to - begin_)};
  }

  // The token from at_ to `to`.
  void push(TokenKind kind, const char* to, Name name = {}) {
    result_.tokens.push_back({kind, space_, loc(at_, to), name});
    at_ = to;
    space_ = false;
  }
  Name intern(const char* from, const char* to) {
    return names_.intern({from, static_cast<size_t>(to - from)});
  }

  // A diagnostic that is dropped when there have been too many.
  Diagnostic& error(Diag kind, Loc where, std::string message) {
    if (errors_++ < kMostErrors) return diags_.add(kind, where, std::move(message));
    dropped_ = {};
    dropped_.labels.emplace_back();
    return dropped_;
  }

  const char* const begin_;
  const char* const end_;
  const uint32_t base_;
  Interner& names_;
  Diagnostics& diags_;
  LexResult result_;
  const char* at_ = nullptr;
  bool space_ = true;

 private:
  void based_number(const char* digits);
  void number_tail(const char* to, bool integer, bool after_dot);

  int errors_ = 0;
  Diagnostic dropped_;
};

}  // namespace planish
