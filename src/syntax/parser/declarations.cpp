#include "syntax/parser/declarations.h"

#include "syntax/parser/grammar.h"

namespace planish {

using namespace ast;

void DeclarationParser::declarations(List<Decl*>& decls, Kind end) {
  while (!at(end) && !at(Kind::End) && !errors_.stopped()) {
    const Token* first = cur_;
    try {
      decls.add(declaration());
    } catch (DeclarationError&) {
      if (cur_ == first && !at(Kind::End)) cur_++;
      parse_.recovery.to_declaration(first);
    }
  }
}

Decl* DeclarationParser::declaration() {
  DepthGuard guard(*this);
  const Token* first = cur_;
  state_.unit = first;
  DocComment doc = parse_.docs.take(DocComments::Rule::One);
  List<Attr> attrs(*this);
  while (at(Kind::HashBracket)) attrs.add(parse_.names.attribute());
  Decl* decl = undocumented_declaration();
  decl->doc = doc;
  decl->attrs = attrs.take();
  decl->loc.begin = first->loc.begin;
  if (state_.depth == 1) check_depth(decl, first);
  return decl;
}

Decl* DeclarationParser::undocumented_declaration() {
  const Token& keyword = *cur_;
  switch (keyword.kind) {
    case Kind::Def:
    case Kind::Let:
    case Kind::Entry: return value_declaration();
    case Kind::Type: return type_declaration();
    case Kind::Module:
      return kind_after() == Kind::Type ? module_type_declaration() : module_declaration();
    case Kind::Open: {
      cur_++;
      ModExpr* value = parse_.modules.module_expression();
      auto* node = make<OpenDecl>(since(keyword.loc));
      node->value = value;
      return node;
    }
    case Kind::Import: {
      cur_++;
      Loc where;
      std::string_view path = parse_.names.import_path(where);
      auto* node = make<ImportDecl>(since(keyword.loc));
      node->path = path;
      node->path_loc = where;
      return node;
    }
    case Kind::Local: {
      cur_++;
      Decl* inner = declaration();
      auto* node = make<LocalDecl>(since(keyword.loc));
      node->inner = inner;
      return node;
    }
    default: errors_.fail_declaration();
  }
}

// ---- def, let, entry

Decl* DeclarationParser::value_declaration() {
  const Token& keyword = take();
  auto* decl = make<ValDecl>(keyword.loc);
  decl->val_kind = keyword.kind == Kind::Def     ? ValKind::Def
                   : keyword.kind == Kind::Entry ? ValKind::Entry
                                                 : ValKind::Let;
  bool may_be_infix = keyword.kind != Kind::Entry;
  auto infix_follows = [&](int n) {
    return is_infix(kind_after(n)) || kind_after(n) == Kind::Minus || kind_after(n) == Kind::Bang;
  };

  if (at(Kind::Ident)) {
    if (may_be_infix && infix_follows(1))
      return infix_declaration(decl, parse_.patterns.parameter());
    decl->name = take_name();
    return finish_value_declaration(decl);
  }
  if (at(Kind::LParen) && infix_follows(1) &&
      !(kind_after() == Kind::Minus && kind_after(2) != Kind::RParen)) {
    const Token& open = take();
    decl->name = parse_.names.binding_operator();
    expect_close(Kind::RParen, open);
    if (may_be_infix && parse_.names.at_binding_operator()) {
      auto* left = make<NamePat>(since(open.loc));
      left->name = decl->name.name;
      return infix_declaration(decl, left);
    }
    return finish_value_declaration(decl);
  }
  if (parse_.types.at_type_param()) {
    errors_.expected("the name of what is defined")
        .suggest("size and type parameters stand after the name: `def f [n] 't (x: [n]t) = e`");
    errors_.unwind();
  }
  if (!begins_parameter(kind())) errors_.fail_name("the name of what is defined");
  Pattern* left = parse_.patterns.parameter();
  if (!parse_.names.at_binding_operator() || !may_be_infix) {
    errors_.error(Diag::bad_binding, left->loc, "a pattern cannot be bound at top level")
        .label(keyword.loc,
               fmt::format("`{}` at top level defines a single name", text(keyword.loc)))
        .suggest("bind a name to the whole and take it apart where it is used");
    errors_.unwind();
  }
  return infix_declaration(decl, left);
}

// def x + y = …, behind the x
Decl* DeclarationParser::infix_declaration(ValDecl* decl, Pattern* left) {
  decl->infix = true;
  decl->name = parse_.names.binding_operator();
  List<Pattern*> params(*this);
  params.add(left);
  if (!begins_parameter(kind())) errors_.fail_pattern();
  params.add(parse_.patterns.parameter());
  decl->params = params.take();
  return finish_value_declaration(decl);
}

Decl* DeclarationParser::finish_value_declaration(ValDecl* decl) {
  if (!decl->infix) {
    decl->type_params = parse_.types.type_params();
    decl->params = parse_.patterns.parameters();
  }
  if (accept(Kind::Colon)) decl->result = parse_.types.type();
  if (!accept(Kind::Equal)) errors_.fail_definition(decl);
  const Token* first = cur_;
  try {
    decl->body = parse_.expressions.expression();
    // Whatever comes now should begin a declaration; if not, it belonged to this one.
    if (!begins_declaration(kind()) && !at(Kind::End) && !at(Kind::RBrace))
      errors_.fail_declaration();
  } catch (DeclarationError&) {
    decl->body = make<ErrorExpr>(since(first->loc));
    parse_.recovery.to_declaration(first);
  }
  decl->loc = since(decl->loc);
  return decl;
}

// ---- type

void DeclarationParser::type_head(TypeParamKind& liftedness, Ident& name,
                                  std::span<TypeParam>& params) {
  cur_++;
  liftedness = accept(Kind::Tilde) ? TypeParamKind::SizeLiftedType
               : accept(Kind::Hat) ? TypeParamKind::LiftedType
                                   : TypeParamKind::Type;
  name = expect_name("the name of a type");
  params = parse_.types.type_params();
}

TypeDecl* DeclarationParser::type_declaration() {
  auto* decl = make<TypeDecl>(loc());
  type_head(decl->liftedness, decl->name, decl->type_params);
  if (!at(Kind::Equal)) {
    Diagnostic& diag = errors_.expected("`=` and a type");
    if (at(Kind::Ident)) {
      diag.suggest("type parameters are written with an apostrophe")
          .replace(loc(), fmt::format("'{}", text(loc())));
    }
    errors_.unwind();
  }
  cur_++;
  decl->value = parse_.types.type();
  if (const Token* line = errors_.line_without_keyword()) {
    // Give back what was read as arguments.
    while (decl->value->kind == TypeExprKind::ApplyType && decl->value->loc.end > line->loc.begin) {
      decl->value = static_cast<ApplyType*>(decl->value)->fn;
    }
    cur_ = line;
  }
  if (at(Kind::Pipe)) {
    errors_
        .error(Diag::unexpected_token, loc(),
               "only constructors, which begin with `#`, can be alternatives of a type")
        .label(decl->value->loc, "this is not a constructor")
        .suggest("write `#name` for every alternative");
    errors_.unwind();
  }
  decl->loc = since(decl->loc);
  return decl;
}

// ---- Declarations

Decl* DeclarationParser::module_declaration() {
  auto* decl = make<ModDecl>(take().loc);
  decl->name = expect_name("the name of a module, or `type`");
  List<ModParam> params(*this);
  while (at(Kind::LParen)) params.add(parse_.modules.module_param());
  decl->params = params.take();
  if (accept(Kind::Colon)) decl->ascribed = parse_.modules.module_type();
  if (at(Kind::LBrace)) {
    // What is meant is clear: read on.
    errors_.expected("`=` and a module")
        .suggest("write `=` before the body")
        .replace({loc().begin, loc().begin}, "= ");
  } else {
    expect(Kind::Equal, "`=` and a module");
  }
  decl->value = parse_.modules.module_expression();
  decl->loc = since(decl->loc);
  return decl;
}

Decl* DeclarationParser::module_type_declaration() {
  auto* decl = make<ModTypeDecl>(take().loc);
  cur_++;
  decl->name = expect_name("the name of a module type");
  expect(Kind::Equal, "`=` and a module type");
  decl->value = parse_.modules.module_type();
  decl->loc = since(decl->loc);
  return decl;
}

}  // namespace planish
