// Patterns. Those of parameters are a little poorer: no attribute, no ascription, no minus outside
// of parentheses.
#include "syntax/parser_impl.h"

namespace planish {

using namespace ast;

bool Parser::begins_parameter(Kind k) {
  switch (k) {
    case Kind::Ident:
    case Kind::Underscore:
    case Kind::LParen:
    case Kind::LBrace:
    case Kind::Constructor:
    case Kind::Int:
    case Kind::Float:
    case Kind::Char:
    case Kind::True:
    case Kind::False: return true;
    default: return false;
  }
}

std::span<Pattern*> Parser::parameters() {
  List<Pattern*> params(*this);
  while (begins_parameter(kind())) params.add(parameter());
  return params.take();
}

Pattern* Parser::pattern() {
  DepthGuard guard(*this);
  if (at(Kind::HashBracket)) {
    Loc first = loc();
    Attr attr = attribute();
    Pattern* inner = pattern();
    auto* node = make<AttrPat>(since(first));
    node->attr = attr;
    node->inner = inner;
    return node;
  }
  if (at(Kind::Constructor) && begins_inner_pattern(kind_after())) {
    const Token& name = take();
    List<Pattern*> args(*this);
    while (begins_inner_pattern(kind())) args.add(inner_pattern());
    auto* node = make<ConstrPat>(since(name.loc));
    node->name = {name.name, name.loc};
    node->args = args.take();
    return node;
  }
  Pattern* inner = inner_pattern();
  if (!accept(Kind::Colon)) return inner;
  TypeExpr* ascribed = type();
  auto* node = make<AscribePat>(since(inner->loc));
  node->inner = inner;
  node->ascribed = ascribed;
  return node;
}

Pattern* Parser::inner_pattern() { return at(Kind::Minus) ? literal_pattern() : parameter(); }

Pattern* Parser::parameter() {
  switch (kind()) {
    case Kind::Ident: {
      const Token& token = take();
      auto* node = make<NamePat>(token.loc);
      node->name = token.name;
      return node;
    }
    case Kind::Underscore: return make<WildcardPat>(take().loc);
    case Kind::Constructor: {
      const Token& token = take();
      auto* node = make<ConstrPat>(token.loc);
      node->name = {token.name, token.loc};
      return node;
    }
    case Kind::LParen: return parenthesised_pattern();
    case Kind::LBrace: return record_pattern();
    case Kind::Int:
    case Kind::Float:
    case Kind::Char:
    case Kind::True:
    case Kind::False: return literal_pattern();
    default: fail_pattern();
  }
}

Pattern* Parser::parenthesised_pattern() {
  const Token& open = take();
  if (accept(Kind::RParen)) return make<TuplePat>(since(open.loc));
  if (at_binding_operator() && !(at(Kind::Minus) && kind_after() != Kind::RParen)) {
    Ident op = binding_operator();
    expect_close(Kind::RParen, open, {}, Place::Head);
    auto* node = make<NamePat>(since(open.loc));
    node->name = op.name;
    return node;
  }
  Pattern* first = pattern();
  if (at(Kind::Comma)) {
    List<Pattern*> elems(*this);
    elems.add(first);
    while (accept(Kind::Comma)) {
      if (at(Kind::RParen) && elems.size() > 1) break;
      elems.add(pattern());
    }
    expect_close(Kind::RParen, open, "`,`", Place::Head);
    auto* node = make<TuplePat>(since(open.loc));
    node->elems = elems.take();
    return node;
  }
  expect_close(Kind::RParen, open, "`,`", Place::Head);
  auto* node = make<ParensPat>(since(open.loc));
  node->inner = first;
  return node;
}

Pattern* Parser::record_pattern() {
  const Token& open = take();
  List<FieldPat> fields(*this);
  while (!at(Kind::RBrace)) {
    FieldPat field;
    field.name = field_name("the name of a field");
    if (accept(Kind::Equal)) {
      field.pattern = pattern();
    } else {
      field.implicit = true;
      auto* name = make<NamePat>(field.name.loc);
      name->name = field.name.name;
      field.pattern = name;
      if (accept(Kind::Colon)) {
        TypeExpr* ascribed = type();
        auto* node = make<AscribePat>(since(field.name.loc));
        node->inner = name;
        node->ascribed = ascribed;
        field.pattern = node;
      }
    }
    fields.add(field);
    if (!accept(Kind::Comma)) break;
  }
  expect_close(Kind::RBrace, open, "`,`", Place::Head);
  auto* node = make<RecordPat>(since(open.loc));
  node->fields = fields.take();
  return node;
}

// A literal, maybe with a minus before a number.
Pattern* Parser::literal_pattern() {
  Loc first = loc();
  Expr* literal = nullptr;
  if (accept(Kind::Minus)) {
    if (!at(Kind::Int) && !at(Kind::Float)) fail_expected("a number");
    Expr* number = atom_start();
    if (number->kind == ExprKind::ErrorExpr) return make<WildcardPat>(since(first));
    auto* negated = make<Negate>(since(first));
    negated->operand = number;
    literal = negated;
  } else {
    literal = atom_start();
  }
  if (literal->kind == ExprKind::ErrorExpr) return make<WildcardPat>(literal->loc);
  auto* node = make<LiteralPat>(literal->loc);
  node->literal = literal;
  return node;
}

}  // namespace planish
