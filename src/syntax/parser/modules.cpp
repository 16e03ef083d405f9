#include "syntax/parser/modules.h"

#include "syntax/parser/grammar.h"

namespace planish {

using namespace ast;

ModParam ModuleParser::module_param() {
  if (!at(Kind::LParen)) errors_.fail_expected("a parameter such as `(m: S)`");
  const Token& open = take();
  ModParam param;
  param.name = expect_name("the name of a module");
  expect(Kind::Colon, "`:` and a module type");
  param.type_expr = module_type();
  expect_close(Kind::RParen, open, {}, Wanted::Head);
  param.loc = since(open.loc);
  return param;
}

// ---- Modules

ModExpr* ModuleParser::module_expression() {
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

ModExpr* ModuleParser::unascribed_module() {
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
    node->path = parse_.names.import_path(node->path_loc);
    node->loc = since(first.loc);
    return node;
  }
  return module_application();
}

ModExpr* ModuleParser::module_application() {
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

ModExpr* ModuleParser::module_atom() {
  const Token& first = *cur_;
  switch (first.kind) {
    case Kind::Ident: {
      auto* node = make<ModVar>(first.loc);
      node->name = parse_.names.qual_name("the name of a module");
      node->loc = node->name.loc;
      return node;
    }
    case Kind::LParen: {
      cur_++;
      ModExpr* inner = module_expression();
      expect_close(Kind::RParen, first, {}, Wanted::Head);
      auto* node = make<ModParens>(since(first.loc));
      node->inner = inner;
      return node;
    }
    case Kind::LBrace: {
      cur_++;
      List<Decl*> decls(*this);
      parse_.declarations.declarations(decls, Kind::RBrace);
      expect_close(Kind::RBrace, first, "a declaration");
      auto* node = make<ModBody>(since(first.loc));
      node->decls = decls.take();
      return node;
    }
    default: {
      Diagnostic& diag = errors_.expected("a module");
      if (first.kind == Kind::String) {
        diag.suggest("write `import` before the path of a file")
            .replace({first.loc.begin, first.loc.begin}, "import ");
      } else {
        diag.suggest(
            "a module is a name, `{ declarations }`, `import \"file\"` or `\\(m: S) -> module`");
      }
      errors_.unwind();
    }
  }
}

// ---- Module types

ModTypeExpr* ModuleParser::module_type() {
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
    node->name = parse_.names.qual_name("the name of a type");
    node->type_params = parse_.types.type_params();
    expect(Kind::Equal, "`=` and a type");
    node->value = parse_.types.type();
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

ModTypeExpr* ModuleParser::module_type_atom() {
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
ModTypeExpr* ModuleParser::simple_module_type() {
  if (at(Kind::LParen)) {
    const Token& open = take();
    ModTypeExpr* inner = module_type();
    expect_close(Kind::RParen, open, {}, Wanted::Head);
    auto* node = make<ModTypeParens>(since(open.loc));
    node->inner = inner;
    return node;
  }
  if (!at(Kind::Ident)) errors_.fail_expected("a module type: a name, or `{` and specs");
  auto* node = make<ModTypeVar>(loc());
  node->name = parse_.names.qual_name("the name of a module type");
  node->loc = node->name.loc;
  return node;
}

void ModuleParser::specs(List<Spec*>& list, Kind end) {
  while (!at(end) && !at(Kind::End) && !errors_.stopped()) {
    const Token* first = cur_;
    try {
      list.add(spec());
    } catch (DeclarationError&) {
      if (cur_ == first && !at(Kind::End)) cur_++;
      parse_.recovery.to_declaration(first);
    }
  }
}

Spec* ModuleParser::spec() {
  DepthGuard guard(*this);
  const Token* first = cur_;
  state_.unit = first;
  DocComment doc = parse_.docs.take(DocComments::Rule::Several);
  List<Attr> attrs(*this);
  while (at(Kind::HashBracket)) {
    attrs.add(parse_.names.attribute());
    // A comment may also stand between attributes.
    DocComment later = parse_.docs.take(DocComments::Rule::Several);
    if (!doc.loc.valid()) doc = later;
  }
  Spec* result = undocumented_spec();
  result->loc = since(first->loc);
  result->doc = doc;
  result->attrs = attrs.take();
  if (state_.depth == 1) check_depth(result, first);
  return result;
}

Spec* ModuleParser::undocumented_spec() {
  switch (kind()) {
    case Kind::Val: return value_spec();
    case Kind::Type: return type_spec();
    case Kind::Module: {
      auto* node = make<ModSpec>(take().loc);
      node->name = expect_name("the name of a module");
      expect(Kind::Colon, "`:` and a module type");
      node->type_expr = module_type();
      return node;
    }
    case Kind::Include: {
      auto* node = make<IncludeSpec>(take().loc);
      node->type_expr = module_type();
      return node;
    }
    default: {
      Diagnostic& diag = errors_.expected("`val`, `type`, `module` or `include`");
      if (at(Kind::Def) || at(Kind::Let) || at(Kind::Entry)) {
        diag.suggest("a module type says only the types of values: `val x: t`");
      } else if (at(Kind::Open)) {
        diag.suggest("write `include`").replace(loc(), "include");
      } else if (at(Kind::Ident) && (kind_after() == Kind::Colon)) {
        diag.suggest("the type of a value is declared with `val`")
            .replace({loc().begin, loc().begin}, "val ");
      }
      errors_.unwind();
    }
  }
}

Spec* ModuleParser::value_spec() {
  auto* node = make<ValSpec>(take().loc);
  if (at(Kind::Ident)) {
    node->name = take_name();
  } else if (at(Kind::LParen)) {
    const Token& open = take();
    if (!parse_.names.at_binding_operator()) errors_.fail_expected("an operator");
    node->name = parse_.names.binding_operator();
    expect_close(Kind::RParen, open, {}, Wanted::Head);
  } else if (parse_.names.at_binding_operator()) {
    node->name = parse_.names.binding_operator();
  } else {
    errors_.fail_name("the name of a value");
  }
  node->type_params = parse_.types.type_params();
  expect(Kind::Colon, "`:` and a type");
  node->type_expr = parse_.types.type();
  return node;
}

Spec* ModuleParser::type_spec() {
  TypeParamKind liftedness{};
  Ident name;
  std::span<TypeParam> params;
  Loc first = loc();
  parse_.declarations.type_head(liftedness, name, params);
  if (accept(Kind::Equal)) {
    auto* node = make<TypeAbbrSpec>(first);
    node->liftedness = liftedness;
    node->name = name;
    node->type_params = params;
    node->value = parse_.types.type();
    return node;
  }
  auto* node = make<TypeSpec>(first);
  node->liftedness = liftedness;
  node->name = name;
  node->type_params = params;
  return node;
}

}  // namespace planish
