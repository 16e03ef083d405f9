#include "driver/explain/nesl_words.h"

#include "nesl/syntax/lexer.h"

namespace planish::explain {

namespace {

TokenKind as_word(nesl::TokenKind kind) {
  switch (kind) {
    case nesl::TokenKind::End: return TokenKind::End;
    case nesl::TokenKind::Error: return TokenKind::Error;
    case nesl::TokenKind::Name: return TokenKind::Ident;
    case nesl::TokenKind::Int: return TokenKind::Int;
    case nesl::TokenKind::Float: return TokenKind::Float;
    case nesl::TokenKind::Char: return TokenKind::Char;
    case nesl::TokenKind::String: return TokenKind::String;
    case nesl::TokenKind::Function:
    case nesl::TokenKind::Datatype: return TokenKind::Def;
    case nesl::TokenKind::If: return TokenKind::If;
    case nesl::TokenKind::Then: return TokenKind::Then;
    case nesl::TokenKind::Else: return TokenKind::Else;
    case nesl::TokenKind::Let:
    case nesl::TokenKind::Semicolon:
    case nesl::TokenKind::Dollar: return TokenKind::Let;
    case nesl::TokenKind::In: return TokenKind::In;
    case nesl::TokenKind::True: return TokenKind::True;
    case nesl::TokenKind::False: return TokenKind::False;
    case nesl::TokenKind::LParen: return TokenKind::LParen;
    case nesl::TokenKind::RParen: return TokenKind::RParen;
    case nesl::TokenKind::LBracket: return TokenKind::LBracket;
    case nesl::TokenKind::RBracket: return TokenKind::RBracket;
    case nesl::TokenKind::LBrace: return TokenKind::LBrace;
    case nesl::TokenKind::RBrace: return TokenKind::RBrace;
    case nesl::TokenKind::Comma: return TokenKind::Comma;
    case nesl::TokenKind::Colon: return TokenKind::Colon;
    case nesl::TokenKind::Equal: return TokenKind::Equal;
    default: return TokenKind::Operator;
  }
}

}  // namespace

LexResult words_of_nesl(const SourceFile& file, Session& session) {
  Diagnostics ignored;  // the parser has reported what there was
  const nesl::LexResult lexed = nesl::lex(file, session.arena(), session.names(), ignored);
  LexResult words;
  for (const nesl::Token& token : lexed.tokens)
    words.tokens.push_back({as_word(token.kind), true, token.loc, token.name});
  for (const nesl::Comment& comment : lexed.comments)
    words.comments.push_back({comment.loc, false});
  return words;
}

}  // namespace planish::explain
