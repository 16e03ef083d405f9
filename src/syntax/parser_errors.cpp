// What is said about text that cannot be read, and where reading goes on.
#include "syntax/parser_impl.h"

namespace planish {

using namespace ast;

namespace {

// More errors than this in one file are not worth reading.
constexpr int kMaxErrors = 20;
// An error so few tokens after a recovery is taken for its consequence.
constexpr ptrdiff_t kTrustedTokens = 3;

constexpr std::string_view kTokenTexts[] = {
#define TOKEN(K, text) text,
#include "syntax/tokens.def"
};
std::string_view token_text(TokenKind kind) { return kTokenTexts[static_cast<size_t>(kind)]; }

bool is_keyword(TokenKind kind) { return kind >= TokenKind::Assert && kind <= TokenKind::With; }

}  // namespace

// ---- Words

std::string Parser::quoted(const Token& token) const {
  constexpr size_t kLongest = 30;
  std::string_view shown = text(token.loc);
  if (shown.size() <= kLongest) return fmt::format("`{}`", shown);
  size_t length = kLongest - 3;
  while (length > 0 && (static_cast<unsigned char>(shown[length]) & 0xC0) == 0x80) length--;
  return fmt::format("`{}...`", shown.substr(0, length));
}

std::string Parser::describe(const Token& token) const {
  switch (token.kind) {
    case Kind::End: return "the end of the file";
    case Kind::Error: return "something unreadable";
    default: return quoted(token);
  }
}

// ---- Reports

Diagnostic& Parser::error(Diag kind, Loc where, std::string message) {
  bool consequence = recovered_ != nullptr && cur_ - recovered_ < kTrustedTokens;
  // What the lexer could not read it has reported.
  bool reported = at(Kind::Error) && kind != Diag::nesting_too_deep && where == loc();
  if (!consequence && !reported && !stopped_) {
    errors_++;
    if (errors_ >= kMaxErrors) stopped_ = true;
    return diags_.add(kind, where, std::move(message));
  }
  dropped_ = {};
  dropped_.labels.emplace_back();
  return dropped_;
}

Diagnostic& Parser::expected(std::string_view what) {
  std::string after = cur_ == first_ ? std::string() : fmt::format(" after {}", quoted(cur_[-1]));
  return error(Diag::unexpected_token, loc(), fmt::format("expected {}{}, but found {}", what, after, describe(*cur_)));
}

void Parser::fail_expected(std::string_view what) {
  expected(what);
  throw SyntaxError{};
}

void Parser::fail_unclosed(const Token& open, Kind close, std::string_view or_else) {
  std::string what = or_else.empty() ? fmt::format("`{}`", token_text(close))
                                     : fmt::format("`{}` or {}", token_text(close), or_else);
  expected(what).label(open.loc, fmt::format("{} was opened here", quoted(open)));
  throw SyntaxError{};
}

void Parser::fail_name(std::string_view what) {
  Diagnostic& diag = expected(what);
  if (is_keyword(kind())) diag.suggest(fmt::format("{} is a reserved word; choose another name", quoted(*cur_)));
  throw SyntaxError{};
}

void Parser::fail_expression() { fail_expected("an expression"); }
void Parser::fail_pattern() { fail_expected("a pattern"); }
void Parser::fail_type() { fail_expected("a type"); }

void Parser::fail_let_body(const Token& let) {
  Diagnostic& diag = expected("`in` or another `let`");
  diag.label(let.loc, "this `let` has no body yet");
  if (begins_declaration(kind())) diag.suggest(fmt::format("missing `in` before {}?", quoted(*cur_)));
  throw SyntaxError{};
}

void Parser::fail_declaration() { fail_expected("a declaration"); }

void Parser::fail_too_deep(Loc where) {
  error(Diag::nesting_too_deep, where, fmt::format("this is nested more than {} levels deep", kMaxDepth))
      .suggest("give names to parts of it");
  stopped_ = true;
  cur_ = last_;
  throw SyntaxError{};
}

// ---- Recovery

// Moves to the `let` or `in` that goes on after a broken value.
bool Parser::recover_in_let(const Token* value) {
  if (stopped_) return false;
  (void)value;
  return false;
}

// Moves to the next word that begins a declaration or spec, or to the brace that ends their list.
void Parser::recover_to_declaration(const Token* from) {
  if (stopped_) {
    cur_ = last_;
    return;
  }
  const Token* failed = cur_;
  int braces = 0;
  for (const Token* token = from; token < failed; token++) {
    if (token->kind == Kind::LBrace) braces++;
    if (token->kind == Kind::RBrace && braces > 0) braces--;
  }
  const Token* token = failed == from ? failed + (failed->kind != Kind::End) : failed;
  for (; token->kind != Kind::End; token++) {
    if (token->kind == Kind::LBrace) braces++;
    if (token->kind == Kind::RBrace && braces-- == 0) break;
    bool begins = false;
    switch (token->kind) {
      case Kind::Def:
      case Kind::Entry:
      case Kind::Val:
      case Kind::Include:
      case Kind::Module:
      case Kind::Local:
      case Kind::Open: begins = true; break;
      case Kind::Type: begins = token[-1].kind != Kind::Module; break;
      case Kind::Import: begins = at_line_start(*token); break;
      case Kind::Let:
      case Kind::HashBracket: begins = at_column_one(*token); break;
      default: break;
    }
    if (begins) break;
  }
  cur_ = token;
  recovered_ = token;
}

}  // namespace planish
