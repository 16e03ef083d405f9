#include "syntax/lexer.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "syntax/token_maker.h"
#include "syntax/unicode.h"

namespace planish {
namespace {

struct Keyword {
  std::string_view text;
  TokenKind kind;
};
constexpr Keyword kKeywords[] = {
#define TOKEN(K, text)
#define KEYWORD(K, text) {text, TokenKind::K},
#include "syntax/tokens.def"
};
constexpr size_t kLongestKeyword = 7;

// Where in kKeywords (sorted) those with a given first letter begin.
constexpr auto kKeywordStarts = [] {
  std::array<uint8_t, 28> starts{};
  size_t at = 0;
  for (size_t letter = 0; letter < starts.size(); letter++) {
    while (at < std::size(kKeywords) && static_cast<size_t>(kKeywords[at].text[0] - 'a') < letter)
      at++;
    starts[letter] = static_cast<uint8_t>(at);
  }
  return starts;
}();
static_assert(std::ranges::is_sorted(kKeywords, {}, &Keyword::text));
static_assert(std::ranges::all_of(kKeywords,
                                  [](Keyword k) { return k.text.size() <= kLongestKeyword; }));

TokenKind keyword_or_name(std::string_view text) {
  if (text.size() > kLongestKeyword || text[0] < 'a' || text[0] > 'z') return TokenKind::Ident;
  auto letter = static_cast<size_t>(text[0] - 'a');
  for (size_t i = kKeywordStarts[letter]; i < kKeywordStarts[letter + 1]; i++) {
    if (kKeywords[i].text == text) return kKeywords[i].kind;
  }
  return TokenKind::Ident;
}

class Lexer : TokenMaker {
 public:
  Lexer(const SourceFile& file, Interner& names, Diagnostics& diags)
      : TokenMaker(file, names, diags) {}

  LexResult run() {
    // Ordinary code has a token every three or four bytes; what is not used costs nothing.
    result_.tokens.reserve(static_cast<size_t>(end_ - begin_) / 2 + 16);
    check_encoding();
    at_ = begin_;
    if (text_from(at_).starts_with("\xEF\xBB\xBF")) at_ += 3;
    if (is_utf16()) at_ = end_;  // nothing of it can be read
    while (skip_space()) token();
    push(TokenKind::End, end_);
    return std::move(result_);
  }

 private:
  bool begins_name(const char* from) const {
    unsigned char c = peek(from, 0) == '_' ? peek(from, 1) : peek(from, 0);
    return is_alphabetic(c) || (is_digit(c) && *from == '_');
  }
  bool is_utf16() const {
    std::string_view text = text_from(begin_);
    return text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF");
  }
  void check_encoding();
  bool skip_space();
  void token();
  void name();
  void operator_symbol();
  void dots();

