#include "ir/text_lexer.h"

#include <charconv>

#include "support/characters.h"

namespace planish::ir {

namespace {

bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '\'' || c == '.'; }
int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::vector<TextTokenInfo> run() {
    std::vector<TextTokenInfo> tokens;
    do {
      skip_space();
      size_t start = at_;
      TextToken kind = next();
      tokens.push_back({kind, static_cast<uint32_t>(start), text_.substr(start, at_ - start)});
    } while (tokens.back().kind != TextToken::End);
    return tokens;
  }

 private:
  char peek(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  void skip_space() {
    while (at_ < text_.size()) {
      char c = text_[at_];
      if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
        at_++;
      } else if (c == '-' && peek(1) == '-') {
        while (at_ < text_.size() && text_[at_] != '\n') at_++;
      } else {
        break;
      }
    }
  }
  void skip_digits() {
    while (is_digit(peek())) at_++;
  }

  TextToken next() {
    if (at_ >= text_.size()) return TextToken::End;
    char c = peek();
    if (is_letter(c)) {
      while (is_word(peek())) at_++;
      return TextToken::Word;
    }
    if (is_digit(c)) return number();
    if (c == '"') return quoted('"') ? TextToken::String : TextToken::Bad;
    if (c == '`') {
      if (!quoted('`')) return TextToken::Bad;
      if (peek() == '_' && is_digit(peek(1))) {
        at_++;
        skip_digits();
      }
      return TextToken::Quoted;
    }
    at_++;
    if ((c == '-' && peek() == '>') || (c == '+' && peek() == ':')) {
      at_++;
      return TextToken::Symbol;
    }
    return std::string_view("(){}[],:=<\\*?@#-").find(c) != std::string_view::npos
               ? TextToken::Symbol
               : TextToken::Bad;
  }

  TextToken number() {
    if (peek() == '0' && peek(1) == 'x') {
      at_ += 2;
      while (hex_value(peek()) >= 0) at_++;
      return TextToken::Number;
    }
    skip_digits();
    if (peek() == '.' && is_digit(peek(1))) {
      at_++;
      skip_digits();
    }
    if (peek() == 'e') {
      size_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
      if (is_digit(peek(1 + sign))) {
        at_ += 1 + sign;
        skip_digits();
      }
    }
    while (is_letter(peek()) || is_digit(peek())) at_++;
    return TextToken::Number;
  }

  // Goes to after the closing quote. False if there is none on the line, or an escape is wrong.
  bool quoted(char quote) {
    at_++;
    while (at_ < text_.size() && text_[at_] != '\n') {
      char c = text_[at_++];
      if (c == quote) return true;
      if (c != '\\') continue;
      char escape = peek();
      if (escape == 'x') {
        if (hex_value(peek(1)) < 0 || hex_value(peek(2)) < 0) return false;
        at_ += 3;
      } else if (escape == 'n' || escape == '\\' || escape == quote) {
        at_++;
      } else {
        return false;
      }
    }
    return false;
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

std::vector<TextTokenInfo> text_tokens(std::string_view text) { return Lexer(text).run(); }

std::string unquoted(std::string_view token) {
  std::string out;
  for (size_t i = 1; i < token.size() && token[i] != token[0]; i++) {
    if (token[i] != '\\') {
      out += token[i];
      continue;
    }
    char escape = token[++i];
    if (escape == 'x') {
      out += static_cast<char>(hex_value(token[i + 1]) * 16 + hex_value(token[i + 2]));
      i += 2;
    } else {
      out += escape == 'n' ? '\n' : escape;
    }
  }
  return out;
}

namespace {

// Where the digits at the end of a token begin.
size_t digits_of(std::string_view text) {
  size_t digits = text.size();
  while (digits > 0 && is_digit(text[digits - 1])) digits--;
  return digits;
}

}  // namespace

uint32_t var_number(const TextTokenInfo& token) {
  std::string_view text = token.text;
  size_t digits = digits_of(text);
  if (digits == 0 || digits == text.size() || text[digits - 1] != '_' || text[digits] == '0') {
    return 0;
  }
  uint32_t number = 0;
  auto [end, error] = std::from_chars(text.data() + digits, text.data() + text.size(), number);
  return error == std::errc() ? number : 0;
}

std::string var_name(const TextTokenInfo& token) {
  std::string_view name = token.text;
  if (var_number(token) != 0) name = name.substr(0, digits_of(name) - 1);
  return token.kind == TextToken::Quoted ? unquoted(name) : std::string(name);
}

}  // namespace planish::ir
