#include "syntax/layout.h"

#include <algorithm>

#include "diag/display_text.h"

namespace planish {
namespace {

// Deeper lines begin here: otherwise the size of the result could be the square of the depth.
constexpr uint32_t kMaxIndent = 80;

// One space or nothing between two tokens, for all places that have no rule of their own.
Flat default_flat(TokenKind before, TokenKind after) {
  switch (after) {
    case TokenKind::RParen:
    case TokenKind::RBracket:
    case TokenKind::RBrace:
    case TokenKind::Comma:
    case TokenKind::Colon:
    case TokenKind::Indexing:
    case TokenKind::End: return Flat::None;
    case TokenKind::Dot: return before == TokenKind::With ? Flat::Space : Flat::None;
    case TokenKind::DotDot:
    case TokenKind::DotDotDot:
    case TokenKind::DotDotLess:
    case TokenKind::DotDotGreater: return Flat::AsWritten;
    case TokenKind::Tilde:
    case TokenKind::Hat:
      if (before == TokenKind::Type) return Flat::None;
      break;
    default: break;
  }
  switch (before) {
    case TokenKind::LParen:
    case TokenKind::LBracket:
    case TokenKind::Indexing:
    case TokenKind::LBrace:
    case TokenKind::HashBracket:
    case TokenKind::Dot:
    case TokenKind::Backslash:
    case TokenKind::Apostrophe:
    case TokenKind::ApostropheHat:
    case TokenKind::ApostropheTilde:
    case TokenKind::Question: return Flat::None;
    case TokenKind::DotDot:
    case TokenKind::DotDotDot:
    case TokenKind::DotDotLess:
    case TokenKind::DotDotGreater:
    case TokenKind::Minus:
    case TokenKind::Star:
    case TokenKind::Bang:
    case TokenKind::Backtick: return Flat::AsWritten;
    default: return Flat::Space;
  }
}

bool is_word_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '\'';
}
bool is_symbol_byte(char c) {
  return std::string_view("+-*/%=!><|&^.:?#").find(c) != std::string_view::npos;
}

std::string_view without_trailing_space(std::string_view text) {
  while (!text.empty() &&
         std::string_view(" \t\r\f\v").find(text.back()) != std::string_view::npos) {
    text.remove_suffix(1);
  }
  return text;
}

}  // namespace

// ---- Tokens

TokenStream::TokenStream(const SourceFile& file, const LexResult& lexed)
    : file_(file), tokens_(lexed.tokens), comments_(lexed.comments) {
  size_t count = tokens_.size();
  line_of_.reserve(count);
  first_comment_.reserve(count + 1);
  blank_before_.reserve(count);
  uint32_t at = file.base;
  uint32_t line = 0;
  uint32_t comment = 0;
  for (const Token& token : tokens_) {
    first_comment_.push_back(comment);
    uint32_t from = at;
    for (; comment < comments_.size() && comments_[comment].loc.begin < token.loc.begin;
         comment++) {
      from = comments_[comment].loc.end;
    }
    blank_before_.push_back(breaks_between(from, token.loc.begin) >= 2);
    line += breaks_between(at, token.loc.begin);
    line_of_.push_back(line);
    at = token.loc.end;
  }
  first_comment_.push_back(comment);
}

uint32_t TokenStream::breaks_between(uint32_t from, uint32_t to) const {
  std::string_view between = text({from, std::max(from, to)});
  return static_cast<uint32_t>(std::count(between.begin(), between.end(), '\n'));
}

size_t TokenStream::index_of(uint32_t offset) const {
  auto found =
      std::lower_bound(tokens_.begin(), tokens_.end(), offset,
                       [](const Token& token, uint32_t at) { return token.loc.begin < at; });
  return static_cast<size_t>(found - tokens_.begin());
}

std::vector<TokenStream::PlacedComment> TokenStream::comments_before(size_t i) const {
  std::vector<PlacedComment> out;
  uint32_t at = i == 0 ? file_.base : tokens_[i - 1].loc.end;
  for (uint32_t c = first_comment_[i]; c < first_comment_[i + 1]; c++) {
    uint32_t breaks = breaks_between(at, comments_[c].loc.begin);
    out.push_back({without_trailing_space(text(comments_[c].loc)),
                   breaks > 0 || (i == 0 && out.empty()), breaks >= 2});
    at = comments_[c].loc.end;
  }
  return out;
}

// ---- Recording

void Layout::add(OpKind kind) { ops_.push_back({.kind = kind, .style = {}}); }

