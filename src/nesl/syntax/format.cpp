#include "nesl/syntax/format.h"

#include <algorithm>
#include <vector>

#include "diag/display_text.h"
#include "nesl/syntax/lexer.h"
#include "nesl/syntax/parser.h"
#include "support/arena.h"

namespace planish::nesl {

namespace {

// Deeper lines begin here: otherwise the size of the result could be the square of the depth.
constexpr uint32_t kMaxIndent = 80;
constexpr uint32_t kStep = 2;

bool is_open(TokenKind kind) {
  return kind == TokenKind::LParen || kind == TokenKind::LBracket || kind == TokenKind::LBrace;
}
bool is_close(TokenKind kind) {
  return kind == TokenKind::RParen || kind == TokenKind::RBracket || kind == TokenKind::RBrace;
}
bool ends_operand(TokenKind kind) {
  switch (kind) {
    case TokenKind::Name:
    case TokenKind::Int:
    case TokenKind::Float:
    case TokenKind::Char:
    case TokenKind::String:
    case TokenKind::True:
    case TokenKind::False: return true;
    default: return is_close(kind);
  }
}

class Formatter {
 public:
  Formatter(const SourceFile& file, const LexResult& lexed)
      : file_(file), tokens_(lexed.tokens), comments_(lexed.comments) {}

  std::string run() {
    for (at_ = 0; at_ < tokens_.size(); at_++) {
      const bool breaks = gap();
      if (kind(at_) == TokenKind::End) break;
      place(breaks);
      const uint32_t here = column_;
      put(text(tokens_[at_].loc));
      after(here);
    }
    if (!out_.empty()) out_ += '\n';
    return std::move(out_);
  }

 private:
  // What is open, innermost last. The columns are those of Note [Indentation].
  enum class Part : uint8_t { Form, Bracket, Bindings, Body, Condition, Then, Else };
  struct Level {
    Part part{};
    uint32_t own = 0;      // of what ends it, or leads to its next part
    uint32_t column = 0;   // of other lines
    bool pending = false;  // the column is that of the next token, if that is on the same line
    bool begins = false;   // of a form, or a binding: nothing of it was there yet
  };

  TokenKind kind(size_t i) const { return tokens_[i].kind; }
  std::string_view text(Loc loc) const {
    return file_.text.substr(loc.begin - file_.base, loc.end - loc.begin);
  }
  size_t breaks_between(uint32_t from, uint32_t to) const {
    const std::string_view between = text({from, to});
    return static_cast<size_t>(std::ranges::count(between, '\n'));
  }
  // Something that is no token or comment stands before the token.
  bool space_before(size_t i) const { return tokens_[i].loc.begin > tokens_[i - 1].loc.end; }
  void put(std::string_view text) {
    out_ += text;
    const size_t line = text.rfind('\n');
    if (line != std::string_view::npos) column_ = 0;
    column_ += text_width(line == std::string_view::npos ? text : text.substr(line + 1));
  }
  Level& top() { return levels_.back(); }

  // ---- Between tokens

  // Puts out what stands before the token. True: the token is the first on its line.
  bool gap() {
    const size_t first = comment_;
    while (comment_ < comments_.size() && comments_[comment_].loc.begin < tokens_[at_].loc.begin)
      comment_++;
    const uint32_t begin = at_ == 0 ? file_.base : tokens_[at_ - 1].loc.end;
    const bool breaks = at_ > 0 && breaks_between(begin, tokens_[at_].loc.begin) > 0;
    if (first == comment_ && kind(at_) == TokenKind::End) return true;
    const uint32_t indent = breaks ? line_indent() : 0;
    uint32_t from = begin;
    for (size_t i = first; i < comment_; i++) {
      separate(breaks_between(from, comments_[i].loc.begin), indent);
      put(text(comments_[i].loc));
      from = comments_[i].loc.end;
    }
    if (kind(at_) == TokenKind::End) return true;
    const size_t lines = breaks_between(from, tokens_[at_].loc.begin);
    if (lines > 0 || first != comment_)
      separate(lines, indent);
    else if (at_ > 0 && has_space(at_))
      put(" ");
    return breaks || at_ == 0;
  }

