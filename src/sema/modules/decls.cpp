#include "sema/modules/decls.h"

#include <algorithm>

#include "sema/modules/check.h"
#include "sema/modules/duplicates.h"
#include "sema/modules/entry_points.h"
#include "sema/modules/mod_types.h"
#include "sema/modules/modules.h"
#include "sema/modules/type_decls.h"
#include "sema/types/terms.h"
#include "syntax/ast_match.h"

namespace planish {
namespace {

class DeclChecker {
 public:
  DeclChecker(ModuleContext& mc, std::span<ast::Decl* const> decls)
      : mc_(mc), cx_(mc.cx), decls_(decls) {}

  // `exported`: null for what is not visible outside.
  void check(size_t index, Env* exported) {
    index_ = index;
    const size_t reported = cx_.diags.size();
    check(decls_[index], exported);
    if (cx_.diags.size() > reported) advise_later_type();
  }

 private:
  // A type that is used before its definition was reported as unknown.
  void advise_later_type() {
    Diagnostic& last = cx_.diags.last();
    if (last.kind != Diag::unknown_type) return;
    const std::string_view name = cx_.sources.text(last.labels.front().loc);
    for (const ast::Decl* decl : decls_.subspan(index_ + 1)) {
      const auto* later = ast::as<ast::TypeDecl>(decl);
      if (later == nullptr || cx_.text(later->name.name) != name) continue;
      last.label(later->name.loc, "it is defined only here")
          .suggest("move that definition up: types are defined before they are used");
      return;
    }
  }

  void check(ast::Decl* decl, Env* exported) {
    ast::match(decl, [&](auto& d) { check(d, exported); });
  }

  template <class Symbol>
  void add(Name name, Symbol* symbol, Env* exported) {
    cx_.scope.bind(name, symbol);
    if (exported != nullptr) exported->add(name, symbol);
  }
  void open(const Module& module, Env* exported) {
    if (module.unknown) cx_.names_missing = true;
    cx_.scope.open(*module.env);
    if (exported != nullptr) exported->add_all(*module.env);
  }

  void check(ast::ValDecl& decl, Env* exported) {
    check_val_decl(cx_, decl, {decls_, index_});
    if (decl.symbol == nullptr) {
      decl.symbol = cx_.types.new_value_symbol(decl.name.name, decl.name.loc, ValueKind::Def);
      decl.symbol->type = cx_.types.error();
      decl.symbol->decl = &decl;
    }
    decl.symbol->doc = decl.doc;
    report_reserved(decl);
    const bool visible = exported != nullptr && mc_.root && mc_.depth == 0;
    if (decl.val_kind == ast::ValKind::Entry || (visible && is_entry_point(decl)))
      check_entry_point(mc_, decl);
    add(decl.name.name, decl.symbol, exported);
  }

  bool is_entry_point(const ast::ValDecl& decl) const {
    const std::string_view name = cx_.text(decl.name.name);
    return name == kMainEntryPoint ||
           std::ranges::find(cx_.more_entry_points, name) != cx_.more_entry_points.end();
  }

  // These evaluate their right side only if needed, which no function can do.
  void report_reserved(const ast::ValDecl& decl) {
    std::string_view name = cx_.text(decl.name.name);
    if (name != "&&" && name != "||") return;
    cx_.diags
        .report(Diag::reserved_operator, decl.name.loc, "the operator `{}` cannot be redefined",
                name)
        .suggest(fmt::format("give the operator another name, such as `{}.`", name));
  }

  void check(ast::TypeDecl& decl, Env* exported) {
    decl.symbol =
        check_abbreviation(mc_, {decl.name, decl.loc, decl.doc, liftedness_of(decl.liftedness),
                                 decl.type_params, decl.value});
    add(decl.name.name, decl.symbol, exported);
  }

  void check(ast::ModDecl& decl, Env* exported) {
    add(decl.name.name, check_mod_decl(mc_, decl), exported);
  }

  void check(ast::ModTypeDecl& decl, Env* exported) {
    ModTypeSymbol* symbol = cx_.arena.make<ModTypeSymbol>();
    symbol->name = decl.name.name;
    symbol->loc = decl.name.loc;
    symbol->type = check_mod_type(mc_, *decl.value);
    symbol->doc = decl.doc;
    add(decl.name.name, symbol, exported);
  }

  void check(ast::OpenDecl& decl, Env* exported) {
    open(*check_plain_mod_expr(mc_, *decl.value), exported);
  }

  // Names from an import are for this file only.
  void check(ast::ImportDecl& decl, Env*) {
    if (decl.file != nullptr) cx_.scope.open(decl.file->env);
  }

  void check(ast::LocalDecl& decl, Env*) { check(decl.inner, nullptr); }

  ModuleContext& mc_;
  SemaContext& cx_;
  std::span<ast::Decl* const> decls_;
  size_t index_ = 0;
};

}  // namespace

void check_decls(ModuleContext& mc, std::span<ast::Decl* const> decls, Env& exported) {
  report_duplicates(mc.cx, decls);
  DeclChecker checker(mc, decls);
  for (size_t i = 0; i < decls.size(); i++) checker.check(i, &exported);
}

}  // namespace planish