size_t Layout::gap(GapStyle style) {
  if (gap_done_) return ops_.size() - 1;
  gap_done_ = true;
  size_t index = ops_.size();
  add(OpKind::Gap);
  Op& op = ops_.back();
  op.token = static_cast<uint32_t>(next_);
  op.end = static_cast<uint32_t>(index);
  // A `[` directly behind a name is another token than one behind a space.
  if (tokens_.kind(next_) == TokenKind::Indexing) style = {.at = Break::Never, .flat = Flat::None};
  if (style.flat == Flat::Default) {
    style.flat =
        next_ == 0 ? Flat::None : default_flat(tokens_.kind(next_ - 1), tokens_.kind(next_));
  }
  bool written = next_ > 0 && tokens_[next_].space_before;
  if (style.flat == Flat::AsWritten) style.flat = written ? Flat::Space : Flat::None;
  if (style.flat == Flat::None && written && next_ > 0 && tokens_.kind(next_) != TokenKind::End) {
    // Two tokens must not grow together.
    char left = tokens_.text(next_ - 1).back();
    char right = tokens_.text(next_).front();
    bool can_be_indexed = is_word_byte(left) || left == ')' || left == ']';
    if ((is_word_byte(left) && is_word_byte(right)) ||
        (is_symbol_byte(left) && is_symbol_byte(right)) || (can_be_indexed && right == '[')) {
      style.flat = Flat::Space;
    }
  }
  bool hinted = style.forced || tokens_.broken_before(next_);
  style.forced = style.at == Break::Always || (style.at == Break::Fill && hinted) ||
                 tokens_.has_comments(next_);
  if (style.at == Break::Group) {
    if (open_groups_.empty()) {
      style.at = Break::Fill;
      style.forced |= hinted;
    } else {
      op.group = ops_[open_groups_.back()].group;
      groups_[op.group].forced |= hinted;
    }
  }
  op.style = style;
  return index;
}

void Layout::flush_gap() {
  if (!gap_done_) gap({});
}

void Layout::token() {
  if (next_ >= tokens_.size()) return;
  flush_gap();
  add(OpKind::Token);
  ops_.back().token = static_cast<uint32_t>(next_);
  next_++;
  gap_done_ = false;
}

void Layout::tokens_until(uint32_t offset) {
  while (next_ < tokens_.size() && tokens_[next_].loc.begin < offset &&
         tokens_.kind(next_) != TokenKind::End)
    token();
}

void Layout::open_group() {
  flush_gap();
  open_groups_.push_back(static_cast<uint32_t>(ops_.size()));
  add(OpKind::OpenGroup);
  ops_.back().group = static_cast<uint32_t>(groups_.size());
  groups_.emplace_back();
}

void Layout::close_group_at(size_t gap) {
  ops_[open_groups_.back()].end = static_cast<uint32_t>(gap);
  open_groups_.pop_back();
  add(OpKind::CloseGroup);
}

void Layout::indent(uint8_t columns) {
  add(OpKind::Indent);
  ops_.back().columns = columns;
}
void Layout::indent_if_broken() {
  uint8_t columns = ops_.back().style.indent;
  add(OpKind::IndentIfBroken);
  ops_.back().columns = columns;
}
void Layout::align() {
  flush_gap();
  add(OpKind::Align);
}
void Layout::end_indent() { add(OpKind::EndIndent); }
void Layout::begin_item() {
  flush_gap();
  add(OpKind::BeginItem);
}
void Layout::end_item() { add(OpKind::EndItem); }

// ---- Printing

class Layout::Printer {
 public:
  explicit Printer(Layout& layout) : layout_(layout), tokens_(layout.tokens_), ops_(layout.ops_) {
    measure();
  }

  std::string run() {
    for (at_ = 0; at_ < ops_.size(); at_++) step(ops_[at_]);
    if (!out_.empty()) out_ += '\n';
    return insert_blank_lines();
  }

 private:
  void measure() {
    widths_.resize(ops_.size() + 1);
    next_forced_.resize(ops_.size() + 1);
    for (size_t i = 0; i < ops_.size(); i++) {
      uint32_t width = 0;
      if (ops_[i].kind == OpKind::Token) width = text_width(tokens_.text(ops_[i].token));
      if (ops_[i].kind == OpKind::Gap) width = ops_[i].style.flat == Flat::Space ? 1 : 0;
      widths_[i + 1] = widths_[i] + width;
    }
    next_forced_[ops_.size()] = static_cast<uint32_t>(ops_.size());
    for (size_t i = ops_.size(); i-- > 0;) {
      next_forced_[i] = is_forced(ops_[i]) ? static_cast<uint32_t>(i) : next_forced_[i + 1];
    }
  }

  bool is_forced(const Op& op) const {
    if (op.kind != OpKind::Gap) return false;
    return op.style.forced || (op.style.at == Break::Group && layout_.groups_[op.group].forced);
  }

  // Whether the operations from here to `end`, and the closing brackets that must follow them, fit
  // on the line.
  bool fits(size_t from, size_t end) const {
    size_t forced = next_forced_[from];
    if (forced < end) return column_ + (widths_[forced] - widths_[from]) <= kLineWidth;
    uint32_t width = column_ + (widths_[end] - widths_[from]);
    for (size_t i = end; i < ops_.size() && width <= kLineWidth; i++) {
      const Op& op = ops_[i];
      if (op.kind == OpKind::Gap && (op.style.flat == Flat::Space || is_forced(op))) break;
      if (op.kind == OpKind::Token) {
        TokenKind kind = tokens_.kind(op.token);
        bool sticks = kind == TokenKind::RParen || kind == TokenKind::RBracket ||
                      kind == TokenKind::RBrace || kind == TokenKind::Comma;
        if (!sticks) break;
        width++;
      }
    }
    return width <= kLineWidth;
  }

