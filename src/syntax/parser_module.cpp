// Modules, module types and their specs.
#include "syntax/parser_impl.h"

namespace planish {

using namespace ast;

// ---- Declarations

Decl* Parser::module_declaration() {
  auto* decl = make<ModDecl>(take().loc);
  decl->name = expect_name("the name of a module, or `type`");
  List<ModParam> params(*this);
  while (at(Kind::LParen)) params.add(module_param());
  decl->params = params.take();
  if (accept(Kind::Colon)) decl->ascribed = module_type();
  if (at(Kind::LBrace)) {
    // What is meant is clear: read on.
    expected("`=` and a module")
        .suggest("write `=` before the body")
        .replace({loc().begin, loc().begin}, "= ");
  } else {
    expect(Kind::Equal, "`=` and a module");
  }
  decl->value = module_expression();
  decl->loc = since(decl->loc);
  return decl;
}

Decl* Parser::module_type_declaration() {
  auto* decl = make<ModTypeDecl>(take().loc);
  cur_++;
  decl->name = expect_name("the name of a module type");
  expect(Kind::Equal, "`=` and a module type");
  decl->value = module_type();
  decl->loc = since(decl->loc);
  return decl;
}

ModParam Parser::module_param() {
  if (!at(Kind::LParen)) fail_expected("a parameter such as `(m: S)`");
  const Token& open = take();
  ModParam param;
  param.name = expect_name("the name of a module");
  expect(Kind::Colon, "`:` and a module type");
  param.type_expr = module_type();
  expect_close(Kind::RParen, open, {}, Place::Head);
  param.loc = since(open.loc);
  return param;
}

// ---- Modules

ModExpr* Parser::module_expression() {
  ModExpr* value = unascribed_module();
  while (accept(Kind::Colon)) {
    ModTypeExpr* type_expr = module_type();
    auto* node = make<ModAscribe>(since(value->loc));
    node->value = value;
    node->type_expr = type_expr;
    value = node;
  }
  return value;
}

ModExpr* Parser::unascribed_module() {
  DepthGuard guard(*this);
  const Token& first = *cur_;
  if (accept(Kind::Backslash)) {
    auto* node = make<ModLambda>(first.loc);
    node->param = module_param();
    if (accept(Kind::Colon)) node->result = simple_module_type();
    expect(Kind::Arrow, "`->` and a module");
    node->body = unascribed_module();
    node->loc = since(first.loc);
    return node;
  }
  if (accept(Kind::Import)) {
    auto* node = make<ModImport>(first.loc);
    node->path = import_path(node->path_loc);
    node->loc = since(first.loc);
    return node;
  }
  return module_application();
}

bool Parser::begins_module_atom(Kind k) {
  return k == Kind::Ident || k == Kind::LParen || k == Kind::LBrace;
}

ModExpr* Parser::module_application() {
  ModExpr* fn = module_atom();
  while (begins_module_atom(kind())) {
    ModExpr* arg = module_atom();
    auto* node = make<ModApply>(since(fn->loc));
    node->fn = fn;
    node->arg = arg;
    fn = node;
  }
  return fn;
}

ModExpr* Parser::module_atom() {
  const Token& first = *cur_;
  switch (first.kind) {
    case Kind::Ident: {
      auto* node = make<ModVar>(first.loc);
      node->name = qual_name("the name of a module");
      node->loc = node->name.loc;
      return node;
    }
    case Kind::LParen: {
      cur_++;
      ModExpr* inner = module_expression();
      expect_close(Kind::RParen, first, {}, Place::Head);
      auto* node = make<ModParens>(since(first.loc));
      node->inner = inner;
      return node;
    }
    case Kind::LBrace: {
      cur_++;
      List<Decl*> decls(*this);
      declarations(decls, Kind::RBrace);
      expect_close(Kind::RBrace, first, "a declaration");
      auto* node = make<ModBody>(since(first.loc));
      node->decls = decls.take();
      return node;
    }
    default: {
      Diagnostic& diag = expected("a module");
      if (first.kind == Kind::String) {
        diag.suggest("write `import` before the path of a file")
            .replace({first.loc.begin, first.loc.begin}, "import ");
      } else {
        diag.suggest(
            "a module is a name, `{ declarations }`, `import \"file\"` or `\\(m: S) -> module`");
      }
      unwind();
    }
  }
}

// ---- Module types

ModTypeExpr* Parser::module_type() {
  DepthGuard guard(*this);
  Loc first = loc();
  if (at(Kind::LParen) && kind_after(1) == Kind::Ident && kind_after(2) == Kind::Colon) {
    ModParam param = module_param();
    expect(Kind::Arrow, "`->` and a module type");
    ModTypeExpr* result = module_type();
    auto* node = make<ModTypeArrow>(since(first));
    node->param_name = param.name;
    node->param = param.type_expr;
    node->result = result;
    return node;
  }
  ModTypeExpr* base = module_type_atom();
  while (accept(Kind::With)) {
    auto* node = make<ModTypeWith>(first);
    node->base = base;
    node->name = qual_name("the name of a type");
    node->type_params = type_params();
    expect(Kind::Equal, "`=` and a type");
    node->value = type();
    node->loc = since(first);
    base = node;
  }
  if (!accept(Kind::Arrow)) return base;
  ModTypeExpr* result = module_type();
  auto* node = make<ModTypeArrow>(since(first));
  node->param = base;
  node->result = result;
  return node;
}

ModTypeExpr* Parser::module_type_atom() {
  if (!at(Kind::LBrace)) return simple_module_type();
  const Token& open = take();
  List<Spec*> list(*this);
  specs(list, Kind::RBrace);
  expect_close(Kind::RBrace, open, "a spec such as `val x: t`");
  auto* node = make<ModTypeBody>(since(open.loc));
  node->specs = list.take();
  return node;
}

// A name or something in parentheses.
ModTypeExpr* Parser::simple_module_type() {
  if (at(Kind::LParen)) {
    const Token& open = take();
    ModTypeExpr* inner = module_type();
    expect_close(Kind::RParen, open, {}, Place::Head);
    auto* node = make<ModTypeParens>(since(open.loc));
    node->inner = inner;
    return node;
  }
  if (!at(Kind::Ident)) fail_expected("a module type: a name, or `{` and specs");
  auto* node = make<ModTypeVar>(loc());
  node->name = qual_name("the name of a module type");
  node->loc = node->name.loc;
  return node;
}

// ---- Specs

bool Parser::begins_spec(Kind k) {
  switch (k) {
    case Kind::Val:
    case Kind::Type:
    case Kind::Module:
    case Kind::Include:
    case Kind::HashBracket: return true;
    default: return false;
  }
}

void Parser::specs(List<Spec*>& list, Kind end) {
  while (!at(end) && !at(Kind::End) && !stopped_) {
    const Token* first = cur_;
    try {
      list.add(spec());
    } catch (DeclarationError&) {
      if (cur_ == first && !at(Kind::End)) cur_++;
      recover_to_declaration(first);
    }
  }
}

Spec* Parser::spec() {
  DepthGuard guard(*this);
  const Token* first = cur_;
  unit_ = first;
  DocComment doc = take_doc(DocRule::Several);
  List<Attr> attrs(*this);
  while (at(Kind::HashBracket)) {
    attrs.add(attribute());
    // A comment may also stand between attributes.
    DocComment later = take_doc(DocRule::Several);
    if (!doc.loc.valid()) doc = later;
  }
  Spec* result = nullptr;
  switch (kind()) {
    case Kind::Val: result = value_spec(); break;
    case Kind::Type: result = type_spec(); break;
    case Kind::Module: {
      auto* node = make<ModSpec>(take().loc);
      node->name = expect_name("the name of a module");
      expect(Kind::Colon, "`:` and a module type");
      node->type_expr = module_type();
      result = node;
      break;
    }
    case Kind::Include: {
      auto* node = make<IncludeSpec>(take().loc);
      node->type_expr = module_type();
      result = node;
      break;
    }
    default: {
      Diagnostic& diag = expected("`val`, `type`, `module` or `include`");
      if (at(Kind::Def) || at(Kind::Let) || at(Kind::Entry)) {
        diag.suggest("a module type says only the types of values: `val x: t`");
      } else if (at(Kind::Open)) {
        diag.suggest("write `include`").replace(loc(), "include");
      } else if (at(Kind::Ident) && (kind_after() == Kind::Colon)) {
        diag.suggest("the type of a value is declared with `val`")
            .replace({loc().begin, loc().begin}, "val ");
      }
      unwind();
    }
  }
  result->loc = since(first->loc);
  result->doc = doc;
  result->attrs = attrs.take();
  if (depth_ == 1) check_depth(result, first);
  return result;
}

Spec* Parser::value_spec() {
  auto* node = make<ValSpec>(take().loc);
  if (at(Kind::Ident)) {
    node->name = take_name();
  } else if (at(Kind::LParen)) {
    const Token& open = take();
    if (!at_binding_operator()) fail_expected("an operator");
    node->name = binding_operator();
    expect_close(Kind::RParen, open, {}, Place::Head);
  } else if (at_binding_operator()) {
    node->name = binding_operator();
  } else {
    fail_name("the name of a value");
  }
  node->type_params = type_params();
  expect(Kind::Colon, "`:` and a type");
  node->type_expr = type();
  return node;
}

Spec* Parser::type_spec() {
  TypeParamKind liftedness{};
  Ident name;
  std::span<TypeParam> params;
  Loc first = loc();
  type_head(liftedness, name, params);
  if (accept(Kind::Equal)) {
    auto* node = make<TypeAbbrSpec>(first);
    node->liftedness = liftedness;
    node->name = name;
    node->type_params = params;
    node->value = type();
    return node;
  }
  auto* node = make<TypeSpec>(first);
  node->liftedness = liftedness;
  node->name = name;
  node->type_params = params;
  return node;
}

}  // namespace planish
