#include "syntax/parser/recovery.h"

namespace planish {

Recovery::Found Recovery::in_let(const Token* from) {
  // Brackets and lets that were open when reading stopped.
  int depth = 0;
  int lets = 0;
  const Token* failed = cur_;
  for (const Token* token = from; token->kind != Kind::End; token++) {
    if (budget_-- <= 0) return Found::OnlyDeclaration;
    if (opens(token->kind)) {
      depth++;
    } else if (closes(token->kind)) {
      // One too many: it ends what is around the `let`, or nothing.
      if (depth == 0 && brackets_before(from) > 0) return Found::MaybeOutside;
      depth = std::max(0, depth - 1);
    } else if (token >= failed && begins_unit(token)) {
      return Found::OnlyDeclaration;
    } else if (depth == 0 && token->kind == Kind::Let) {
      if (token >= failed && at_line_start(*token)) {
        resume(token);
        return Found::Inside;
      }
      lets++;
    } else if (depth == 0 && token->kind == Kind::In) {
      // The `in` of `for x in xs` belongs to no let.
      bool of_loop = in_loop_header(token, from);
      if (!of_loop && lets == 0 && token >= failed) {
        resume(token);
        return Found::Inside;
      }
      if (!of_loop && lets > 0) lets--;
    }
  }
  return Found::OnlyDeclaration;
}

// How many brackets are open before the token, counted from the beginning of the declaration.
int Recovery::brackets_before(const Token* end) {
  int depth = 0;
  for (const Token* token = state_.unit; token < end; token++) {
    if (budget_-- <= 0) return 1;
    if (opens(token->kind)) depth++;
    if (closes(token->kind) && depth > 0) depth--;
  }
  return depth;
}

bool Recovery::in_loop_header(const Token* in, const Token* from) const {
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
bool Recovery::begins_unit(const Token* token) const {
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

void Recovery::to_declaration(const Token* from) {
  if (at(Kind::End)) return;
  const Token* failed = cur_;
  int braces = 0;
  for (const Token* token = from; token < failed; token++) {
    if (token->kind == Kind::LBrace) braces++;
    if (token->kind == Kind::RBrace && braces > 0) braces--;
  }
  const Token* token = failed;
  for (; token->kind != Kind::End && !begins_unit(token); token++) {
    if (token->kind == Kind::LBrace) braces++;
    if (token->kind == Kind::RBrace && braces-- == 0) break;
  }
  resume(token);
  // What begins a line is a new declaration for sure, and its errors are its own.
  if (at_line_start(*token)) errors_.resumed_at(nullptr);
}

void Recovery::resume(const Token* token) {
  cur_ = token;
  errors_.resumed_at(token);
  state_.innermost_case = nullptr;
}

}  // namespace planish
