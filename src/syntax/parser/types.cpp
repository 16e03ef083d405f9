#include "syntax/parser/types.h"

#include "syntax/parser/grammar.h"

namespace planish {

using namespace ast;

TypeExpr* TypeParser::type() {
  DepthGuard guard(*this);
  Loc first = loc();
  if (accept(Kind::Question)) {
    List<Ident> dims(*this);
    if (!at_bracket()) errors_.fail_expected("a size in brackets, as in `?[n].[n]i32`");
    while (at_bracket()) {
      Loc ignored;
      dims.add(bracketed_name(ignored, "the name of a size"));
    }
    expect(Kind::Dot, "`.` and a type");
    TypeExpr* inner = type();
    auto* node = make<ExistsType>(since(first));
    node->dims = dims.take();
    node->inner = inner;
    return node;
  }
  if (at(Kind::LParen) && kind_after(1) == Kind::Ident && kind_after(2) == Kind::Colon) {
    const Token& open = take();
    Ident name = take_name();
    cur_++;
    TypeExpr* param = type();
    expect_close(Kind::RParen, open, {}, Wanted::Head);
    expect(Kind::Arrow, "`->` and a type (only parameters of functions have names)");
    TypeExpr* result = type();
    auto* node = make<ArrowType>(since(first));
    node->param_name = name;
    node->param = param;
    node->result = result;
    return node;
  }
  TypeExpr* param = type_term();
  if (!accept(Kind::Arrow)) return param;
  TypeExpr* result = type();
  auto* node = make<ArrowType>(since(first));
  node->param = param;
  node->result = result;
  return node;
}

TypeExpr* TypeParser::type_term() {
  Loc first = loc();
  if (accept(Kind::Star)) {
    DepthGuard guard(*this);
    TypeExpr* inner = type_term();
    auto* node = make<UniqueType>(since(first));
    node->inner = inner;
    return node;
  }
  return at(Kind::Constructor) ? sum_type() : type_application();
}

TypeExpr* TypeParser::sum_type() {
  Loc first = loc();
  List<ConstrType> constrs(*this);
  do {
    if (!at(Kind::Constructor)) errors_.fail_expected("a constructor such as `#name`");
    const Token& name = take();
    List<TypeExpr*> args(*this);
    while (begins_type_atom(kind())) args.add(type_atom());
    ConstrType constr;
    constr.name = {name.name, name.loc};
    constr.args = args.take();
    constr.loc = since(name.loc);
    constrs.add(constr);
  } while (accept(Kind::Pipe));
  auto* node = make<SumType>(since(first));
  node->constrs = constrs.take();
  return node;
}

TypeExpr* TypeParser::type_application() {
  TypeExpr* fn = type_atom();
  while (begins_type_atom(kind())) {
    auto* node = make<ApplyType>(fn->loc);
    node->fn = fn;
    if (at_bracket()) {
      node->dim_arg = dim();
    } else {
      node->type_arg = type_atom();
    }
    node->loc = since(fn->loc);
    fn = node;
  }
  return fn;
}

TypeExpr* TypeParser::type_atom() {
  switch (kind()) {
    case Kind::Ident: {
      auto* node = make<NameType>(loc());
      node->name = parse_.names.qual_name("the name of a type");
      node->loc = node->name.loc;
      return node;
    }
    case Kind::LParen: return parenthesised_type();
    case Kind::LBrace: return record_type();
    case Kind::LBracket:
    case Kind::Indexing: {
      DepthGuard guard(*this);
      Loc first = loc();
      Dim size = dim();
      TypeExpr* elem = type_term();
      auto* node = make<ArrayType>(since(first));
      node->dim = size;
      node->elem = elem;
      return node;
    }
    default: errors_.fail_type();
  }
}

TypeExpr* TypeParser::parenthesised_type() {
  const Token& open = take();
  if (accept(Kind::RParen)) return make<TupleType>(since(open.loc));
  TypeExpr* first = type();
  if (at(Kind::Comma)) {
    List<TypeExpr*> elems(*this);
    elems.add(first);
    while (accept(Kind::Comma)) {
      if (at(Kind::RParen) && elems.size() > 1) break;
      elems.add(type());
    }
    expect_close(Kind::RParen, open, "`,`", Wanted::Head);
    auto* node = make<TupleType>(since(open.loc));
    node->elems = elems.take();
    return node;
  }
  expect_close(Kind::RParen, open, "`,`", Wanted::Head);
  auto* node = make<ParensType>(since(open.loc));
  node->inner = first;
  return node;
}

TypeExpr* TypeParser::record_type() {
  const Token& open = take();
  List<FieldType> fields(*this);
  while (!at(Kind::RBrace)) {
    FieldType field;
    field.name = parse_.names.field_name("the name of a field");
    if (at(Kind::Equal)) {
      errors_.expected("`:` and the type of the field")
          .suggest("the type of a field stands after `:`")
          .replace(loc(), ":");
      errors_.unwind();
    }
    expect(Kind::Colon, "`:` and the type of the field");
    field.type_expr = type();
    fields.add(field);
    if (!accept(Kind::Comma)) break;
  }
  expect_close(Kind::RBrace, open, "`,`", Wanted::Head);
  auto* node = make<RecordType>(since(open.loc));
  node->fields = fields.take();
  return node;
}

Dim TypeParser::dim() {
  const Token& open = take();
  Dim result;
  if (at(Kind::Question) && kind_after() == Kind::RBracket) {
    cur_++;
    result.kind = DimKind::Varying;
  } else if (!at(Kind::RBracket)) {
    result.kind = DimKind::Expr;
    result.expr = parse_.expressions.expression();
  }
  expect_close(Kind::RBracket, open);
  result.loc = since(open.loc);
  return result;
}

// ---- Parameters

Ident TypeParser::bracketed_name(Loc& where, std::string_view what) {
  const Token& open = take();
  Ident name = expect_name(what);
  expect_close(Kind::RBracket, open, {}, Wanted::Head);
  where = since(open.loc);
  return name;
}

bool TypeParser::at_type_param() const {
  return at_bracket() || at(Kind::Apostrophe) || at(Kind::ApostropheHat) ||
         at(Kind::ApostropheTilde);
}

TypeParam TypeParser::type_param() {
  TypeParam param{};
  if (at_bracket()) {
    param.kind = TypeParamKind::Size;
    param.name = bracketed_name(param.loc, "the name of a size parameter");
    return param;
  }
  const Token& sign = take();
  param.kind = sign.kind == Kind::Apostrophe      ? TypeParamKind::Type
               : sign.kind == Kind::ApostropheHat ? TypeParamKind::LiftedType
                                                  : TypeParamKind::SizeLiftedType;
  param.name = expect_name("the name of a type parameter");
  param.loc = since(sign.loc);
  return param;
}

std::span<TypeParam> TypeParser::type_params() {
  List<TypeParam> params(*this);
  while (at_type_param()) params.add(type_param());
  return params.take();
}

}  // namespace planish
