#include "syntax/parser/token_reader.h"

namespace planish {

namespace {

constexpr size_t kPadding = 3;  // tokens after the end, so that looking ahead is safe

}  // namespace

ParseState::ParseState(const SourceFile& source, Arena& memory, Interner& interner,
                       Diagnostics& diags)
    : file(source), arena(memory), names(interner), lexed(lex(source, interner, diags)) {
  size_t end = lexed.tokens.size() - 1;
  for (size_t i = 0; i < kPadding; i++) lexed.tokens.push_back(lexed.tokens[end]);
  first = lexed.tokens.data();
  cur = first;
}

// ---- Tokens

uint32_t TokenReader::column(const Token& token) const {
  size_t offset = token.loc.begin - file_.base;
  size_t line = offset == 0 ? 0 : file_.text.rfind('\n', offset - 1) + 1;
  return static_cast<uint32_t>(offset - line);
}

bool TokenReader::at_column_zero(const Token& token) const {
  size_t offset = token.loc.begin - file_.base;
  return offset == 0 || file_.text[offset - 1] == '\n';
}

bool TokenReader::at_line_start(const Token& token) const {
  size_t offset = token.loc.begin - file_.base;
  while (offset > 0 && (file_.text[offset - 1] == ' ' || file_.text[offset - 1] == '\t')) offset--;
  return offset == 0 || file_.text[offset - 1] == '\n';
}

// ---- Words

std::string TokenReader::quoted(const Token& token) const {
  constexpr size_t kLongest = 30;
  if (token.kind == Kind::Backtick) return "a backtick";
  std::string_view shown = text(token.loc);
  if (shown.size() <= kLongest) return fmt::format("`{}`", shown);
  size_t length = kLongest - 3;
  while (length > 0 && (static_cast<unsigned char>(shown[length]) & 0xC0) == 0x80) length--;
  return fmt::format("`{}...`", shown.substr(0, length));
}

std::string TokenReader::describe(const Token& token) const {
  return token.kind == Kind::End ? "the end of the file" : quoted(token);
}

}  // namespace planish
