// Declarations, specs, modules and module types.
#include "syntax/ast_dumper.h"

namespace planish {

using namespace ast;

namespace {

std::string_view kind_text(DeclKind kind) {
  constexpr std::string_view kTexts[] = {
#define DECL(K, text) text,
#include "syntax/ast.def"
  };
  return kTexts[static_cast<size_t>(kind)];
}
std::string_view kind_text(SpecKind kind) {
  constexpr std::string_view kTexts[] = {
#define SPEC(K, text) text,
#include "syntax/ast.def"
  };
  return kTexts[static_cast<size_t>(kind)];
}
std::string_view kind_text(ModExprKind kind) {
  constexpr std::string_view kTexts[] = {
#define MOD_EXPR(K, text) text,
#include "syntax/ast.def"
  };
  return kTexts[static_cast<size_t>(kind)];
}
std::string_view kind_text(ModTypeExprKind kind) {
  constexpr std::string_view kTexts[] = {
#define MOD_TYPE_EXPR(K, text) text,
#include "syntax/ast.def"
  };
  return kTexts[static_cast<size_t>(kind)];
}

// What each kind of declaration and spec holds.
class DeclFields {
 public:
  explicit DeclFields(AstDumper& dump) : dump_(dump), writer_(dump.writer) {}

  void fields(const ValDecl& d) {
    constexpr std::string_view kKinds[] = {"def", "let", "entry"};
    writer_.text("keyword", kKinds[static_cast<size_t>(d.val_kind)]);
    dump_.ident("name", d.name);
    writer_.flag("infix", d.infix);
    dump_.common(d);
    dump_.type_params(d.type_params);
    dump_.list("params", d.params);
    dump_.child("result", d.result);
    dump_.child("body", d.body);
  }
  void fields(const TypeDecl& d) {
    writer_.text("liftedness", prefix_text(d.liftedness));
    dump_.ident("name", d.name);
    dump_.common(d);
    dump_.type_params(d.type_params);
    dump_.child("value", d.value);
  }
  void fields(const ModDecl& d) {
    dump_.ident("name", d.name);
    dump_.common(d);
    writer_.list("params", d.params, [&](const ModParam& p) { dump_.mod_param(p); });
    dump_.child("ascribed", d.ascribed);
    dump_.child("value", d.value);
  }
  void fields(const ModTypeDecl& d) {
    dump_.ident("name", d.name);
    dump_.common(d);
    dump_.child("value", d.value);
  }
  void fields(const OpenDecl& d) {
    dump_.common(d);
    dump_.child("value", d.value);
  }
  void fields(const ImportDecl& d) {
    writer_.text("path", d.path);
    dump_.common(d);
  }
  void fields(const LocalDecl& d) {
    dump_.common(d);
    dump_.child("inner", d.inner);
  }

  void fields(const ValSpec& s) {
    dump_.ident("name", s.name);
    dump_.common(s);
    dump_.type_params(s.type_params);
    dump_.child("type", s.type_expr);
  }
  void fields(const TypeAbbrSpec& s) {
    writer_.text("liftedness", prefix_text(s.liftedness));
    dump_.ident("name", s.name);
    dump_.common(s);
    dump_.type_params(s.type_params);
    dump_.child("value", s.value);
  }
  void fields(const TypeSpec& s) {
    writer_.text("liftedness", prefix_text(s.liftedness));
    dump_.ident("name", s.name);
    dump_.common(s);
    dump_.type_params(s.type_params);
  }
  void fields(const ModSpec& s) {
    dump_.ident("name", s.name);
    dump_.common(s);
    dump_.child("type", s.type_expr);
  }
  void fields(const IncludeSpec& s) {
    dump_.common(s);
    dump_.child("type", s.type_expr);
  }

 private:
  AstDumper& dump_;
  TreeWriter& writer_;
};

// What each kind of module and module type holds.
class ModuleFields {
 public:
  explicit ModuleFields(AstDumper& dump) : dump_(dump), writer_(dump.writer) {}

  void fields(const ModTypeVar& m) { dump_.qual_name("name", m.name); }
  void fields(const ModTypeParens& m) { dump_.child("inner", m.inner); }
  void fields(const ModTypeBody& m) { dump_.list("specs", m.specs); }
  void fields(const ModTypeWith& m) {
    dump_.qual_name("name", m.name);
    dump_.child("base", m.base);
    dump_.type_params(m.type_params);
    dump_.child("value", m.value);
  }
  void fields(const ModTypeArrow& m) {
    dump_.ident("param-name", m.param_name);
    dump_.child("param", m.param);
    dump_.child("result", m.result);
  }
  void fields(const ModVar& m) { dump_.qual_name("name", m.name); }
  void fields(const ModParens& m) { dump_.child("inner", m.inner); }
  void fields(const ModImport& m) { writer_.text("path", m.path); }
  void fields(const ModBody& m) { dump_.list("decls", m.decls); }
  void fields(const ModApply& m) {
    dump_.child("fn", m.fn);
    dump_.child("arg", m.arg);
  }
  void fields(const ModAscribe& m) {
    dump_.child("value", m.value);
    dump_.child("type", m.type_expr);
  }
  void fields(const ModLambda& m) {
    writer_.field("param");
    dump_.mod_param(m.param);
    dump_.child("result", m.result);
    dump_.child("body", m.body);
  }

 private:
  AstDumper& dump_;
  TreeWriter& writer_;
};

}  // namespace

void AstDumper::node(const Decl* decl) {
  DeclFields kinds(*this);
  writer.open(kind_text(decl->kind), decl->loc);
  match(decl, [&](const auto& n) { kinds.fields(n); });
  writer.close();
}
void AstDumper::node(const Spec* spec) {
  DeclFields kinds(*this);
  writer.open(kind_text(spec->kind), spec->loc);
  match(spec, [&](const auto& n) { kinds.fields(n); });
  writer.close();
}
void AstDumper::node(const ModExpr* module) {
  ModuleFields kinds(*this);
  writer.open(kind_text(module->kind), module->loc);
  match(module, [&](const auto& n) { kinds.fields(n); });
  writer.close();
}
void AstDumper::node(const ModTypeExpr* module_type) {
  ModuleFields kinds(*this);
  writer.open(kind_text(module_type->kind), module_type->loc);
  match(module_type, [&](const auto& n) { kinds.fields(n); });
  writer.close();
}

}  // namespace planish
