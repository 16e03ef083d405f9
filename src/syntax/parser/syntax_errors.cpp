#include "syntax/parser/syntax_errors.h"

#include "syntax/parser.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PLANISH_ADDRESS_SANITIZER
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define PLANISH_ADDRESS_SANITIZER
#endif
#ifdef PLANISH_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#endif

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

}  // namespace

// The current token; at the end of the file the place behind the last token.
Loc SyntaxErrors::here() const {
  if (!at(Kind::End) || cur_ == first_) return loc();
  return {cur_[-1].loc.end, cur_[-1].loc.end};
}

// ---- Reports

void SyntaxErrors::unwind() const {
#ifdef PLANISH_ADDRESS_SANITIZER
  // AddressSanitizer forgets the marks of the frames that an exception leaves, but not of more than
  // 64 MiB.
  const auto* here = static_cast<const char*>(__builtin_frame_address(0));
  __asan_unpoison_memory_region(here, static_cast<size_t>(stack_base_ - here));
#endif
  if (stopped_) throw Stopped{};
  throw SyntaxError{};
}

Diagnostic& SyntaxErrors::error(Diag kind, Loc where, std::string message) {
  bool consequence = resumed_ != nullptr && cur_ - resumed_ < kTrustedTokens;
  // What the lexer could not read it has reported.
  bool reported =
      at(Kind::Error) && (kind == Diag::unexpected_token || kind == Diag::unclosed_bracket);
  if (!consequence && !reported && !stopped_) {
    count_++;
    Diagnostic& diag = diags_.add(kind, where, std::move(message));
    if (count_ >= kMaxErrors) {
      stopped_ = true;
      diag.note("the rest of the file has not been read, because of so many errors");
    }
    return diag;
  }
  dropped_ = {};
  dropped_.labels.emplace_back();
  return dropped_;
}

Diagnostic& SyntaxErrors::expected(std::string_view what) {
  std::string after = cur_ == first_ ? std::string() : fmt::format(" after {}", quoted(cur_[-1]));
  return error(Diag::unexpected_token, here(),
               fmt::format("expected {}{}, but found {}", what, after, describe(*cur_)));
}

void SyntaxErrors::fail_expected(std::string_view what, const Token* construct) {
  Diagnostic& diag = expected(what);
  if (construct != nullptr)
    diag.label(construct->loc, fmt::format("for this {}", quoted(*construct)));
  advice_.give(diag, Wanted::Other);
  unwind();
}

void SyntaxErrors::fail_unclosed(const Token& open, Kind close, std::string_view or_else,
                                 Wanted wanted) {
  bool ends_here = at(Kind::End) || (begins_declaration(kind()) && at_line_start(*cur_));
  if (ends_here) {
    Diagnostic& diag =
        error(Diag::unclosed_bracket, open.loc, fmt::format("this {} is not closed", quoted(open)));
    diag.label(here(), fmt::format("expected `{}` before {}", token_text(close), describe(*cur_)));
  } else if (closes(kind())) {
    error(Diag::unclosed_bracket, loc(),
          fmt::format("{} does not close {}", quoted(*cur_), quoted(open)))
        .label(open.loc, fmt::format("closed by `{}`", token_text(close)))
        .suggest(
            fmt::format("put `{}` before or in place of {}", token_text(close), quoted(*cur_)));
  } else {
    std::string what = or_else.empty() ? fmt::format("`{}`", token_text(close))
                                       : fmt::format("{} or `{}`", or_else, token_text(close));
    Diagnostic& diag = expected(what);
    diag.label(open.loc, fmt::format("{} opened here", quoted(open)));
    if (open.kind == Kind::LBrace) advice_.for_braces(diag);
    const Token* inside = &open + 1;
    if (at(Kind::Comma) && open.kind == Kind::LParen && inside->kind == Kind::Ident &&
        inside[1].kind == Kind::Colon)
      diag.suggest("a record type is written `{x: a, y: b}`, a tuple type `(a, b)`");
    advice_.give(diag, wanted);
  }
  unwind();
}

void SyntaxErrors::fail_part(std::string_view what, Wanted wanted) {
  Diagnostic& diag = expected(what);
  // The gap is behind the last token rather than on another line.
  if (cur_ != first_ && !at(Kind::End) && at_line_start(*cur_))
    diag.label(cur_[-1].loc, "after this");
  advice_.give(diag, wanted);
  unwind();
}

// A value was read to its end, but neither `in` nor a further `let` follows.
void SyntaxErrors::fail_let_body(const Token& let) {
  Diagnostic& diag = expected("`in` or another `let`");
  diag.label(let.loc, "this `let` has no result yet");
  // A line that begins below the `let` and was read as arguments is most likely the missing result.
  const Token* result = nullptr;
  int depth = 0;
  uint32_t indent = column(let);
  for (const Token* token = &let + 1; token < cur_ && result == nullptr; token++) {
    if (opens(token->kind)) depth++;
    if (closes(token->kind)) depth--;
    bool below =
        depth <= (opens(token->kind) ? 1 : 0) && at_line_start(*token) && column(*token) <= indent;
    if (below && begins_atom(token->kind)) result = token;
  }
  if (result != nullptr) {
    diag.suggest(fmt::format("missing `in` before {}?", quoted(*result)))
        .replace({result->loc.begin, result->loc.begin}, "in ");
  } else if (begins_declaration(kind()) || at(Kind::End)) {
    diag.suggest(fmt::format("missing `in` and a result before {}?", describe(*cur_)));
  } else {
    advice_.give(diag, Wanted::Other);
  }
  unwind();
}

