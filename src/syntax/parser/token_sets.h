// What kinds of tokens can begin or end what.
#pragma once

#include "syntax/lexer.h"

namespace planish {

constexpr bool is_keyword(TokenKind k) { return k >= TokenKind::Assert && k <= TokenKind::With; }

constexpr bool opens(TokenKind k) {
  return k == TokenKind::LParen || k == TokenKind::LBracket || k == TokenKind::Indexing ||
         k == TokenKind::LBrace || k == TokenKind::HashBracket;
}
constexpr bool closes(TokenKind k) {
  return k == TokenKind::RParen || k == TokenKind::RBracket || k == TokenKind::RBrace;
}

// An operator of two operands, except - and !
constexpr bool is_infix(TokenKind k) {
  switch (k) {
    case TokenKind::Operator:
    case TokenKind::QualOperator:
    case TokenKind::Backtick:
    case TokenKind::Star:
    case TokenKind::Less:
    case TokenKind::Hat:
    case TokenKind::Pipe: return true;
    default: return false;
  }
}

constexpr bool begins_atom(TokenKind k) {
  switch (k) {
    case TokenKind::Ident:
    case TokenKind::Constructor:
    case TokenKind::Int:
    case TokenKind::Float:
    case TokenKind::Char:
    case TokenKind::String:
    case TokenKind::True:
    case TokenKind::False:
    case TokenKind::Hole:
    case TokenKind::LParen:
    case TokenKind::LBracket:
    case TokenKind::LBrace: return true;
    default: return false;
  }
}

constexpr bool begins_parameter(TokenKind k) {
  switch (k) {
    case TokenKind::Ident:
    case TokenKind::Underscore:
    case TokenKind::LParen:
    case TokenKind::LBrace:
    case TokenKind::Constructor:
    case TokenKind::Int:
    case TokenKind::Float:
    case TokenKind::Char:
    case TokenKind::True:
    case TokenKind::False: return true;
    default: return false;
  }
}
constexpr bool begins_inner_pattern(TokenKind k) {
  return begins_parameter(k) || k == TokenKind::Minus;
}

constexpr bool begins_type_atom(TokenKind k) {
  switch (k) {
    case TokenKind::Ident:
    case TokenKind::LParen:
    case TokenKind::LBrace:
    case TokenKind::LBracket:
    case TokenKind::Indexing: return true;
    default: return false;
  }
}

constexpr bool begins_module_atom(TokenKind k) {
  return k == TokenKind::Ident || k == TokenKind::LParen || k == TokenKind::LBrace;
}

constexpr bool begins_declaration(TokenKind k) {
  switch (k) {
    case TokenKind::Def:
    case TokenKind::Let:
    case TokenKind::Entry:
    case TokenKind::Type:
    case TokenKind::Module:
    case TokenKind::Open:
    case TokenKind::Import:
    case TokenKind::Local:
    case TokenKind::HashBracket: return true;
    default: return false;
  }
}

}  // namespace planish