  // Names before this place are known not to begin a qualified operator: keeps long chains `a.b.c…`
  // linear.
  const char* no_qualified_operator_before_ = nullptr;
};

void Lexer::check_encoding() {
  const char* bad = find_bad_utf8(begin_, end_);
  if (bad == nullptr) return;
  Diagnostic& diag =
      error(Diag::bad_encoding, loc(bad, bad + 1),
            fmt::format("this file is not UTF-8 text: the byte 0x{:02X} cannot stand here",
                        static_cast<unsigned char>(*bad)));
  if (is_utf16()) {
    diag.suggest("it begins like UTF-16: save it as UTF-8");
  } else {
    diag.suggest("save the file as UTF-8");
  }
}

// False at the end of the text.
bool Lexer::skip_space() {
  for (;;) {
    while (at_ < end_ && kClasses[static_cast<unsigned char>(*at_)] == ByteClass::Space) {
      at_++;
      space_ = true;
    }
    if (at_ == end_) return false;
    if (*at_ != '-' || peek(at_, 1) != '-') return true;
    const void* found = std::memchr(at_, '\n', static_cast<size_t>(end_ - at_));
    const char* line_end = found == nullptr ? end_ : static_cast<const char*>(found);
    const char* to = line_end;
    while (to > at_ && to[-1] == '\r') to--;
    result_.comments.push_back({loc(at_, to), text_from(at_).starts_with("-- |")});
    at_ = line_end;
    space_ = true;
  }
}

void Lexer::token() {
  auto c = static_cast<unsigned char>(*at_);
  switch (kClasses[c]) {
    case ByteClass::Letter: return name();
    case ByteClass::Underscore:
      if (begins_name(at_)) return name();
      return push(TokenKind::Underscore, at_ + 1);
    case ByteClass::Digit: return number();
    case ByteClass::Operator: return operator_symbol();
    case ByteClass::Dot: return dots();
    case ByteClass::Apostrophe: return apostrophe();
    case ByteClass::DoubleQuote: return string();
    case ByteClass::Hash:
      if (peek(at_, 1) == '[') return push(TokenKind::HashBracket, at_ + 2);
      if (begins_name(at_ + 1)) {
        const char* to = skip(at_ + 1, kConstituent);
        return push(TokenKind::Constructor, to, intern(at_ + 1, to));
      }
      return bad_characters();
    case ByteClass::Colon:
      return peek(at_, 1) == '>' ? push(TokenKind::ColonGreater, at_ + 2)
                                 : push(TokenKind::Colon, at_ + 1);
    case ByteClass::Question:
      if (peek(at_, 1) == '?' && peek(at_, 2) == '?') return push(TokenKind::Hole, at_ + 3);
      return push(TokenKind::Question, at_ + 1);
    case ByteClass::Bracket: {
      bool directly_after = at_ > begin_ && !space_ &&
                            ((kFlags[static_cast<unsigned char>(at_[-1])] & kConstituent) != 0 ||
                             at_[-1] == ')' || at_[-1] == ']');
      return push(directly_after ? TokenKind::Indexing : TokenKind::LBracket, at_ + 1);
    }
    case ByteClass::Single: {
      TokenKind kind = c == '('    ? TokenKind::LParen
                       : c == ')'  ? TokenKind::RParen
                       : c == '{'  ? TokenKind::LBrace
                       : c == '}'  ? TokenKind::RBrace
                       : c == ']'  ? TokenKind::RBracket
                       : c == ','  ? TokenKind::Comma
                       : c == '\\' ? TokenKind::Backslash
                       : c == '`'  ? TokenKind::Backtick
                       : c == '~'  ? TokenKind::Tilde
                                   : TokenKind::Dollar;
      return push(kind, at_ + 1);
    }
    case ByteClass::Space:
    case ByteClass::Bad: return bad_characters();
  }
}

// A name, a keyword or a qualified operator.
void Lexer::name() {
  const char* to = skip(at_, kConstituent);
  if (peek(to) == '.' && at_ >= no_qualified_operator_before_) {
    const char* after = to;
    while (peek(after) == '.' && begins_name(after + 1)) after = skip(after + 1, kConstituent);
    if (peek(after) == '.' && kClasses[peek(after, 1)] == ByteClass::Operator) {
      const char* symbol_end = skip(after + 1, kOperatorRest);
      return push(TokenKind::QualOperator, symbol_end, intern(after + 1, symbol_end));
    }
    no_qualified_operator_before_ = after;
  }
  TokenKind kind = keyword_or_name({at_, static_cast<size_t>(to - at_)});
  push(kind, to, kind == TokenKind::Ident ? intern(at_, to) : Name{});
}

void Lexer::operator_symbol() {
  const char* to = skip(at_ + 1, kOperatorRest);
  TokenKind kind = TokenKind::Operator;
  if (to - at_ == 1) {
    switch (*at_) {
      case '=': kind = TokenKind::Equal; break;
      case '!': kind = TokenKind::Bang; break;
      case '-': kind = TokenKind::Minus; break;
      case '*': kind = TokenKind::Star; break;
      case '<': kind = TokenKind::Less; break;
      case '^': kind = TokenKind::Hat; break;
      case '|': kind = TokenKind::Pipe; break;
      default: break;
    }
  } else if (to - at_ == 2 && at_[0] == '-' && at_[1] == '>') {
    kind = TokenKind::Arrow;
  }
  push(kind, to, intern(at_, to));
}

void Lexer::dots() {
  if (peek(at_, 1) != '.') return push(TokenKind::Dot, at_ + 1);
  switch (peek(at_, 2)) {
    case '.': return push(TokenKind::DotDotDot, at_ + 3);
    case '<': return push(TokenKind::DotDotLess, at_ + 3);
    case '>': return push(TokenKind::DotDotGreater, at_ + 3);
    default: return push(TokenKind::DotDot, at_ + 2);
  }
}

}  // namespace

LexResult lex(const SourceFile& file, Interner& names, Diagnostics& diags) {
  return Lexer(file, names, diags).run();
}

}  // namespace planish
