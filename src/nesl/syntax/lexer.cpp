#include "nesl/syntax/lexer.h"

#include <array>
#include <bit>
#include <charconv>
#include <string>
#include <unordered_map>

#include "support/characters.h"

namespace planish::nesl {

namespace {

constexpr std::string_view kTokenTexts[] = {
#define TOKEN(kind, text) text,
#include "nesl/syntax/tokens.def"
};

constexpr bool is_keyword(TokenKind kind) {
  return kind >= TokenKind::Function && kind <= TokenKind::Xor;
}
constexpr bool is_symbol(TokenKind kind) { return kind > TokenKind::Xor; }
constexpr auto kKindCount = std::size(kTokenTexts);

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// More errors than this in one file are not worth reading.
constexpr size_t kMostLexicalErrors = 20;

class Lexer {
 public:
  Lexer(const SourceFile& file, Arena& arena, Interner& names, Diagnostics& diags)
      : file_(file), text_(file.text), arena_(arena), names_(names), diags_(diags) {
    for (size_t i = 0; i < kKindCount; i++) {
      auto kind = static_cast<TokenKind>(i);
      std::string_view text = token_text(kind);
      if (is_keyword(kind)) keywords_.emplace(names_.intern(text), kind);
      if (!is_symbol(kind)) continue;
      if (text.size() == 1) {
        symbols_[static_cast<unsigned char>(text[0])] = kind;
      } else {
        long_symbols_.push_back(kind);
      }
    }
  }

  LexResult run() {
    result_.tokens.reserve(text_.size() / 3 + 8);
    while (true) {
      skip_space();
      begin_ = at_;
      if (at_ >= text_.size()) break;
      next();
      line_start_ = false;
    }
    push(TokenKind::End);
    return std::move(result_);
  }

