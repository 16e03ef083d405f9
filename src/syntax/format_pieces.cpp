#include "syntax/format_pieces.h"

namespace planish {

using namespace ast;

bool FormatPieces::on_one_line(Loc loc) const {
  size_t first = tokens_.index_of(loc.begin);
  size_t after = tokens_.index_of(loc.end);
  return after <= first + 1 || tokens_.on_one_line(first, after - 1);
}

void FormatPieces::spaced_token() {
  out_.gap({.at = Break::Never, .flat = Flat::Space});
  out_.token();
}

void FormatPieces::attached_token() {
  out_.gap({.at = Break::Never, .flat = Flat::None});
  out_.token();
}

void FormatPieces::attr(const Attr& a) {
  while (out_.next() < tokens_.size() && tokens_[out_.next()].loc.begin < a.loc.end) {
    if (next_kind() == TokenKind::LParen) {
      attached_token();
    } else {
      out_.token();
    }
  }
}

void FormatPieces::attributes(std::span<const Attr> attrs) {
  for (const Attr& a : attrs) {
    attr(a);
    out_.gap({.at = Break::Fill, .flat = Flat::Space});
  }
}

}  // namespace planish
