#include "sema/modules/import_nodes.h"

#include "syntax/ast_match.h"

namespace planish {
namespace {

void visit(ast::ModExpr* expr, const OnImport& on_import) {
  if (expr == nullptr) return;
  ast::match(
      expr, [](ast::ModVar&) {}, [&](ast::ModParens& e) { visit(e.inner, on_import); },
      [&](ast::ModImport& e) { on_import(e.path, e.path_loc, e.file); },
      [&](ast::ModBody& e) { for_each_import(e.decls, on_import); },
      [&](ast::ModApply& e) {
        visit(e.fn, on_import);
        visit(e.arg, on_import);
      },
      [&](ast::ModAscribe& e) { visit(e.value, on_import); },
      [&](ast::ModLambda& e) { visit(e.body, on_import); });
}

void visit(ast::Decl* decl, const OnImport& on_import) {
  if (decl == nullptr) return;
  ast::match(
      decl, [](ast::ValDecl&) {}, [](ast::TypeDecl&) {}, [](ast::ModTypeDecl&) {},
      [&](ast::ModDecl& d) { visit(d.value, on_import); },
      [&](ast::OpenDecl& d) { visit(d.value, on_import); },
      [&](ast::ImportDecl& d) { on_import(d.path, d.path_loc, d.file); },
      [&](ast::LocalDecl& d) { visit(d.inner, on_import); });
}

}  // namespace

void for_each_import(std::span<ast::Decl* const> decls, const OnImport& on_import) {
  for (ast::Decl* decl : decls) visit(decl, on_import);
}

}  // namespace planish
