// Tokens and gaps as all constructs are laid out with them: what knows the Layout, and no trees.
#pragma once

#include "syntax/ast.h"
#include "syntax/layout.h"

namespace planish {

class FormatPieces {
 public:
  FormatPieces(Layout& layout, const TokenStream& tokens) : out_(layout), tokens_(tokens) {}

 protected:
  TokenKind next_kind() const { return tokens_.kind(out_.next()); }
  bool broken_here() const { return tokens_.broken_before(out_.next()); }
  bool broken_after_next() const { return tokens_.broken_before(out_.next() + 1); }
  bool on_one_line(Loc loc) const;
  void spaced_token();    // one space, then the token
  void attached_token();  // the token directly behind the one before
  // A space, or a line break if the user wants it or `item` does not fit; then the item.
  template <class F>
  void fill(F item, GapStyle style = {.at = Break::Fill, .flat = Flat::Space}) {
    size_t gap = out_.gap(style);
    item();
    out_.end_segment(gap);
  }
  // The same, further to the right when it is broken: what follows `=`, `->`, `then`, …
  template <class F>
  void indented(F item, GapStyle style = {.at = Break::Fill, .flat = Flat::Space}) {
    style.indent = kIndent;
    size_t gap = out_.gap(style);
    out_.indent_if_broken();
    item();
    out_.end_indent();
    out_.end_segment(gap);
  }

  // Items between brackets, separated by commas; `begin(i)` is where an item begins, `item(i)`
  // formats it.
  enum class Wrap : uint8_t {
    Each,
    Fill
  };  // when there are several lines: an item per line, or as written
  template <class Begin, class Item>
  void bracketed(size_t count, uint32_t end, Wrap wrap, Begin begin, Item item);
  void attr(const ast::Attr& attr);
  void attributes(std::span<const ast::Attr> attrs);
  void leaf(Loc loc) { out_.tokens_until(loc.end); }

  Layout& out_;
  const TokenStream& tokens_;
};

template <class Begin, class Item>
void FormatPieces::bracketed(size_t count, uint32_t end, Wrap wrap, Begin begin, Item item) {
  size_t open = out_.next();
  size_t close = tokens_.index_of(end - 1);
  if (count == 0) {
    out_.tokens_until(end);
    return;
  }
  bool comma_first = false;
  bool broken = false;
  for (size_t i = 1; i < count; i++) {
    size_t first = tokens_.index_of(begin(i));
    comma_first |= tokens_.broken_before(first - 1) && !tokens_.broken_before(first);
    broken |= tokens_.broken_before(first) || tokens_.broken_before(first - 1);
  }
  bool block = tokens_.broken_before(open + 1) && !comma_first;
  Break at = wrap == Wrap::Each ? Break::Group : Break::Fill;

  // {                 { a = 1         {a = 1,
  //   a = 1,    or    , b = 2    or    b = 2}
  //   b = 2           }
  // }
  if (!block) out_.align();
  out_.open_group();
  out_.token();
  if (block) {
    out_.indent();
    out_.gap({.at = Break::Group, .flat = Flat::None});
  } else {
    out_.gap({.at = Break::Never,
              .flat = comma_first ? Flat::Space : Flat::None,
              .comment_indent = kIndent});
    if (!comma_first) out_.align();
  }
  for (size_t i = 0; i < count; i++) {
    size_t gap = 0;
    if (i > 0 && comma_first) {
      gap = out_.gap({.at = at, .flat = Flat::None});
      out_.token();
      out_.gap({.at = Break::Never, .flat = Flat::Space});
    } else if (i > 0) {
      attached_token();
      gap = out_.gap({.at = at, .flat = Flat::Space, .blank = BlankLine::Keep});
    }
    if (comma_first) out_.align();
    item(i);
    if (comma_first) out_.end_indent();
    if (i > 0) out_.end_segment(gap);
  }
  // An optional comma behind the last item.
  while (out_.next() < close) attached_token();
  if (block || !comma_first) out_.end_indent();
  bool close_below = block || (broken && tokens_.broken_before(close));
  out_.gap({.at = close_below ? Break::Group : Break::Never,
            .flat = Flat::None,
            .comment_indent = kIndent});
  out_.token();
  out_.close_group();
  if (!block) out_.end_indent();
}

}  // namespace planish
