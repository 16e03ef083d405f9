#include "ir/parse/text_reader.h"

#include <algorithm>
#include <charconv>

#include "ir/constant_text.h"

namespace planish::ir {

void TextReader::fail_at(uint32_t offset, std::string message) {
  if (failed()) return;
  std::string_view before = text_.substr(0, offset);
  size_t line_start = before.rfind('\n') + 1;  // 0 if there is none
  auto line = static_cast<uint32_t>(std::ranges::count(before, '\n') + 1);
  result_.error =
      ParseError{line, static_cast<uint32_t>(offset - line_start + 1), std::move(message)};
  at_ = tokens_.size() - 1;
}

void TextReader::fail(std::string_view expected) {
  constexpr size_t kLongest = 40;
  const Token& token = peek();
  std::string found = "the end";
  if (token.kind != TextToken::End) {
    std::string_view text = token.text.substr(0, kLongest);
    found = "`" + std::string(text) + (text.size() < token.text.size() ? "…`" : "`");
  }
  fail_at(token.start, "expected " + std::string(expected) + ", found " + found);
}

bool TextReader::at(std::string_view text) const {
  TextToken kind = peek().kind;
  return (kind == TextToken::Word || kind == TextToken::Symbol) && peek().text == text;
}

bool TextReader::accept(std::string_view text) {
  if (!at(text)) return false;
  at_++;
  return true;
}

void TextReader::expect(std::string_view text) {
  if (!accept(text)) fail("`" + std::string(text) + "`");
}

uint32_t TextReader::number(std::string_view what) {
  uint32_t value = 0;
  std::string_view text = peek().text;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (peek().kind != TextToken::Number || error != std::errc() ||
      end != text.data() + text.size()) {
    fail(what);
    return 0;
  }
  at_++;
  return value;
}

std::string TextReader::string(std::string_view what) {
  if (peek().kind != TextToken::String) {
    fail(what);
    return "";
  }
  return unquoted(tokens_[at_++].text);
}

Name TextReader::name(std::string_view what) {
  const Token& token = peek();
  if (token.kind == TextToken::Word) {
    at_++;
    return storage_.names.intern(token.text);
  }
  if (token.kind != TextToken::Quoted || token.text.back() != '`') {
    fail(what);
    return {};
  }
  at_++;
  return storage_.names.intern(unquoted(token.text));
}

}  // namespace planish::ir
