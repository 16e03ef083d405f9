// The tokens of one file, and how the parts of the parser read them.
#pragma once

#include <string>
#include <string_view>

#include "nesl/syntax/parser.h"

namespace planish::nesl {

// How far the file has been read. The parts of the parser share one.
struct ParseState {
  ParseState(const SourceFile& source, Arena& memory, Interner& interner, Diagnostics& reports);

  const SourceFile& file;
  Arena& arena;
  Interner& names;
  Diagnostics& diags;
  LexResult lexed;
  const Token* first;
  const Token* cur;
  Loc last;                       // of the token that was taken last
  const Token* failed = nullptr;  // where reading of this form was given up
  Token end;
  Diagnostic dropped;
  int depth = 0;  // of the tree, here
  size_t errors = 0;
  const Name time;  // the name, which is part of the language
};

class TokenReader {
 public:
  explicit TokenReader(ParseState& state)
      : state_(state), arena_(state.arena), names_(state.names), cur_(state.cur) {}

 protected:
  TokenKind kind() const { return cur_->kind; }
  bool at(TokenKind kind) const { return cur_->kind == kind; }
  bool at_end_of_form() const;
  bool accept(TokenKind kind);
  Loc here() const;
  std::string_view text(Loc loc) const;
  std::string quoted(const Token& token) const;

  // ---- Errors. Note [Giving up a form]
  bool failed() const { return state_.failed != nullptr; }
  Diagnostic& fail(Diag kind, Loc where, std::string message);
  // Expected `what`, for the construct that begins with a token.
  Diagnostic& fail_expected(std::string_view what, const Token* construct = nullptr);
  // Takes the token, or fails.
  bool expect(TokenKind kind, std::string_view what, const Token& construct);
  // Takes the bracket that closes `open`, or fails; `or_else` says what else could have come.
  void expect_close(const Token& open, TokenKind close, std::string_view or_else);
  void recover(const Token* form_begin);
  bool has_too_many_errors() const;
  bool too_deep();

  template <class T>
  T* make(Loc loc) {
    T* node = arena_.make<T>();
    node->kind = T::K;
    node->loc = loc;
    return node;
  }
  Loc from(const Token& begin) const { return span(begin.loc, state_.last); }
  Loc from(Loc begin) const { return span(begin, state_.last); }

  // A level of the tree.
  class Nested {
   public:
    explicit Nested(TokenReader& reader) : depth_(reader.state_.depth) { depth_++; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;
    ~Nested() { depth_--; }

   private:
    int& depth_;
  };

  ParseState& state_;
  Arena& arena_;
  Interner& names_;
  const Token*& cur_;

 private:
  const Token& take() { return *(at(TokenKind::End) ? cur_ : cur_++); }
  std::string describe(const Token& token) const;
};

}  // namespace planish::nesl
