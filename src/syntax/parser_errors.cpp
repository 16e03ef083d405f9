// What is said about text that cannot be read, and where reading goes on.
#include "syntax/parser_impl.h"

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

// ---- Words

std::string Parser::quoted(const Token& token) const {
  constexpr size_t kLongest = 30;
  if (token.kind == Kind::Backtick) return "a backtick";
  std::string_view shown = text(token.loc);
  if (shown.size() <= kLongest) return fmt::format("`{}`", shown);
  size_t length = kLongest - 3;
  while (length > 0 && (static_cast<unsigned char>(shown[length]) & 0xC0) == 0x80) length--;
  return fmt::format("`{}...`", shown.substr(0, length));
}

std::string Parser::describe(const Token& token) const {
  return token.kind == Kind::End ? "the end of the file" : quoted(token);
}

// The current token; at the end of the file the place behind the last token.
Loc Parser::here() const {
  if (!at(Kind::End) || cur_ == first_) return loc();
  return {cur_[-1].loc.end, cur_[-1].loc.end};
}

// ---- Reports

void Parser::unwind() const {
#ifdef PLANISH_ADDRESS_SANITIZER
  // AddressSanitizer forgets the marks of the frames that an exception leaves, but not of more than
  // 64 MiB.
  const auto* here = static_cast<const char*>(__builtin_frame_address(0));
  __asan_unpoison_memory_region(here, static_cast<size_t>(stack_base_ - here));
#endif
  if (stopped_) throw Stopped{};
  throw SyntaxError{};
}

Diagnostic& Parser::error(Diag kind, Loc where, std::string message) {
  bool consequence = recovered_ != nullptr && cur_ - recovered_ < kTrustedTokens;
  // What the lexer could not read it has reported.
  bool reported =
      at(Kind::Error) && (kind == Diag::unexpected_token || kind == Diag::unclosed_bracket);
  if (!consequence && !reported && !stopped_) {
    errors_++;
    Diagnostic& diag = diags_.add(kind, where, std::move(message));
    if (errors_ >= kMaxErrors) {
      stopped_ = true;
      diag.note("the rest of the file has not been read, because of so many errors");
    }
    return diag;
  }
  dropped_ = {};
  dropped_.labels.emplace_back();
  return dropped_;
}

Diagnostic& Parser::expected(std::string_view what) {
  std::string after = cur_ == first_ ? std::string() : fmt::format(" after {}", quoted(cur_[-1]));
  return error(Diag::unexpected_token, here(),
               fmt::format("expected {}{}, but found {}", what, after, describe(*cur_)));
}

void Parser::fail_expected(std::string_view what, const Token* construct) {
  Diagnostic& diag = expected(what);
  if (construct != nullptr)
    diag.label(construct->loc, fmt::format("for this {}", quoted(*construct)));
  advise(diag, Place::Other);
  unwind();
}

void Parser::fail_unclosed(const Token& open, Kind close, std::string_view or_else, Place place) {
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
    if (open.kind == Kind::LBrace) advise_braces(diag);
    const Token* inside = &open + 1;
    if (at(Kind::Comma) && open.kind == Kind::LParen && inside->kind == Kind::Ident &&
        inside[1].kind == Kind::Colon)
      diag.suggest("a record type is written `{x: a, y: b}`, a tuple type `(a, b)`");
    advise(diag, place);
  }
  unwind();
}

void Parser::fail_part(std::string_view what, Place place) {
  Diagnostic& diag = expected(what);
  // The gap is behind the last token rather than on another line.
  if (cur_ != first_ && !at(Kind::End) && at_line_start(*cur_))
    diag.label(cur_[-1].loc, "after this");
  advise(diag, place);
  unwind();
}

// A value was read to its end, but neither `in` nor a further `let` follows.
void Parser::fail_let_body(const Token& let) {
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
    advise(diag, Place::Other);
  }
  unwind();
}

// The first token of a line such as `x = 1`, which lacks its `def` and was read as arguments of
// what stands on the line before; null if the current token is not the `=` of such a line.
const Token* Parser::line_without_keyword() const {
  if (!at(Kind::Equal)) return nullptr;
  const Token* token = cur_;
  while (token > unit_ && !at_line_start(*token)) token--;
  bool within = token > unit_ && token < cur_;
  return within && token->kind == Kind::Ident && at_column_zero(*token) ? token : nullptr;
}

