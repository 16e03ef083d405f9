#include "syntax/parser/patterns.h"

#include "syntax/parser/grammar.h"

namespace planish {

using namespace ast;

std::span<Pattern*> PatternParser::parameters() {
  List<Pattern*> params(*this);
  while (begins_parameter(kind())) params.add(parameter());
  return params.take();
}

Pattern* PatternParser::pattern() {
  DepthGuard guard(*this);
  if (at(Kind::HashBracket)) {
    Loc first = loc();
    Attr attr = parse_.names.attribute();
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
  TypeExpr* ascribed = parse_.types.type();
  auto* node = make<AscribePat>(since(inner->loc));
  node->inner = inner;
  node->ascribed = ascribed;
  return node;
}

Pattern* PatternParser::inner_pattern() {
  return at(Kind::Minus) ? literal_pattern() : parameter();
}

Pattern* PatternParser::parameter() {
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
    default: errors_.fail_pattern();
  }
}

Pattern* PatternParser::parenthesised_pattern() {
  const Token& open = take();
  if (accept(Kind::RParen)) return make<TuplePat>(since(open.loc));
  if (parse_.names.at_binding_operator() && !(at(Kind::Minus) && kind_after() != Kind::RParen)) {
    Ident op = parse_.names.binding_operator();
    expect_close(Kind::RParen, open, {}, Wanted::Head);
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
    expect_close(Kind::RParen, open, "`,`", Wanted::Head);
    auto* node = make<TuplePat>(since(open.loc));
    node->elems = elems.take();
    return node;
  }
  expect_close(Kind::RParen, open, "`,`", Wanted::Head);
  auto* node = make<ParensPat>(since(open.loc));
  node->inner = first;
  return node;
}

Pattern* PatternParser::record_pattern() {
  const Token& open = take();
  List<FieldPat> fields(*this);
  while (!at(Kind::RBrace)) {
    FieldPat field;
    field.name = parse_.names.field_name("the name of a field");
    if (accept(Kind::Equal)) {
      field.pattern = pattern();
    } else {
      field.implicit = true;
      auto* name = make<NamePat>(field.name.loc);
      name->name = field.name.name;
      field.pattern = name;
      if (accept(Kind::Colon)) {
        TypeExpr* ascribed = parse_.types.type();
        auto* node = make<AscribePat>(since(field.name.loc));
        node->inner = name;
        node->ascribed = ascribed;
        field.pattern = node;
      }
    }
    fields.add(field);
    if (!accept(Kind::Comma)) break;
  }
  expect_close(Kind::RBrace, open, "`,`", Wanted::Head);
  auto* node = make<RecordPat>(since(open.loc));
  node->fields = fields.take();
  return node;
}

// A literal, maybe with a minus before a number.
Pattern* PatternParser::literal_pattern() {
  Loc first = loc();
  Expr* literal = nullptr;
  if (accept(Kind::Minus)) {
    if (!at(Kind::Int) && !at(Kind::Float)) errors_.fail_expected("a number");
    Expr* number = parse_.atoms.atom_start();
    if (number->kind == ExprKind::ErrorExpr) return make<WildcardPat>(since(first));
    auto* negated = make<Negate>(since(first));
    negated->operand = number;
    literal = negated;
  } else {
    literal = parse_.atoms.atom_start();
  }
  if (literal->kind == ExprKind::ErrorExpr) return make<WildcardPat>(literal->loc);
  auto* node = make<LiteralPat>(literal->loc);
  node->literal = literal;
  return node;
}

}  // namespace planish