  // A space, or as many line breaks, of which two are enough.
  void separate(size_t lines, uint32_t indent) {
    if (out_.empty()) return;
    if (lines == 0) return put(" ");
    put(lines > 1 ? "\n\n" : "\n");
    put(std::string(indent, ' '));
  }

  // Is there a space between the token and the one before, on one line?
  bool has_space(size_t i) const {
    const TokenKind before = kind(i - 1);
    const TokenKind now = kind(i);
    if (is_close(now) || now == TokenKind::Comma || now == TokenKind::Semicolon) return false;
    if (is_open(before) || before == TokenKind::Hash || before == TokenKind::At) return false;
    if (before == TokenKind::Minus && is_prefix(i - 1)) return false;
    if (is_loose(i)) return space_before(i) || space_before(i + 1);
    if (is_loose(i - 1)) return space_before(i - 1) || space_before(i);
    if (now == TokenKind::LParen || now == TokenKind::LBracket) return !goes_on(i);
    return true;
  }

  bool is_prefix(size_t i) const { return i == 0 || !ends_operand(kind(i - 1)); }

  // Does the bracket apply or index what stands before it? That is no type after `[]` and none of a
  // datatype.
  bool goes_on(size_t i) const {
    const TokenKind before = kind(i - 1);
    if (before == TokenKind::RBracket) return kind(i - 2) != TokenKind::LBracket;
    if (before == TokenKind::Name && kind(i) == TokenKind::LBracket)
      return i < 2 || kind(i - 2) != TokenKind::Datatype;
    return before == TokenKind::Name || before == TokenKind::RParen || before == TokenKind::RBrace;
  }

  // `x^2` and `x ^ 2`, `[0:n]` and `[0 : n]` are as they were written.
  bool is_loose(size_t i) const {
    if (kind(i) == TokenKind::Caret) return i > 0;
    return kind(i) == TokenKind::Colon && !brackets_.empty() &&
           brackets_.back() == TokenKind::LBracket;
  }

  // ---- Lines

  // Where a line begins with the token that comes next. What it ends is closed.
  uint32_t line_indent() {
    close_before();
    Level& level = top();
    uint32_t indent = level.column;
    const TokenKind now = kind(at_);
    if (level.pending)
      indent = level.part == Part::Bracket ? line_column_ + kStep : level.own + kStep;
    else if (level.begins)
      indent = level.part == Part::Form ? 0 : level.column;
    else if (level.part == Part::Bindings)
      indent = level.column + kStep;
    const bool at_own = is_close(now) || leads_on_;
    if (at_own) indent = level.pending && level.part == Part::Bracket ? line_column_ : level.own;
    if (level.pending && level.part == Part::Bracket) level.own = line_column_;
    return std::min(indent, kMaxIndent);
  }

  // Closes what the next token ends; for `in`, `then` and `else`, what it leads on is on top then.
  void close_before() {
    if (closed_for_ == at_ + 1) return;
    closed_for_ = at_ + 1;
    leads_on_ = false;
    switch (kind(at_)) {
      case TokenKind::RParen:
      case TokenKind::RBracket:
      case TokenKind::RBrace:
      case TokenKind::Colon:
      case TokenKind::Bar: return close_to_bracket();
      case TokenKind::In: return lead_on(Part::Bindings);
      case TokenKind::Then: return lead_on(Part::Condition);
      case TokenKind::Else: return lead_on(Part::Then);
      case TokenKind::Semicolon:
        while (top().part != Part::Bindings && top().part != Part::Bracket &&
               top().part != Part::Form)
          levels_.pop_back();
        return;
      case TokenKind::Dollar: levels_.resize(1); return;
      default: return;
    }
  }