void Parser::fail_declaration() {
  if (const Token* line = line_without_keyword()) {
    Diagnostic& diag = error(Diag::unexpected_token, line->loc,
                             fmt::format("expected a declaration, but found {}", quoted(*line)));
    cur_ = line;
    advise_declaration(diag);
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
  advise(diag, Place::Declaration);
  unwind();
}

// In `def f(x):` and a line below it, that line was read as a type.
bool Parser::result_is_on_next_line(const ValDecl* decl) const {
  if (decl->result == nullptr) return false;
  for (const Token* token = unit_; token < cur_; token++) {
    if (token->loc.begin == decl->result->loc.begin) return at_line_start(*token);
  }
  return false;
}

// The head of a definition was read, but no `=` follows.
void Parser::fail_definition(const ValDecl* decl) {
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
      } else if (at_infix(kind()) && decl->val_kind == ValKind::Entry) {
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
void Parser::fail_case(const Pattern* pattern, const Token& keyword) {
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
    advise(diag, Place::Other);
  }
  unwind();
}

void Parser::fail_expected(std::string_view what, const Token& construct, std::string_view hint) {
  Diagnostic& diag = expected(what);
  diag.label(construct.loc, fmt::format("for this {}", quoted(construct)));
  advise(diag, Place::Other);
  if (diag.hint.empty()) diag.suggest(std::string(hint));
  unwind();
}

void Parser::fail_too_deep(Loc where) {
  if (!stopped_) {
    recovered_ = nullptr;
    error(Diag::nesting_too_deep, {where.begin, std::min(where.end, where.begin + 1)},
          fmt::format("this is nested more than {} levels deep", kMaxDepth))
        .suggest("give names to parts of it");
  }
  stopped_ = true;
  unwind();
}

// ---- Recovery

// Moves to the `let` or `in` that goes on after a value that could not be read.
Parser::Recovery Parser::recover_in_let(const Token* from) {
  // Brackets and lets that were open when reading stopped.
  int depth = 0;
  int lets = 0;
  const Token* failed = cur_;
  for (const Token* token = from; token->kind != Kind::End; token++) {
    if (recovery_budget_-- <= 0) return Recovery::OnlyDeclaration;
    if (opens(token->kind)) {
      depth++;
    } else if (closes(token->kind)) {
      // One too many: it ends what is around the `let`, or nothing.
      if (depth == 0 && brackets_before(from) > 0) return Recovery::MaybeOutside;
      depth = std::max(0, depth - 1);
    } else if (token >= failed && begins_recovery(token)) {
      return Recovery::OnlyDeclaration;
    } else if (depth == 0 && token->kind == Kind::Let) {
      if (token >= failed && at_line_start(*token)) {
        resume(token);
        return Recovery::Done;
      }
      lets++;
    } else if (depth == 0 && token->kind == Kind::In) {
      // The `in` of `for x in xs` belongs to no let.
      bool of_loop = in_loop_header(token, from);
      if (!of_loop && lets == 0 && token >= failed) {
        resume(token);
        return Recovery::Done;
      }
      if (!of_loop && lets > 0) lets--;
    }
  }
  return Recovery::OnlyDeclaration;
}

// How many brackets are open before the token, counted from the beginning of the declaration.
int Parser::brackets_before(const Token* end) {
  int depth = 0;
  for (const Token* token = unit_; token < end; token++) {
    if (recovery_budget_-- <= 0) return 1;
    if (opens(token->kind)) depth++;
    if (closes(token->kind) && depth > 0) depth--;
  }
  return depth;
}

bool Parser::in_loop_header(const Token* in, const Token* from) const {
  while (in-- > from) {
    switch (in->kind) {
      case Kind::For: return true;
      case Kind::Let:
      case Kind::In:
      case Kind::Do:
      case Kind::Equal: return false;
      default: break;
    }
  }
  return false;
}

// A word that begins a declaration or spec and is not part of an expression.
bool Parser::begins_recovery(const Token* token) const {
  switch (token->kind) {
    case Kind::Def:
    case Kind::Entry:
    case Kind::Val:
    case Kind::Include:
    case Kind::Module:
    case Kind::Local:
    case Kind::Open: return true;
    case Kind::Type: return token == first_ || token[-1].kind != Kind::Module;
    case Kind::Import: return at_line_start(*token);
    case Kind::Let:
    case Kind::HashBracket: return at_column_zero(*token);
    default: return false;
  }
}

// Moves to the next declaration or spec, or to the brace that ends their list.
void Parser::recover_to_declaration(const Token* from) {
  if (at(Kind::End)) return;
  const Token* failed = cur_;
  int braces = 0;
  for (const Token* token = from; token < failed; token++) {
    if (token->kind == Kind::LBrace) braces++;
    if (token->kind == Kind::RBrace && braces > 0) braces--;
  }
  const Token* token = failed;
  for (; token->kind != Kind::End && !begins_recovery(token); token++) {
    if (token->kind == Kind::LBrace) braces++;
    if (token->kind == Kind::RBrace && braces-- == 0) break;
  }
  resume(token);
  // What begins a line is a new declaration for sure, and its errors are its own.
  if (at_line_start(*token)) recovered_ = nullptr;
}

void Parser::resume(const Token* token) {
  cur_ = token;
  recovered_ = token;
  case_ = nullptr;
}

}  // namespace planish
