// The lexer on any bytes: tokens and comments are in order, do not overlap, and leave out nothing
// but white space.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "syntax/lexer.h"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace planish;
  SourceMap sources;
  Interner names;
  Diagnostics diags;
  const SourceFile* file =
      sources.add("input.fut", std::string(reinterpret_cast<const char*>(data), size));
  LexResult lexed = lex(*file, names, diags);

  require(!lexed.tokens.empty() && lexed.tokens.back().kind == TokenKind::End);
  bool has_error_token = false;
  bool skips_nothing = !file->text.starts_with("\xFF\xFE") && !file->text.starts_with("\xFE\xFF") &&
                       !file->text.starts_with("\xEF\xBB\xBF");
  uint32_t at = file->base;
  size_t comment = 0;
  auto pass = [&](Loc loc) {
    require(at <= loc.begin && loc.begin <= loc.end && loc.end <= file->whole().end);
    for (; skips_nothing && at < loc.begin; at++) require(is_space(file->text[at - file->base]));
    at = loc.end;
  };
  for (const Token& token : lexed.tokens) {
    while (comment < lexed.comments.size() && lexed.comments[comment].loc.begin < token.loc.begin) {
      pass(lexed.comments[comment++].loc);
    }
    pass(token.loc);
    require(token.kind == TokenKind::End || token.loc.begin < token.loc.end);
    has_error_token |= token.kind == TokenKind::Error;
  }
  require(comment == lexed.comments.size());
  require(!has_error_token || diags.has_errors());
  for (const Diagnostic& diag : diags.all()) require(!diag.labels.empty());
  return 0;
}
