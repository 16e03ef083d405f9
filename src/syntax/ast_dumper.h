// The fields of syntax trees' nodes, written one after the other: what dump_expr.cpp and
// dump_decl.cpp share.
#pragma once

#include "syntax/ast_match.h"
#include "syntax/dump.h"
#include "syntax/tree_writer.h"

namespace planish {

std::string_view prefix_text(ast::TypeParamKind kind);

class AstDumper {
 public:
  AstDumper(std::string& out, const Interner& interner, const SourceMap& sources,
            const DumpOptions& options)
      : names(interner), writer(out, sources, options), sources_(sources) {}

  // A node with all its fields.
  void node(const ast::Expr* expr);
  void node(const ast::Pattern* pattern);
  void node(const ast::TypeExpr* type_expr);
  void node(const ast::Decl* decl);
  void node(const ast::Spec* spec);
  void node(const ast::ModExpr* module);
  void node(const ast::ModTypeExpr* module_type);

  // One field.
  template <class Node>
  void child(std::string_view field, const Node* n) {
    if (n == nullptr) return;
    writer.field(field);
    node(n);
  }
  template <class Items>
  void list(std::string_view field, const Items& items) {
    writer.list(field, items, [&](const auto& item) { node(item); });
  }
  template <class D>
  void common(const D& d) {
    doc(d.doc);
    if (!d.attrs.empty()) writer.list("attrs", d.attrs, [&](const ast::Attr& a) { attr(a); });
  }
  void ident(std::string_view field, const ast::Ident& id);
  void qual_name(std::string_view field, const ast::QualName& q);
  void doc(const ast::DocComment& d);
  void attr(const ast::Attr& a);
  void type_params(std::span<const ast::TypeParam> params);
  void dim(std::string_view field, const ast::Dim& d);
  void indices(std::span<const ast::DimIndex> items);
  void steps(std::span<const ast::PathStep> items);
  void mod_param(const ast::ModParam& p);
  void op(const ast::QualName& name, bool backticks);

  const Interner& names;
  TreeWriter writer;

 private:
  const SourceMap& sources_;
};

}  // namespace planish
