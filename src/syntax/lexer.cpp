#include "syntax/lexer.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "syntax/unicode.h"

namespace planish {
namespace {

// ---- Tables over bytes

enum class ByteClass : uint8_t {
  Bad,
  Space,
  Letter,
  Underscore,
  Digit,
  Operator,  // what an operator may begin with
  Dot,
  Hash,
  Apostrophe,
  DoubleQuote,
  Colon,
  Question,
  Bracket,  // [
  Single,   // a token of its own
};

constexpr std::string_view kOperatorBytes = "+-*/%=!><|&^";

constexpr bool is_letter(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr bool is_digit(unsigned char c) { return c >= '0' && c <= '9'; }
constexpr bool is_hex_digit(unsigned char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

constexpr auto kClasses = [] {
  std::array<ByteClass, 256> table{};
  for (unsigned c = 0; c < 256; c++) {
    if (is_letter(static_cast<unsigned char>(c))) table[c] = ByteClass::Letter;
    if (is_digit(static_cast<unsigned char>(c))) table[c] = ByteClass::Digit;
  }
  for (unsigned char c : std::string_view(" \t\n\r\f\v")) table[c] = ByteClass::Space;
  for (unsigned char c : kOperatorBytes) table[c] = ByteClass::Operator;
  for (unsigned char c : std::string_view("(){}],\\`~$")) table[c] = ByteClass::Single;
  table['_'] = ByteClass::Underscore;
  table['.'] = ByteClass::Dot;
  table['#'] = ByteClass::Hash;
  table['\''] = ByteClass::Apostrophe;
  table['"'] = ByteClass::DoubleQuote;
  table[':'] = ByteClass::Colon;
  table['?'] = ByteClass::Question;
  table['['] = ByteClass::Bracket;
  return table;
}();

enum ByteFlag : uint8_t {
  kConstituent = 1,   // goes on in a name
  kOperatorRest = 2,  // goes on in an operator
  kHex = 4,
  kPlainInString = 8,
};

constexpr auto kFlags = [] {
  std::array<uint8_t, 256> table{};
  for (unsigned i = 0; i < 256; i++) {
    auto c = static_cast<unsigned char>(i);
    if (is_letter(c) || is_digit(c) || c == '_' || c == '\'') table[i] |= kConstituent;
    if (is_hex_digit(c)) table[i] |= kHex;
    if (c >= ' ' && c != 0x7f && c != '"' && c != '\\') table[i] |= kPlainInString;
  }
  for (unsigned char c : kOperatorBytes) table[c] |= kOperatorRest;
  table['.'] |= kOperatorRest;
  return table;
}();

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

// Files with more lexical errors than this are not text in this language.
constexpr int kMaxErrors = 20;

// ---- The lexer

class Lexer {
 public:
  Lexer(const SourceFile& file, Interner& names, Diagnostics& diags)
      : begin_(file.text.data()),
        end_(begin_ + file.text.size()),
        base_(file.base),
        names_(names),
        diags_(diags) {}

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
  bool begins_name(const char* from) const {
    unsigned char c = peek(from, 0) == '_' ? peek(from, 1) : peek(from, 0);
    return is_letter(c) || (is_digit(c) && *from == '_');
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
    if (errors_++ < kMaxErrors) return diags_.add(kind, where, std::move(message));
    dropped_ = {};
    dropped_.labels.emplace_back();
    return dropped_;
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
  void number();
  void based_number(const char* digits);
  void number_tail(const char* to, bool integer, bool after_dot);
  void apostrophe();
  void string();
  void bad_characters();

  const char* const begin_;
  const char* const end_;
  const uint32_t base_;
  Interner& names_;
  Diagnostics& diags_;
  LexResult result_;
  const char* at_ = nullptr;
  bool space_ = true;
  int errors_ = 0;
  Diagnostic dropped_;
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

// ---- Numbers

bool is_integer_suffix(std::string_view s) {
  return s == "i8" || s == "i16" || s == "i32" || s == "i64" || s == "u8" || s == "u16" ||
         s == "u32" || s == "u64";
}
bool is_float_suffix(std::string_view s) { return s == "f16" || s == "f32" || s == "f64"; }

void Lexer::number() {
  const char* digits = at_ + 2;
  switch (*at_ == '0' ? peek(at_, 1) : '\0') {
    case 'x':
    case 'X':
    case 'b':
    case 'B':
    case 'r':
    case 'R': return based_number(digits);
    default: break;
  }
  // In `t.0.1` the numbers are fields, not a fraction; also after a space or comment.
  bool after_dot = !result_.tokens.empty() && result_.tokens.back().kind == TokenKind::Dot;
  bool integer = true;
  const char* to = at_;
  auto skip_digits = [&] {
    while (is_digit(peek(to)) || peek(to) == '_') to++;
  };
  skip_digits();
  if (!after_dot) {
    if (peek(to) == '.' && is_digit(peek(to, 1))) {
      integer = false;
      to++;
      skip_digits();
    }
    if (peek(to) == 'e' || peek(to) == 'E') {
      const char* exponent = to + 1;
      if (peek(exponent) == '+' || peek(exponent) == '-') exponent++;
      if (is_digit(peek(exponent))) {
        integer = false;
        to = exponent;
        while (is_digit(peek(to))) to++;
      }
    }
  }
  number_tail(to, integer, after_dot);
}

// Hexadecimal, binary and Roman ones.
void Lexer::based_number(const char* digits) {
  const char* to = digits;
  unsigned char base = peek(at_, 1) | 0x20;
  auto is_digit_here = [&](unsigned char c) {
    return base == 'x'   ? is_hex_digit(c)
           : base == 'b' ? c == '0' || c == '1'
                         : c != 0 && std::strchr("IVXLCDM", c);
  };
  while (is_digit_here(peek(to)) || (to > digits && peek(to) == '_')) to++;
  if (to == digits) {
    const char* rest = skip(to, kConstituent);
    const char* kind = base == 'x' ? "hexadecimal" : base == 'b' ? "binary" : "Roman";
    const char* which = base == 'x'   ? "0-9 and a-f"
                        : base == 'b' ? "0 and 1"
                                      : "I, V, X, L, C, D and M";
    error(Diag::bad_literal, loc(at_, rest), fmt::format("this {} number has no digits", kind))
        .suggest(fmt::format("the digits after `0{}` are {}", static_cast<char>(at_[1]), which));
    return push(TokenKind::Int, rest);
  }
  bool integer = true;
  if (base == 'x' && peek(to) == '.' && is_hex_digit(peek(to, 1))) {
    integer = false;
    to++;
    while (is_hex_digit(peek(to)) || peek(to) == '_') to++;
    const char* exponent = to + 1;
    if (peek(exponent) == '+' || peek(exponent) == '-') exponent++;
    if ((peek(to) | 0x20) != 'p' || !is_digit(peek(exponent))) {
      error(Diag::bad_literal, loc(at_, to), "this hexadecimal float has no exponent")
          .suggest("write the power of two after it, as in `0x1.8p0`")
          .replace(loc(to, to), "p0");
    } else {
      to = exponent;
      while (is_digit(peek(to)) || peek(to) == '_') to++;
    }
  }
  number_tail(to, integer, /*after_dot=*/false);
}

// The suffix, and whatever wrongly stands directly after a number.
void Lexer::number_tail(const char* to, bool integer, bool after_dot) {
  const char* rest = skip(to, kConstituent);
  // An apostrophe after a number begins a type parameter.
  if (const void* quote = std::memchr(to, '\'', static_cast<size_t>(rest - to)))
    rest = static_cast<const char*>(quote);
  std::string_view suffix(to, static_cast<size_t>(rest - to));
  bool based = peek(at_) == '0' && is_letter(peek(at_, 1)) && to > at_ + 1;
  if (suffix.empty()) return push(integer ? TokenKind::Int : TokenKind::Float, to);
  if (integer && is_integer_suffix(suffix)) return push(TokenKind::Int, rest);
  if (is_float_suffix(suffix) && !after_dot && (!integer || !based))
    return push(TokenKind::Float, rest);
  std::string_view shown = suffix.substr(0, 20);
  bool like_suffix = suffix.size() >= 2 && std::strchr("iuf", suffix[0]) && is_digit(suffix[1]);
  std::string message;
  std::string hint = "the suffixes are i8, i16, i32, i64, u8, u16, u32, u64, f16, f32 and f64";
  if (is_integer_suffix(suffix) || is_float_suffix(suffix)) {
    message = fmt::format("this number cannot have the suffix `{}`", shown);
    hint = integer ? "it can have the suffix of an integer type"
                   : "it can have the suffix of a float type";
    if (after_dot) hint = "the number of a field has no suffix";
  } else if (is_digit(suffix[0])) {
    message = fmt::format("`{}` is not a digit of a binary number", suffix[0]);
    hint = "the digits after `0b` are 0 and 1";
  } else if (like_suffix) {
    message = fmt::format("there is no number type `{}`", shown);
  } else {
    message = fmt::format("`{}` cannot stand directly after a number", shown);
    hint += "; other names need a space before them";
  }
  error(Diag::bad_literal, loc(to, rest), std::move(message)).suggest(std::move(hint));
  push(integer ? TokenKind::Int : TokenKind::Float, rest);
}

// ---- Characters and strings

// A character literal, or the sign of a type parameter.
void Lexer::apostrophe() {
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

void Lexer::string() {
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

// ---- What no token begins with

struct Lookalike {
  std::string_view text;
  std::string_view name;
  std::string_view instead;
  std::string_view hint;  // when nothing can stand in its place
};
constexpr Lookalike kLookalikes[] = {
    {";", "", "",
     "declarations and bindings need no separator; between elements and fields stands a `,`"},
    {"@", "", "",
     "`@` has no meaning; there is no operator for matrix products, and a pattern cannot also name "
     "the whole"},
    {"\xC2\xA0", "a no-break space", "", "write an ordinary space"},
    {"\xE2\x80\x98", "a curly quote", "'", ""},
    {"\xE2\x80\x99", "a curly quote", "'", ""},
    {"\xE2\x80\x9C", "a curly quote", "\"", ""},
    {"\xE2\x80\x9D", "a curly quote", "\"", ""},
    {"\xE2\x80\x93", "a dash", "-", ""},
    {"\xE2\x80\x94", "a dash", "--", ""},
    {"\xE2\x88\x92", "a minus sign", "-", ""},
    {"\xC3\x97", "a multiplication sign", "*", ""},
    {"\xC2\xB7", "a middle dot", "*", ""},
    {"\xC3\xB7", "a division sign", "/", ""},
    {"\xE2\x89\xA4", "a sign for less or equal", "<=", ""},
    {"\xE2\x89\xA5", "a sign for greater or equal", ">=", ""},
    {"\xE2\x89\xA0", "a sign for not equal", "!=", ""},
    {"\xE2\x86\x92", "an arrow", "->", ""},
    {"\xE2\x80\xA6", "an ellipsis", "...", ""},
    {"\xE2\x88\xA7", "a logical and", "&&", ""},
    {"\xE2\x88\xA8", "a logical or", "||", ""},
    {"\xC2\xAC", "a logical not", "!", ""},
};

// A run of unreadable characters is one token and one message.
void Lexer::bad_characters() {
  const char* to = at_;
  bool readable_utf8 = false;
  while (to < end_) {
    auto c = static_cast<unsigned char>(*to);
    ByteClass byte_class = kClasses[c];
    bool lone_hash = to == at_ && byte_class == ByteClass::Hash;
    if (byte_class != ByteClass::Bad && !lone_hash) break;
    size_t length = valid_utf8_length(to, end_);
    if (length > 0) readable_utf8 = true;
    to += std::max<size_t>(length, 1);
    if (c == ';') break;
  }
  // Broken text has been reported as such.
  if (!readable_utf8) return push(TokenKind::Error, to);

  size_t first_length = std::max<size_t>(valid_utf8_length(at_, end_), 1);
  std::string_view first(at_, first_length);
  auto known = std::ranges::find(kLookalikes, first, &Lookalike::text);
  auto c = static_cast<unsigned char>(*at_);
  if (known != std::end(kLookalikes)) {
    std::string_view name = known->name;
    std::string found =
        name.empty() ? fmt::format("`{}`", first) : fmt::format("{} (`{}`)", name, first);
    Diagnostic& diag = error(Diag::bad_character, loc(at_, to),
                             fmt::format("{} is not part of the language", found));
    if (known->instead.empty()) {
      diag.suggest(std::string(known->hint));
    } else {
      diag.suggest(fmt::format("write `{}`", known->instead))
          .replace(loc(at_, at_ + first_length), std::string(known->instead));
    }
  } else if (c == '#') {
    error(Diag::bad_character, loc(at_, to), "a lone `#` is not part of the language")
        .suggest("a constructor is written `#name`, an attribute `#[name]`, a comment `-- text`");
  } else if (c < ' ' || c == 0x7f) {
    error(Diag::bad_character, loc(at_, to),
          fmt::format("the control character 0x{:02X} cannot stand here", c));
  } else {
    bool in_name =
        at_ > begin_ && (kFlags[static_cast<unsigned char>(at_[-1])] & kConstituent) != 0;
    error(Diag::bad_character, loc(at_, to),
          fmt::format("the character `{}` cannot stand {}", first, in_name ? "in a name" : "here"))
        .suggest(
            "names are made of the letters a-z and A-Z, digits, `_` and `'`; other characters may "
            "stand in "
            "comments and strings");
  }
  push(TokenKind::Error, to);
}

}  // namespace

LexResult lex(const SourceFile& file, Interner& names, Diagnostics& diags) {
  return Lexer(file, names, diags).run();
}

}  // namespace planish
