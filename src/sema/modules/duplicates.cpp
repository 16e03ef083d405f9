#include "sema/modules/duplicates.h"

#include <unordered_map>

#include "syntax/ast_match.h"

namespace planish {
namespace {

class Duplicates {
 public:
  explicit Duplicates(SemaContext& cx) : cx_(cx) {}

  void add(ast::ValDecl& d) { add(terms_, d.name, "value"); }
  void add(ast::TypeDecl& d) { add(types_, d.name, "type"); }
  void add(ast::ModDecl& d) { add(terms_, d.name, "module"); }
  void add(ast::ModTypeDecl& d) { add(mod_types_, d.name, "module type"); }
  void add(ast::OpenDecl&) {}
  void add(ast::ImportDecl&) {}
  void add(ast::LocalDecl&) {}

  void add(ast::ValSpec& s) { add(terms_, s.name, "value"); }
  void add(ast::TypeAbbrSpec& s) { add(types_, s.name, "type"); }
  void add(ast::TypeSpec& s) { add(types_, s.name, "type"); }
  void add(ast::ModSpec& s) { add(terms_, s.name, "module"); }
  void add(ast::IncludeSpec&) {}

 private:
  using Seen = std::unordered_map<Name, Loc>;

  void add(Seen& seen, const ast::Ident& name, std::string_view what) {
    auto [first, inserted] = seen.emplace(name.name, name.loc);
    if (inserted || !name.name) return;
    cx_.diags
        .report(Diag::duplicate_definition, name.loc, "the {} `{}` is declared twice", what,
                cx_.text(name.name))
        .label(first->second, "first declared here");
  }

  SemaContext& cx_;
  Seen terms_, types_, mod_types_;
};

template <class Node>
void report(SemaContext& cx, std::span<Node* const> nodes) {
  Duplicates duplicates(cx);
  for (Node* node : nodes) {
    ast::match(node, [&](auto& n) { duplicates.add(n); });
  }
}

}  // namespace

void report_duplicates(SemaContext& cx, std::span<ast::Decl* const> decls) { report(cx, decls); }
void report_duplicates(SemaContext& cx, std::span<ast::Spec* const> specs) { report(cx, specs); }

}  // namespace planish
