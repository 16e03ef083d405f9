// How the formatter lays out tokens.
//
// Note [Layout]
// The formatter does not print the tree: it walks the tree and the tokens side by side, and says of
// every gap between two tokens what may happen there. Nothing can get lost, because every token and
// its comments are put out in order.
//
// A gap is flat (nothing or one space) or a line break. Where the user broke a line counts:
//   Never    flat, unless a comment stands in the gap
//   Fill     a break if the user broke here, or if what follows (up to the gap's end) does not fit on the line
//   Group    all gaps of the group are breaks, or none: breaks if the user broke at one of them, or if it does not fit
//   Always   a break
// A layout chosen because something did not fit is read as the user's wish the next time, and every
// other decision depends on the same widths as before: so formatting twice is formatting once. (A
// construct whose layout depends on breaks at other places than the gaps of its group must be
// broken as a whole if it was written on several lines.)
//
// Widths are prefix sums over the operations, which makes every question "does this fit?" cheap,
// and the whole linear.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/source.h"
#include "syntax/lexer.h"

namespace planish {

inline constexpr uint32_t kLineWidth = 100;
inline constexpr uint8_t kIndent = 2;

enum class Break : uint8_t { Never, Fill, Group, Always };
// Default: by the kinds of the two tokens.
enum class Flat : uint8_t { Default, None, Space, AsWritten };
enum class BlankLine : uint8_t { Drop, Keep };

struct GapStyle {
  Break at = Break::Never;
  Flat flat = Flat::Default;
  BlankLine blank = BlankLine::Drop;
  uint8_t comment_indent = 0;  // comments stand further to the right than the token after the gap
  bool forced = false;         // Fill and Group: as if the user had broken here
  uint8_t indent = 0;          // if this is a break: further to the right by this much
};

// The tokens of a file and what stands between them.
class TokenStream {
 public:
  TokenStream(const SourceFile& file, const LexResult& lexed);

  size_t size() const { return tokens_.size(); }
  const Token& operator[](size_t i) const { return tokens_[i]; }
  TokenKind kind(size_t i) const { return i < tokens_.size() ? tokens_[i].kind : TokenKind::End; }
  std::string_view text(size_t i) const { return text(tokens_[i].loc); }
  std::string_view text(Loc loc) const {
    return file_.text.substr(loc.begin - file_.base, loc.end - loc.begin);
  }
  // The first token that begins at the offset or behind it.
  size_t index_of(uint32_t offset) const;

  // A line break (or comment) stands before the token.
  bool broken_before(size_t i) const {
    return i > 0 && i < tokens_.size() && line_of_[i] != line_of_[i - 1];
  }
  bool on_one_line(size_t first, size_t last) const { return line_of_[first] == line_of_[last]; }
  bool has_comments(size_t i) const { return first_comment_[i] != first_comment_[i + 1]; }

  struct PlacedComment {
    std::string_view text;
    bool own_line;  // nothing but white space stands before it on its line
    bool blank_before;
  };
  std::vector<PlacedComment> comments_before(size_t i) const;
  // A blank line stands directly before the token.
  bool blank_before(size_t i) const { return blank_before_[i]; }

 private:
  uint32_t breaks_between(uint32_t from, uint32_t to) const;

  const SourceFile& file_;
  const std::vector<Token>& tokens_;
  const std::vector<Comment>& comments_;
  std::vector<uint32_t> line_of_;  // by token
  std::vector<uint32_t>
      first_comment_;  // by token: the first comment behind the token before; one more at the end
  std::vector<bool> blank_before_;
};

// Records what the tree walk says, then prints.
class Layout {
 public:
  explicit Layout(const TokenStream& tokens) : tokens_(tokens) { ops_.reserve(tokens.size() * 3); }

  // ---- Recording. The gap before a token belongs to where it is asked for: ask before opening
  // what the token is in.

  size_t next() const { return next_; }
  // What happens before the next token; otherwise Never and Default. Gives a handle for
  // end_segment().
  size_t gap(GapStyle style);
  // A Fill gap asks whether everything recorded since fits.
  void end_segment(size_t gap) { ops_[gap].end = static_cast<uint32_t>(ops_.size()); }
  // …or whether everything up to another gap fits.
  void end_segment_at(size_t gap, size_t other) { ops_[gap].end = static_cast<uint32_t>(other); }
  void token();
  // All tokens that begin before the offset, in default style.
  void tokens_until(uint32_t offset);

  void open_group();
  void close_group() { close_group_at(ops_.size()); }
  // A group that needs no breaks if everything up to that gap fits.
  void close_group_at(size_t gap);
  // Lines begin further to the right, or at the column of the next token, until end_indent().
  void indent(uint8_t columns = kIndent);
  // …further to the right if the gap just recorded turns out to be a break, by its own indent.
  void indent_if_broken();
  void align();
  void end_indent();
  // A declaration, or what is like it: lines of its own get blank lines around them.
  void begin_item();
  void end_item();

  // ---- Printing

  std::string print();

 private:
  enum class OpKind : uint8_t {
    Token,
    Gap,
    OpenGroup,
    CloseGroup,
    Indent,
    IndentIfBroken,
    Align,
    EndIndent,
    BeginItem,
    EndItem
  };
  struct Op {
    OpKind kind;
    uint8_t columns = 0;  // Indent
    GapStyle style;
    uint32_t token = 0;  // Token, Gap: its index
    uint32_t end = 0;    // Gap: what must fit ends here; OpenGroup: its CloseGroup
    uint32_t group = 0;  // Gap, OpenGroup
  };
  struct Group {
    bool forced = false;
    bool broken = false;
  };
  class Printer;

  void add(OpKind kind);
  void flush_gap();

  const TokenStream& tokens_;
  std::vector<Op> ops_;
  std::vector<Group> groups_;
  std::vector<uint32_t> open_groups_;  // indices of OpenGroup operations
  size_t next_ = 0;
  bool gap_done_ = false;  // the gap before the next token is recorded
};

}  // namespace planish