const Token* SyntaxErrors::line_without_keyword() const {
  if (!at(Kind::Equal)) return nullptr;
  const Token* token = cur_;
  while (token > state_.unit && !at_line_start(*token)) token--;
  bool within = token > state_.unit && token < cur_;
  return within && token->kind == Kind::Ident && at_column_zero(*token) ? token : nullptr;
}

void SyntaxErrors::fail_declaration() {
  if (const Token* line = line_without_keyword()) {
    Diagnostic& diag = error(Diag::unexpected_token, line->loc,
                             fmt::format("expected a declaration, but found {}", quoted(*line)));
    cur_ = line;
    advice_.for_declaration(diag);
    unwind();
  }
  if (closes(kind())) {
    error(Diag::unexpected_token, loc(), fmt::format("{} closes nothing", quoted(*cur_)))
        .suggest("remove it, or put the opening bracket where it is missing");
    unwind();
  }
  bool after_one = cur_ != first_ && !at_line_start(*cur_) && !at(Kind::End);
  Diagnostic& diag =
      after_one ? expected("an operator, an argument or the next declaration")
                : error(Diag::unexpected_token, here(),
                        fmt::format("expected a declaration, but found {}", describe(*cur_)));
  advice_.give(diag, Wanted::Declaration);
  unwind();
}

// In `def f(x):` and a line below it, that line was read as a type.
bool SyntaxErrors::result_is_on_next_line(const ValDecl* decl) const {
  if (decl->result == nullptr) return false;
  for (const Token* token = state_.unit; token < cur_; token++) {
    if (token->loc.begin == decl->result->loc.begin) return at_line_start(*token);
  }
  return false;
}

// The head of a definition was read, but no `=` follows.
void SyntaxErrors::fail_definition(const ValDecl* decl) {
  std::string_view name = names_.text(decl->name.name);
  Diagnostic& diag = expected(fmt::format("`=` and the definition of `{}`", name));
  bool has_params = !decl->params.empty();
  switch (kind()) {
    case Kind::Arrow:
      if (decl->result == nullptr)
        diag.suggest("the type of the result stands after a colon").replace(loc(), ":");
      break;
    case Kind::Comma:
      diag.suggest(
          "parameters stand one after the other: `(x: i32) (y: i32)`, or as a tuple in "
          "parentheses");
      break;
    case Kind::LBracket:
    case Kind::Indexing:
    case Kind::Apostrophe:
    case Kind::ApostropheHat:
    case Kind::ApostropheTilde:
      if (has_params) diag.suggest("size and type parameters stand before the others");
      break;
    case Kind::Dot: diag.suggest("a qualified name cannot be defined"); break;
    case Kind::Star:
      if (decl->result != nullptr) diag.suggest("a tuple type is written `(a, b)`");
      break;
    case Kind::Minus:
    case Kind::String:
      diag.suggest("this cannot stand in a parameter outside of parentheses");
      break;
    case Kind::HashBracket: diag.suggest("put a parameter with an attribute in parentheses"); break;
    case Kind::Pipe: diag.suggest("there are no guards; write `= if c then a else b`"); break;
    case Kind::LBrace:
      diag.suggest("the body of a definition stands after `=`, without braces");
      break;
    case Kind::Colon:
      if (decl->result == nullptr) break;
      diag.suggest("parameters with types stand in parentheses: `(x: i32)`");
      break;
    default:
      if (is_keyword(kind()) && !at_line_start(*cur_)) {
        diag.suggest(fmt::format("{} is a reserved word; choose another name", quoted(*cur_)));
      } else if (is_infix(kind()) && decl->val_kind == ValKind::Entry) {
        diag.suggest("an entry point needs a name; operators are defined with `def`");
      } else if (result_is_on_next_line(decl)) {
        diag.label(decl->result->loc, "read as the type of the result")
            .suggest("the body of a definition stands after `=`, as in `def f x = x + 1`");
      }
      break;
  }
  unwind();
}

// A pattern of `case` was read, but no `->` follows.
void SyntaxErrors::fail_case(const Pattern* pattern, const Token& keyword) {
  Diagnostic& diag = expected("`->` and a result");
  diag.label(keyword.loc, "for this `case`");
  if (pattern->kind == PatternKind::AscribePat &&
      static_cast<const AscribePat*>(pattern)->ascribed->kind == TypeExprKind::ArrowType) {
    diag.label(pattern->loc, "the `->` was read as part of a type")
        .suggest("put the pattern in parentheses: `case (p: t) -> e`");
  } else if (at(Kind::If)) {
    diag.suggest("a case has no condition of its own; put an `if` into its result");
  } else if (at(Kind::Pipe)) {
    diag.suggest("write one case for every pattern");
  } else if (at(Kind::Equal)) {
    diag.suggest("write `->`").replace(loc(), "->");
  } else if (at(Kind::Comma)) {
    diag.suggest("a tuple pattern stands in parentheses: `(a, b)`");
  } else {
    advice_.give(diag, Wanted::Other);
  }
  unwind();
}

void SyntaxErrors::fail_expected(std::string_view what, const Token& construct,
                                 std::string_view hint) {
  Diagnostic& diag = expected(what);
  diag.label(construct.loc, fmt::format("for this {}", quoted(construct)));
  advice_.give(diag, Wanted::Other);
  if (diag.hint.empty()) diag.suggest(std::string(hint));
  unwind();
}

void SyntaxErrors::fail_too_deep(Loc where) {
  if (!stopped_) {
    resumed_ = nullptr;
    error(Diag::nesting_too_deep, {where.begin, std::min(where.end, where.begin + 1)},
          fmt::format("this is nested more than {} levels deep", kMaxDepth))
        .suggest("give names to parts of it");
  }
  stopped_ = true;
  unwind();
}

}  // namespace planish
