#include "syntax/parser/doc_comments.h"

namespace planish {

using namespace ast;

DocComments::DocComments(ParseState& state, SyntaxErrors& errors)
    : TokenReader(state), errors_(errors) {
  // A documentation comment goes on over the comments on the lines directly below.
  const std::vector<Comment>& comments = state.lexed.comments;
  for (size_t i = 0; i < comments.size(); i++) {
    if (!comments[i].doc) continue;
    Loc block = comments[i].loc;
    while (i + 1 < comments.size()) {
      std::string_view between = text({block.end, comments[i + 1].loc.begin});
      if (between.starts_with('\r')) between.remove_prefix(1);
      if (!between.starts_with('\n')) break;
      if (between.substr(1).find_first_not_of(" \t\f\v") != std::string_view::npos) break;
      block.end = comments[++i].loc.end;
    }
    docs_.push_back({block});
  }
}

DocComment DocComments::take_first() {
  if (docs_.empty() || docs_[0].loc.end > loc().begin || at(Kind::End)) return {};
  next_ = 1;
  return docs_[0];
}

DocComment DocComments::take(Rule rule) {
  uint32_t before = cur_ == first_ ? 0 : cur_[-1].loc.end;
  check_before(before);
  size_t after = next_;
  while (after < docs_.size() && docs_[after].loc.begin < loc().begin) after++;
  if (after == next_) return {};
  if (rule == Rule::One) check_before(docs_[after - 1].loc.begin);
  next_ = after;
  return docs_[after - 1];
}

void DocComments::check_before(uint32_t offset) {
  while (next_ < docs_.size() && docs_[next_].loc.begin < offset) {
    Loc where = docs_[next_++].loc;
    // Unread text around an error may well hold the declaration that is meant.
    if (errors_.any()) continue;
    errors_
        .error(Diag::misplaced_doc, {where.begin, where.begin + 4},
               "this documentation comment does not stand before a declaration")
        .suggest("begin an ordinary comment with `--` and no `|`");
  }
}

}  // namespace planish
