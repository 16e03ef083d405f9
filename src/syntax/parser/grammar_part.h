// What the parts of the grammar have in common. One function per form; every function begins at its
// first token and leaves behind its last.
//
// Note [Depth]
// Recursion is bounded by DepthGuard, one per level of the tree. Chains that lean to the left (`1 +
// 1 + …`) grow a tree without recursion; they are measured afterwards (tree_depth), in declarations
// that have tokens enough to be deep.
#pragma once

#include "syntax/parser.h"
#include "syntax/parser/syntax_errors.h"
#include "syntax/tree_walk.h"

namespace planish {

struct Grammar;

class GrammarPart : public TokenReader {
 public:
  explicit GrammarPart(Grammar& all);

 protected:
  const Token& expect(Kind k, std::string_view what, const Token* construct = nullptr) {
    if (!at(k)) errors_.fail_expected(what, construct);
    return take();
  }
  ast::Ident expect_name(std::string_view what) {
    if (!at(Kind::Ident)) errors_.fail_name(what);
    return take_name();
  }
  // The bracket that closes `open`; `or_else` says what else could have come.
  void expect_close(Kind close, const Token& open, std::string_view or_else = {},
                    Wanted wanted = Wanted::Other) {
    if (!at(close)) errors_.fail_unclosed(open, close, or_else, wanted);
    cur_++;
  }
  ast::Ident take_name() {
    const Token& token = take();
    return {token.name, token.loc};
  }

  class DepthGuard {
   public:
    explicit DepthGuard(GrammarPart& part) : depth_(part.state_.depth) {
      if (++depth_ > kMaxDepth) {
        depth_--;
        part.errors_.fail_too_deep(part.loc());
      }
    }
    DepthGuard(const DepthGuard&) = delete;
    DepthGuard& operator=(const DepthGuard&) = delete;
    ~DepthGuard() { depth_--; }

   private:
    int& depth_;
  };

  // Note [Depth]
  template <class Node>
  void check_depth(const Node* node, const Token* begin) {
    bool may_be_deep = static_cast<size_t>(cur_ - begin) * 2 > kMaxDepth;
    if (may_be_deep && tree_depth(node) > kMaxDepth) errors_.fail_too_deep(node->loc);
  }

  SyntaxErrors& errors_;
  Grammar& parse_;  // the other parts
};

}  // namespace planish