  void step(const Op& op) {
    switch (op.kind) {
      case OpKind::Token: {
        std::string_view text = tokens_.text(op.token);
        out_ += text;
        column_ += widths_[at_ + 1] - widths_[at_];
        break;
      }
      case OpKind::Gap: gap(op); break;
      case OpKind::OpenGroup: {
        Group& group = layout_.groups_[op.group];
        group.broken = group.forced || !fits(at_, op.end);
        break;
      }
      case OpKind::Indent:
        indents_.push_back(std::min(indents_.back() + op.columns, kMaxIndent));
        break;
      case OpKind::IndentIfBroken: {
        uint32_t columns = gap_breaks_ ? op.columns : 0;
        indents_.push_back(std::min(indents_.back() + columns, kMaxIndent));
        break;
      }
      case OpKind::Align: indents_.push_back(std::min(column_, kMaxIndent)); break;
      case OpKind::EndIndent: indents_.pop_back(); break;
      case OpKind::BeginItem: begin_item(); break;
      case OpKind::EndItem: end_item(); break;
      case OpKind::CloseGroup: break;
    }
  }

  bool breaks_at(const Op& op) const {
    if (op.style.forced) return true;
    switch (op.style.at) {
      case Break::Never: return false;
      case Break::Always: return true;
      case Break::Group: return layout_.groups_[op.group].broken;
      case Break::Fill: return !fits(at_, op.end);
    }
    return false;
  }

  void gap(const Op& op) {
    gap_begin_ = out_.size();
    gap_breaks_ = false;
    gap_has_blank_ = false;
    bool end_of_file = tokens_.kind(op.token) == TokenKind::End;
    if (tokens_.has_comments(op.token)) return gap_with_comments(op, end_of_file);
    if (end_of_file) return;
    if (breaks_at(op)) {
      bool blank = op.style.blank == BlankLine::Keep && tokens_.blank_before(op.token);
      new_line(blank, indents_.back() + op.style.indent);
    } else if (op.style.flat == Flat::Space) {
      out_ += ' ';
      column_++;
    }
  }

  void gap_with_comments(const Op& op, bool end_of_file) {
    for (const TokenStream::PlacedComment& comment : tokens_.comments_before(op.token)) {
      if (comment.own_line) {
        new_line(comment.blank_before, indents_.back() + op.style.indent + op.style.comment_indent);
      } else {
        out_ += ' ';
        gap_begin_ = out_.size() + comment.text.size();
      }
      out_ += comment.text;
    }
    if (!end_of_file) new_line(tokens_.blank_before(op.token), indents_.back() + op.style.indent);
  }

  void new_line(bool blank, uint32_t indent) {
    indent = std::min(indent, kMaxIndent);
    column_ = indent;
    if (out_.empty()) return;
    out_ += blank ? "\n\n" : "\n";
    line_++;
    gap_breaks_ = true;
    gap_has_blank_ |= blank;
    out_.append(indent, ' ');
  }

  // ---- Blank lines around items of several lines

  struct Item {
    size_t gap_begin;  // where the line before the item (and its comments) ends
    bool own_line;
    bool has_blank;  // a blank line stands in the gap
    uint32_t line;
  };
  struct ItemList {
    bool previous_tall = false;
    bool first = true;
  };

  void begin_item() {
    open_items_.push_back({gap_begin_, gap_breaks_, gap_has_blank_, line_});
    lists_.emplace_back();
  }

  void end_item() {
    Item item = open_items_.back();
    open_items_.pop_back();
    lists_.pop_back();
    bool tall = line_ != item.line;
    ItemList& list = lists_.back();
    if (!list.first && item.own_line && !item.has_blank && (tall || list.previous_tall)) {
      blank_lines_.push_back(item.gap_begin);
    }
    list = {tall, false};
  }

  std::string insert_blank_lines() {
    std::sort(blank_lines_.begin(), blank_lines_.end());
    std::string result;
    result.reserve(out_.size() + blank_lines_.size());
    size_t from = 0;
    for (size_t at : blank_lines_) {
      result.append(out_, from, at - from);
      result += '\n';
      from = at;
    }
    result.append(out_, from);
    return result;
  }

  Layout& layout_;
  const TokenStream& tokens_;
  const std::vector<Op>& ops_;
  std::vector<uint32_t> widths_;       // prefix sums of flat widths
  std::vector<uint32_t> next_forced_;  // the next gap that is surely a line break
  std::string out_;
  size_t at_ = 0;
  uint32_t column_ = 0;
  std::vector<uint32_t> indents_{0};
  uint32_t line_ = 0;
  size_t gap_begin_ = 0;  // of the last gap
  bool gap_breaks_ = false;
  bool gap_has_blank_ = false;
  std::vector<Item> open_items_;
  std::vector<ItemList> lists_{1};
  std::vector<size_t> blank_lines_;
};

std::string Layout::print() {
  while (next_ < tokens_.size()) token();
  return Printer(*this).run();
}

}  // namespace planish