  void close_to_bracket() {
    while (top().part != Part::Bracket && top().part != Part::Form) levels_.pop_back();
  }

  // An `in` without `let` belongs to an apply-to-each.
  void lead_on(Part part) {
    for (size_t i = levels_.size(); i-- > 0;) {
      if (levels_[i].part == Part::Bracket || levels_[i].part == Part::Form) return;
      if (levels_[i].part != part) continue;
      levels_.resize(i + 1);
      leads_on_ = true;
      return;
    }
  }

  // ---- At and after a token

  // The columns that wait for the next token.
  void place(bool breaks) {
    close_before();
    if (breaks) line_column_ = column_;
    Level& level = top();
    if (level.pending && !is_close(kind(at_))) level.column = column_;
    level.pending = false;
  }

  // The token stands at the column.
  void after(uint32_t here) {
    const TokenKind now = kind(at_);
    const bool begins = now == TokenKind::Semicolon || now == TokenKind::Dollar;
    if (top().part == Part::Form || top().part == Part::Bindings) top().begins = begins;
    if (is_open(now)) {
      brackets_.push_back(now);
      levels_.push_back({Part::Bracket, here, here, true, false});
    } else if (is_close(now)) {
      if (!brackets_.empty()) brackets_.pop_back();
      if (levels_.size() > 1) levels_.pop_back();
    } else if (now == TokenKind::Let) {
      levels_.push_back({Part::Bindings, here, here, true, true});
    } else if (now == TokenKind::If) {
      const bool chained = at_ > 0 && kind(at_ - 1) == TokenKind::Else &&
                           top().part == Part::Else && here != line_column_;
      levels_.push_back({Part::Condition, chained ? top().own : here, here, true, false});
    } else if (leads_on_) {
      top().part = now == TokenKind::In     ? Part::Body
                   : now == TokenKind::Then ? Part::Then
                                            : Part::Else;
      top().pending = true;
    }
  }

  const SourceFile& file_;
  const std::vector<Token>& tokens_;
  const std::vector<Comment>& comments_;
  std::string out_;
  uint32_t column_ = 0;  // where it ends
  size_t at_ = 0;
  size_t comment_ = 0;
  std::vector<Level> levels_{{Part::Form, 0, kStep, false, true}};
  std::vector<TokenKind> brackets_;
  uint32_t line_column_ = 0;  // where the line begins
  size_t closed_for_ = 0;     // what the token before this one ends is closed
  bool leads_on_ = false;     // the next token goes on with what is on top: `in`, `then`, `else`
};

// The same tokens and comments, in the same order?
bool same_program(const SourceFile& before, const LexResult& a, const SourceFile& after,
                  const LexResult& b) {
  const auto same = [&](const auto& one, const auto& other) {
    return std::ranges::equal(one, other, [&](const auto& x, const auto& y) {
      return before.text.substr(x.loc.begin - before.base, x.loc.end - x.loc.begin) ==
             after.text.substr(y.loc.begin - after.base, y.loc.end - y.loc.begin);
    });
  };
  return same(a.tokens, b.tokens) && same(a.comments, b.comments);
}

}  // namespace

Formatted format(const SourceFile& file, Interner& names, Diagnostics& diags) {
  Arena arena;
  const size_t errors = diags.error_count();
  (void)parse(file, arena, names, diags);
  if (diags.error_count() > errors) return {FormatStatus::SyntaxErrors, {}};
  Diagnostics ignored;
  const LexResult lexed = lex(file, arena, names, ignored);
  SourceMap scratch;
  const SourceFile* result = scratch.add(file.path, Formatter(file, lexed).run());
  if (!same_program(file, lexed, *result, lex(*result, arena, names, ignored)))
    return {FormatStatus::Unsafe, {}};
  return {FormatStatus::Done, std::string(result->text)};
}

}  // namespace planish::nesl
