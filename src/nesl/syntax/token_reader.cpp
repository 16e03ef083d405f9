#include "nesl/syntax/token_reader.h"

namespace planish::nesl {

// Note [Giving up a form]
// After an error inside of a form the rest of it says little. `fail` reports once and then makes the
// parser see the end of the file: every loop ends, and further reports are dropped, until the form
// has returned. `recover` then looks for the end of the form from where it was given up.

namespace {

// More errors than this in one file are not worth reading.
constexpr size_t kMostSyntaxErrors = 20;

bool opens(TokenKind kind) {
  return kind == TokenKind::LParen || kind == TokenKind::LBracket || kind == TokenKind::LBrace;
}
bool closes(TokenKind kind) {
  return kind == TokenKind::RParen || kind == TokenKind::RBracket || kind == TokenKind::RBrace;
}
bool begins_definition(const Token& token) {
  return token.kind == TokenKind::Function || token.kind == TokenKind::Datatype;
}

}  // namespace

ParseState::ParseState(const SourceFile& source, Arena& memory, Interner& interner,
                       Diagnostics& reports)
    : file(source),
      arena(memory),
      names(interner),
      diags(reports),
      lexed(lex(source, memory, interner, reports)),
      first(lexed.tokens.data()),
      cur(first),
      end(lexed.tokens.back()),
      time(interner.intern("time")) {}

// ---- Tokens

bool TokenReader::at_end_of_form() const {
  return at(TokenKind::Semicolon) || at(TokenKind::Dollar) || at(TokenKind::End);
}

bool TokenReader::accept(TokenKind kind) {
  if (!at(kind)) return false;
  state_.last = cur_->loc;
  take();
  return true;
}

// The current token; at the end of the file the place behind the last token.
Loc TokenReader::here() const {
  if (!at(TokenKind::End)) return cur_->loc;
  return state_.last.valid() ? Loc{state_.last.end, state_.last.end} : cur_->loc;
}

std::string_view TokenReader::text(Loc loc) const {
  return state_.file.text.substr(loc.begin - state_.file.base, loc.end - loc.begin);
}

std::string TokenReader::quoted(const Token& token) const {
  constexpr size_t kLongest = 30;
  if (token.kind == TokenKind::Char) return "a character";
  if (token.kind == TokenKind::String) return "a string";
  std::string_view shown = text(token.loc);
  if (shown.size() <= kLongest) return fmt::format("`{}`", shown);
  return fmt::format("`{}...`", shown.substr(0, kLongest - 3));
}

std::string TokenReader::describe(const Token& token) const {
  return token.kind == TokenKind::End ? "the end of the file" : quoted(token);
}

// ---- Errors

Diagnostic& TokenReader::fail(Diag kind, Loc where, std::string message) {
  bool first = !failed();
  // What the lexer could not read it has reported.
  bool reported = first && at(TokenKind::Error);
  if (first) {
    state_.failed = cur_;
    cur_ = &state_.end;
  }
  if (first && !reported && ++state_.errors <= kMostSyntaxErrors) {
    return state_.diags.add(kind, where, std::move(message));
  }
  state_.dropped = {};
  state_.dropped.labels.emplace_back();
  return state_.dropped;
}

Diagnostic& TokenReader::fail_expected(std::string_view what, const Token* construct) {
  bool beginning = cur_ == state_.first || failed();
  std::string behind = beginning ? std::string() : fmt::format(" after {}", quoted(cur_[-1]));
  std::string message = fmt::format("expected {}{}, but found {}", what, behind, describe(*cur_));
  bool definition = begins_definition(*cur_) && cur_->line_start && cur_ != state_.first;
  Diagnostic& diag = fail(Diag::unexpected_token, here(), std::move(message));
  if (construct != nullptr && construct->loc != diag.labels[0].loc)
    diag.label(construct->loc, fmt::format("for this {}", quoted(*construct)));
  if (definition) diag.suggest("every form ends with `$` or `;`");
  return diag;
}

bool TokenReader::expect(TokenKind kind, std::string_view what, const Token& construct) {
  if (accept(kind)) return true;
  fail_expected(what, &construct);
  return false;
}

void TokenReader::expect_close(const Token& open, TokenKind close, std::string_view or_else) {
  if (accept(close)) return;
  std::string wanted = fmt::format("`{}`", token_text(close));
  bool ends =
      at(TokenKind::End) || at(TokenKind::Dollar) || (begins_definition(*cur_) && cur_->line_start);
  if (ends) {
    Loc where = here();
    std::string found = describe(*cur_);
    fail(Diag::unclosed_bracket, open.loc, fmt::format("this {} is not closed", quoted(open)))
        .label(where, fmt::format("expected {} before {}", wanted, found));
  } else if (closes(kind())) {
    const Token& found = *cur_;
    fail(Diag::unclosed_bracket, found.loc,
         fmt::format("{} does not close {}", quoted(found), quoted(open)))
        .label(open.loc, fmt::format("closed by {}", wanted))
        .suggest(fmt::format("put {} before or in place of {}", wanted, quoted(found)));
  } else {
    bool at_semicolon = at(TokenKind::Semicolon);
    bool at_type = at(TokenKind::Colon);
    std::string what = or_else.empty() ? wanted : fmt::format("{} or {}", or_else, wanted);
    Diagnostic& diag = fail_expected(what);
    diag.label(open.loc, fmt::format("{} opened here", quoted(open)));
    if (at_semicolon && open.kind == TokenKind::LParen)
      diag.suggest("`;` ends a form or separates bindings; values are separated by `,`");
    if (at_type && open.kind == TokenKind::LParen)
      diag.suggest("a type follows all parameters: `function f(x, n) : (float, int) -> float = …`");
  }
}

bool TokenReader::has_too_many_errors() const { return state_.errors > kMostSyntaxErrors; }

bool TokenReader::too_deep() {
  if (state_.depth <= kMaxDepth) return false;
  fail(Diag::nesting_too_deep, here(),
       fmt::format("this is nested more than {} levels deep", kMaxDepth));
  return true;
}

void TokenReader::recover(const Token* form_begin) {
  // Walks over the form as if it were right: a `;` outside of brackets and `let` ends it.
  std::vector<TokenKind> open;
  const Token* at = form_begin;
  for (; at->kind != TokenKind::End; at++) {
    bool behind = at >= state_.failed;
    if (at->kind == TokenKind::Dollar && behind) break;
    if (behind && at != form_begin && at->line_start && begins_definition(*at)) break;
    if (opens(at->kind) || at->kind == TokenKind::Let) {
      open.push_back(at->kind);
    } else if (closes(at->kind)) {
      while (!open.empty() && open.back() == TokenKind::Let) open.pop_back();
      if (!open.empty()) open.pop_back();
    } else if (at->kind == TokenKind::In) {
      if (!open.empty() && open.back() == TokenKind::Let) open.pop_back();
    } else if (at->kind == TokenKind::Semicolon && open.empty() && behind) {
      break;
    }
  }
  cur_ = at;
  state_.failed = nullptr;
  state_.depth = 0;
}

}  // namespace planish::nesl
