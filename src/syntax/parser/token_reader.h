// The tokens of one file, and how all parts of the parser read them.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "support/arena.h"
#include "support/name.h"
#include "support/source.h"
#include "syntax/ast.h"
#include "syntax/lexer.h"
#include "syntax/parser/token_sets.h"

namespace planish {

// How far the file has been read. The parts of the parser share one.
struct ParseState {
  ParseState(const SourceFile& source, Arena& memory, Interner& interner, Diagnostics& diags);

  const SourceFile& file;
  Arena& arena;
  Interner& names;
  LexResult lexed;
  const Token* first = nullptr;  // of the file
  const Token* cur = nullptr;
  const Token* unit = nullptr;            // the first token of the innermost declaration or spec
  const Token* innermost_case = nullptr;  // the `case` whose pattern is being read
  int depth = 0;                          // of the tree, here

  // Lists are gathered on stacks and copied to the arena.
  std::tuple<std::vector<ast::Expr*>, std::vector<ast::Pattern*>, std::vector<ast::TypeExpr*>,
             std::vector<ast::Decl*>, std::vector<ast::Spec*>, std::vector<ast::Ident>,
             std::vector<ast::Attr>, std::vector<ast::TypeParam>, std::vector<ast::SizeBinder>,
             std::vector<ast::RecordField>, std::vector<ast::FieldPat>, std::vector<ast::FieldType>,
             std::vector<ast::ConstrType>, std::vector<ast::DimIndex>, std::vector<ast::PathStep>,
             std::vector<ast::Case>, std::vector<ast::ModParam>>
      stacks;
};

class TokenReader {
 public:
  explicit TokenReader(ParseState& state)
      : state_(state),
        file_(state.file),
        arena_(state.arena),
        names_(state.names),
        first_(state.first),
        cur_(state.cur) {}

  using Kind = TokenKind;

  template <class T>
  class List {
   public:
    explicit List(TokenReader& reader)
        : arena_(reader.arena_), stack_(std::get<std::vector<T>>(reader.state_.stacks)) {
      mark_ = stack_.size();
    }
    List(const List&) = delete;
    List& operator=(const List&) = delete;
    ~List() { stack_.resize(mark_); }
    void add(const T& value) { stack_.push_back(value); }
    bool empty() const { return stack_.size() == mark_; }
    size_t size() const { return stack_.size() - mark_; }
    std::span<T> take() { return arena_.copy(std::span<const T>(stack_).subspan(mark_)); }

   private:
    Arena& arena_;
    std::vector<T>& stack_;
    size_t mark_;
  };

 protected:
  Kind kind() const { return cur_->kind; }
  Kind kind_after(int n = 1) const { return cur_[n].kind; }  // at most three ahead
  bool at(Kind k) const { return cur_->kind == k; }
  bool at_bracket() const { return at(Kind::LBracket) || at(Kind::Indexing); }
  Loc loc() const { return cur_->loc; }
  const Token& take() { return *cur_++; }
  bool accept(Kind k) {
    if (!at(k)) return false;
    cur_++;
    return true;
  }
  // From the given place to the end of the last token taken.
  Loc since(Loc begin) const { return {begin.begin, std::max(begin.begin, cur_[-1].loc.end)}; }
  std::string_view text(Loc loc) const {
    return file_.text.substr(loc.begin - file_.base, loc.end - loc.begin);
  }
  uint32_t column(const Token& token) const;  // in bytes, from 0
  bool at_column_zero(const Token& token) const;
  bool at_line_start(const Token& token) const;  // no other token stands before it on its line

  // Tokens in messages.
  std::string quoted(const Token& token) const;
  std::string describe(const Token& token) const;

  template <class T>
  T* make(Loc where) {
    T* node = arena_.make<T>();
    node->kind = T::K;
    node->loc = where;
    return node;
  }

  ParseState& state_;
  const SourceFile& file_;
  Arena& arena_;
  Interner& names_;
  const Token* const first_;
  const Token*& cur_;
};

}  // namespace planish
