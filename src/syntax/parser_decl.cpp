// Declarations of values and types, and the lists that they stand in.
#include "syntax/parser_impl.h"

namespace planish {

using namespace ast;

bool Parser::begins_declaration(Kind k) {
  switch (k) {
    case Kind::Def:
    case Kind::Let:
    case Kind::Entry:
    case Kind::Type:
    case Kind::Module:
    case Kind::Open:
    case Kind::Import:
    case Kind::Local:
    case Kind::HashBracket: return true;
    default: return false;
  }
}

// Up to the token `end`, which is not taken.
void Parser::declarations(List<Decl*>& decls, Kind end) {
  while (!at(end) && !at(Kind::End) && !stopped_) {
    const Token* first = cur_;
    try {
      decls.add(declaration());
    } catch (DeclarationError&) {
      if (cur_ == first && !at(Kind::End)) cur_++;
      recover_to_declaration(first);
    }
  }
}

Decl* Parser::declaration() {
  DepthGuard guard(*this);
  const Token* first = cur_;
  unit_ = first;
  DocComment doc = take_doc(DocRule::One);
  List<Attr> attrs(*this);
  while (at(Kind::HashBracket)) attrs.add(attribute());
  Decl* decl = undocumented_declaration();
  decl->doc = doc;
  decl->attrs = attrs.take();
  decl->loc.begin = first->loc.begin;
  if (depth_ == 1) check_depth(decl, first);
  return decl;
}

Decl* Parser::undocumented_declaration() {
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
      ModExpr* value = module_expression();
      auto* node = make<OpenDecl>(since(keyword.loc));
      node->value = value;
      return node;
    }
    case Kind::Import: {
      cur_++;
      Loc where;
      std::string_view path = import_path(where);
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
    default: fail_declaration();
  }
}

// ---- def, let, entry

Decl* Parser::value_declaration() {
  const Token& keyword = take();
  auto* decl = make<ValDecl>(keyword.loc);
  decl->val_kind = keyword.kind == Kind::Def     ? ValKind::Def
                   : keyword.kind == Kind::Entry ? ValKind::Entry
                                                 : ValKind::Let;
  bool may_be_infix = keyword.kind != Kind::Entry;
  auto infix_follows = [&](int n) {
    return at_infix(kind_after(n)) || kind_after(n) == Kind::Minus || kind_after(n) == Kind::Bang;
  };

  if (at(Kind::Ident)) {
    if (may_be_infix && infix_follows(1)) return infix_declaration(decl, parameter());
    decl->name = take_name();
    return finish_value_declaration(decl);
  }
  if (at(Kind::LParen) && infix_follows(1) &&
      !(kind_after() == Kind::Minus && kind_after(2) != Kind::RParen)) {
    const Token& open = take();
    decl->name = binding_operator();
    expect_close(Kind::RParen, open);
    if (may_be_infix && at_binding_operator()) {
      auto* left = make<NamePat>(since(open.loc));
      left->name = decl->name.name;
      return infix_declaration(decl, left);
    }
    return finish_value_declaration(decl);
  }
  if (at_type_param()) {
    expected("the name of what is defined")
        .suggest("size and type parameters stand after the name: `def f [n] 't (x: [n]t) = e`");
    unwind();
  }
  if (!begins_parameter(kind())) fail_name("the name of what is defined");
  Pattern* left = parameter();
  if (!at_binding_operator() || !may_be_infix) {
    error(Diag::bad_binding, left->loc, "a pattern cannot be bound at top level")
        .label(keyword.loc,
               fmt::format("`{}` at top level defines a single name", text(keyword.loc)))
        .suggest("bind a name to the whole and take it apart where it is used");
    unwind();
  }
  return infix_declaration(decl, left);
}

// def x + y = …, behind the x
Decl* Parser::infix_declaration(ValDecl* decl, Pattern* left) {
  decl->infix = true;
  decl->name = binding_operator();
  List<Pattern*> params(*this);
  params.add(left);
  if (!begins_parameter(kind())) fail_pattern();
  params.add(parameter());
  decl->params = params.take();
  return finish_value_declaration(decl);
}

Decl* Parser::finish_value_declaration(ValDecl* decl) {
  if (!decl->infix) {
    decl->type_params = type_params();
    decl->params = parameters();
  }
  if (accept(Kind::Colon)) decl->result = type();
  if (!accept(Kind::Equal)) fail_definition(decl);
  const Token* first = cur_;
  try {
    decl->body = expression();
    // Whatever comes now should begin a declaration; if not, it belonged to this one.
    if (!begins_declaration(kind()) && !at(Kind::End) && !at(Kind::RBrace)) fail_declaration();
  } catch (DeclarationError&) {
    decl->body = make<ErrorExpr>(since(first->loc));
    recover_to_declaration(first);
  }
  decl->loc = since(decl->loc);
  return decl;
}

// ---- type

void Parser::type_head(TypeParamKind& liftedness, Ident& name, std::span<TypeParam>& params) {
  cur_++;
  liftedness = accept(Kind::Tilde) ? TypeParamKind::SizeLiftedType
               : accept(Kind::Hat) ? TypeParamKind::LiftedType
                                   : TypeParamKind::Type;
  name = expect_name("the name of a type");
  params = type_params();
}

TypeDecl* Parser::type_declaration() {
  auto* decl = make<TypeDecl>(loc());
  type_head(decl->liftedness, decl->name, decl->type_params);
  if (!at(Kind::Equal)) {
    Diagnostic& diag = expected("`=` and a type");
    if (at(Kind::Ident)) {
      diag.suggest("type parameters are written with an apostrophe")
          .replace(loc(), fmt::format("'{}", text(loc())));
    }
    unwind();
  }
  cur_++;
  decl->value = type();
  if (const Token* line = line_without_keyword()) {
    // Give back what was read as arguments.
    while (decl->value->kind == TypeExprKind::ApplyType && decl->value->loc.end > line->loc.begin) {
      decl->value = static_cast<ApplyType*>(decl->value)->fn;
    }
    cur_ = line;
  }
  if (at(Kind::Pipe)) {
    error(Diag::unexpected_token, loc(),
          "only constructors, which begin with `#`, can be alternatives of a type")
        .label(decl->value->loc, "this is not a constructor")
        .suggest("write `#name` for every alternative");
    unwind();
  }
  decl->loc = since(decl->loc);
  return decl;
}

}  // namespace planish