 private:
  char peek(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  Loc loc(size_t begin, size_t end) const {
    return {file_.base + static_cast<uint32_t>(begin), file_.base + static_cast<uint32_t>(end)};
  }
  Token& push(TokenKind kind) {
    return result_.tokens.emplace_back(
        Token{.kind = kind, .line_start = line_start_, .loc = loc(begin_, at_), .name = {}});
  }
  Diagnostic& error(Diag kind, Loc where, std::string message) {
    if (++errors_ <= kMostLexicalErrors) return diags_.add(kind, where, std::move(message));
    dropped_.labels.resize(1);
    return dropped_;
  }

  void skip_space() {
    while (at_ < text_.size()) {
      if (is_space(text_[at_])) {
        line_start_ |= text_[at_] == '\n';
        at_++;
      } else if (text_[at_] == '%') {
        skip_comment();
      } else {
        return;
      }
    }
  }

  void skip_comment() {
    size_t end = text_.find('%', at_ + 1);
    if (end == std::string_view::npos) {
      error(Diag::unterminated_literal, loc(at_, at_ + 1), "this comment has no end")
          .suggest("a comment ends with another `%`; comments are not nested");
      end = text_.size() - 1;
    }
    result_.comments.push_back({loc(at_, end + 1)});
    line_start_ |= text_.substr(at_, end - at_).find('\n') != std::string_view::npos;
    at_ = end + 1;
  }

  void next() {
    char c = text_[at_];
    if (is_letter(c)) return read_name();
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return read_number();
    if (c == '"') return read_string();
    if (c == '`') return read_char();
    read_symbol();
  }

  void read_name() {
    spelling_.clear();
    while (is_letter(peek()) || is_digit(peek())) spelling_ += lower(text_[at_++]);
    Name name = names_.intern(spelling_);
    auto keyword = keywords_.find(name);
    push(keyword != keywords_.end() ? keyword->second : TokenKind::Name).name = name;
  }

  void read_number() {
    bool is_float = false;
    while (is_digit(peek())) at_++;
    if (peek() == '.') {
      is_float = true;
      at_++;
      while (is_digit(peek())) at_++;
    }
    bool exponent =
        lower(peek()) == 'e' &&
        (is_digit(peek(1)) || ((peek(1) == '+' || peek(1) == '-') && is_digit(peek(2))));
    if (exponent) {
      is_float = true;
      at_ += 2;
      while (is_digit(peek())) at_++;
    }
    std::string_view digits = text_.substr(begin_, at_ - begin_);
    if (is_float) return read_float(digits);
    uint64_t value = 0;
    auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (problem != std::errc{} || value > (uint64_t{1} << 63)) {
      error(Diag::literal_out_of_range, loc(begin_, at_),
            "this number is too large: ints have 64 bits, and the largest is 9223372036854775807")
          .suggest("write a float, with a `.` in it");
      value = 0;
    }
    push(TokenKind::Int).value = value;
  }

  void read_float(std::string_view digits) {
    double value = 0;
    // What is out of range is infinity or 0 for strtod, but an error for from_chars.
    auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (problem == std::errc::result_out_of_range) {
      value = std::strtod(std::string(digits).c_str(), nullptr);
      if (value > 1) {
        error(Diag::literal_out_of_range, loc(begin_, at_), "this number is too large for a float");
        value = 0;
      }
    }
    push(TokenKind::Float).value = std::bit_cast<uint64_t>(value);
  }

  void read_string() {
    size_t end = at_ + 1;
    bool escaped = false;
    while (end < text_.size() && text_[end] != '"') {
      if (text_[end] == '\\' && end + 1 < text_.size()) {
        escaped = true;
        end++;
      }
      end++;
    }
    if (end >= text_.size()) {
      size_t line_end = std::min(text_.find('\n', at_), text_.size());
      error(Diag::unterminated_literal, loc(at_, line_end), "this string has no end")
          .suggest("a string ends with `\"`; inside of it, write `\\\"`");
      at_ = text_.size();
      push(TokenKind::Error);
      return;
    }
    std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    Token& token = push(TokenKind::String);
    if (!escaped) {
      token.text = inside.data();
      token.value = inside.size();
      return;
    }
    spelling_.clear();
    for (size_t i = 0; i < inside.size(); i++) {
      if (inside[i] == '\\') i++;
      spelling_ += inside[i];
    }
    std::string_view copied = arena_.copy(std::string_view(spelling_));
    token.text = copied.data();
    token.value = copied.size();
  }

  void read_char() {
    if (at_ + 1 >= text_.size()) {
      at_++;
      error(Diag::unterminated_literal, loc(begin_, at_), "a character has to follow the backtick");
      push(TokenKind::Error);
      return;
    }
    auto c = static_cast<unsigned char>(text_[at_ + 1]);
    at_ += 2;
    if (c >= 0xC0) {
      while (at_ < text_.size() && (static_cast<unsigned char>(text_[at_]) & 0xC0) == 0x80) at_++;
      error(Diag::bad_literal, loc(begin_, at_),
            "a character is one byte, and this one has several")
          .suggest("a string holds it: its bytes are the elements");
    }
    push(TokenKind::Char).value = c;
  }

  void read_symbol() {
    auto first = static_cast<unsigned char>(text_[at_]);
    TokenKind kind = symbols_[first];
    size_t length = kind != TokenKind::End ? 1 : 0;
    for (TokenKind longer : long_symbols_) {
      std::string_view symbol = token_text(longer);
      if (symbol[0] != text_[at_] || symbol[1] != peek(1)) continue;
      kind = longer;
      length = 2;
    }
    if (length != 0) {
      at_ += length;
      push(kind);
      return;
    }
    unreadable();
  }

  void unreadable() {
    // All bytes of one character, and all that follow it and cannot be read either.
    at_++;
    while (at_ < text_.size() && (static_cast<unsigned char>(text_[at_]) & 0xC0) == 0x80) at_++;
    Diagnostic& diag = error(Diag::bad_character, loc(begin_, at_),
                             fmt::format("nothing in NESL begins with `{}`",
                                         printable(text_.substr(begin_, at_ - begin_))));
    if (text_[begin_] == '.') diag.suggest("a number needs a digit before or behind the point");
    if (text_[begin_] == '~') diag.suggest("`not` inverts, `-` negates");
    push(TokenKind::Error);
  }

  static std::string printable(std::string_view bytes) {
    auto c = static_cast<unsigned char>(bytes[0]);
    bool valid = (c >= 0x20 && c < 0x7F) || (c >= 0xC2 && bytes.size() >= 2);
    return valid ? std::string(bytes) : fmt::format("\\x{:02X}", c);
  }

  const SourceFile& file_;
  std::string_view text_;
  Arena& arena_;
  Interner& names_;
  Diagnostics& diags_;
  Diagnostic dropped_;
  std::unordered_map<Name, TokenKind> keywords_;
  std::array<TokenKind, 256> symbols_{};  // of one character; End: none
  std::vector<TokenKind> long_symbols_;   // of two
  LexResult result_;
  std::string spelling_;
  size_t at_ = 0;
  size_t begin_ = 0;  // of the token that is being read
  size_t errors_ = 0;
  bool line_start_ = true;
};

}  // namespace

std::string_view token_text(TokenKind kind) { return kTokenTexts[static_cast<size_t>(kind)]; }

LexResult lex(const SourceFile& file, Arena& arena, Interner& names, Diagnostics& diags) {
  return Lexer(file, arena, names, diags).run();
}

}  // namespace planish::nesl
