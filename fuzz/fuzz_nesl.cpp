// The lexer, parser, formatter and checker of NESL on any bytes: tokens and comments are in order and
// leave out nothing but white space; what can be parsed can be formatted, and formatting the result
// again changes nothing; checking ends, and what it reports can be shown.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "diag/render.h"
#include "nesl/syntax/format.h"
#include "nesl/syntax/lexer.h"
#include "nesl/types/check.h"
#include "support/large_stack.h"

namespace {

using namespace planish;

void require(bool condition) {
  if (!condition) std::abort();
}

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }

void check_tokens(const SourceFile& file) {
  Arena arena;
  Interner names;
  Diagnostics diags;
  nesl::LexResult lexed = nesl::lex(file, arena, names, diags);
  require(!lexed.tokens.empty() && lexed.tokens.back().kind == nesl::TokenKind::End);
  uint32_t at = file.base;
  size_t comment = 0;
  auto pass = [&](Loc loc) {
    require(at <= loc.begin && loc.begin <= loc.end && loc.end <= file.whole().end);
    for (; at < loc.begin; at++) require(is_space(file.text[at - file.base]));
    at = loc.end;
  };
  for (const nesl::Token& token : lexed.tokens) {
    while (comment < lexed.comments.size() && lexed.comments[comment].loc.begin < token.loc.begin) {
      pass(lexed.comments[comment++].loc);
    }
    pass(token.loc);
    require(token.kind != nesl::TokenKind::Error || diags.has_errors());
  }
}

void check_format(const SourceFile& file) {
  SourceMap sources;
  Interner names;
  Diagnostics diags;
  const nesl::Formatted once = nesl::format(file, names, diags);
  require(once.status != nesl::FormatStatus::Unsafe);
  if (once.status != nesl::FormatStatus::Done) return;
  const SourceFile* formatted = sources.add("formatted.nesl", once.text);
  const nesl::Formatted twice = nesl::format(*formatted, names, diags);
  require(twice.status == nesl::FormatStatus::Done && twice.text == once.text);
}

void check(const std::string& text) {
  SourceMap sources;
  Arena arena;
  Interner names;
  Diagnostics diags;
  const SourceFile* file = sources.add("input.nesl", text);
  check_tokens(*file);
  check_format(*file);
  nesl::Checker checker(sources, arena, names, diags, {});
  checker.check_file(*file);
  checker.finish();
  for (const Diagnostic& diag : diags.all()) require(!render_text(diag, sources).empty());
  for (const nesl::Definition* definition : checker.definitions()) {
    require(!checker.text(definition->scheme).empty());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  run_with_large_stack([&] { check(text); });
  return 0;
}
