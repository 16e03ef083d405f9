#include "nesl/syntax/type_parser.h"

namespace planish::nesl {

TypeAnnotation* TypeParser::annotation() {
  Loc begin = cur_->loc;
  auto* made = arena_.make<TypeAnnotation>();
  made->type = type();
  if (accept(TokenKind::ColonColon)) made->context = context();
  made->loc = from(begin);
  return made;
}

std::span<const ClassConstraint> TypeParser::context() {
  const Token& begin = *cur_;
  bool parens = accept(TokenKind::LParen);
  std::vector<ClassConstraint> constraints;
  do {
    ClassConstraint constraint;
    constraint.variable = {cur_->name, cur_->loc};
    // Not the constraint of another variable, but the end of the form.
    if (!at(TokenKind::Name) && !constraints.empty() && !parens) {
      cur_--;
      break;
    }
    if (!expect(TokenKind::Name, "a type variable", begin)) break;
    if (!expect(TokenKind::In, "`in` and a class", begin)) break;
    constraint.class_name = {cur_->name, cur_->loc};
    if (!expect(TokenKind::Name, "a class: number, ordinal, logical, scalar or any", begin)) break;
    constraints.push_back(constraint);
    // Without parentheses a `;` may end the form, too: another constraint is `name in`.
    bool more = at(TokenKind::Semicolon) &&
                (parens || (cur_[1].kind == TokenKind::Name && cur_[2].kind == TokenKind::In));
    if (!more) break;
  } while (accept(TokenKind::Semicolon));
  if (parens) expect_close(begin, TokenKind::RParen, "`;`");
  return arena_.copy(constraints);
}

TypeExpr* TypeParser::type() {
  Nested nested(*this);
  if (too_deep()) return make<ErrorType>(here());
  TypeExpr* left = arrow_type();
  if (!accept(TokenKind::Comma)) return left;
  auto* pair = make<PairType>(left->loc);
  pair->left = left;
  pair->right = type();
  pair->loc = span(left->loc, pair->right->loc);
  return pair;
}

TypeExpr* TypeParser::arrow_type() {
  Nested nested(*this);
  if (too_deep()) return make<ErrorType>(here());
  TypeExpr* argument = primary_type();
  if (!accept(TokenKind::Arrow)) return argument;
  auto* arrow = make<ArrowType>(argument->loc);
  arrow->argument = argument;
  arrow->result = arrow_type();
  arrow->loc = span(argument->loc, arrow->result->loc);
  return arrow;
}

TypeExpr* TypeParser::primary_type() {
  const Token& begin = *cur_;
  // `f` and `t` are constants, but as type variables they hide nothing.
  if (at(TokenKind::Name) || at(TokenKind::True) || at(TokenKind::False)) {
    accept(kind());
    auto* name = make<NameType>(begin.loc);
    name->name = begin.name;
    if (at(TokenKind::LParen)) {
      const Token& open = *cur_;
      accept(TokenKind::LParen);
      name->argument = type();
      expect_close(open, TokenKind::RParen, "`,`");
      name->loc = from(begin);
    }
    return name;
  }
  if (accept(TokenKind::LBracket)) {
    auto* vector = make<VectorType>(begin.loc);
    vector->element = type();
    expect_close(begin, TokenKind::RBracket, "");
    vector->loc = from(begin);
    return vector;
  }
  if (accept(TokenKind::LParen)) {
    auto* parens = make<ParensType>(begin.loc);
    parens->inner = type();
    expect_close(begin, TokenKind::RParen, "`,`");
    parens->loc = from(begin);
    return parens;
  }
  fail_expected("a type").suggest("types are `int`, `[float]`, `(int, bool)`, `[a] -> a`");
  return make<ErrorType>(begin.loc);
}

}  // namespace planish::nesl
