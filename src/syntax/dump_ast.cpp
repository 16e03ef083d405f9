#include "syntax/ast_dumper.h"

namespace planish {

using namespace ast;

std::string_view prefix_text(TypeParamKind kind) {
  constexpr std::string_view kTexts[] = {"[]", "'", "'~", "'^"};
  return kTexts[static_cast<size_t>(kind)];
}

void AstDumper::ident(std::string_view field, const Ident& id) {
  if (id.name) writer.text(field, names.text(id.name));
}

void AstDumper::qual_name(std::string_view field, const QualName& q) {
  std::string text;
  for (const Ident& qual : q.quals) {
    text += names.text(qual.name);
    text += '.';
  }
  text += names.text(q.name.name);
  writer.text(field, text);
}

void AstDumper::doc(const DocComment& d) {
  if (d.loc.valid()) writer.text("doc", sources_.text(d.loc));
}

void AstDumper::attr(const Attr& a) {
  writer.open("attr", a.loc);
  if (a.name.name) {
    ident("name", a.name);
  } else {
    writer.number("number", a.number);
  }
  writer.flag("applied", a.applied);
  if (a.applied) writer.list("args", a.args, [&](const Attr& arg) { attr(arg); });
  writer.close();
}

void AstDumper::type_params(std::span<const TypeParam> params) {
  writer.list("type-params", params, [&](const TypeParam& p) {
    writer.open("type-param", p.loc);
    writer.text("prefix", prefix_text(p.kind));
    ident("name", p.name);
    writer.close();
  });
}

void AstDumper::dim(std::string_view field, const Dim& d) {
  writer.field(field);
  switch (d.kind) {
    case DimKind::Any: writer.open("any-size", d.loc); break;
    case DimKind::Varying: writer.open("varying-size", d.loc); break;
    case DimKind::Expr: writer.open("size", d.loc); break;
  }
  child("expr", d.expr);
  writer.close();
}

void AstDumper::indices(std::span<const DimIndex> items) {
  writer.list("indices", items, [&](const DimIndex& i) {
    writer.open(i.slice ? "slice" : "at", i.loc);
    child("index", i.index);
    child("from", i.from);
    child("to", i.to);
    child("stride", i.stride);
    writer.close();
  });
}

void AstDumper::steps(std::span<const PathStep> items) {
  writer.list("steps", items, [&](const PathStep& s) {
    writer.open(s.is_index ? "index-step" : "field-step", s.loc);
    if (s.is_index) {
      indices(s.indices);
    } else {
      ident("field", s.field);
    }
    writer.close();
  });
}

void AstDumper::mod_param(const ModParam& p) {
  writer.open("param", p.loc);
  ident("name", p.name);
  child("type", p.type_expr);
  writer.close();
}

void AstDumper::op(const QualName& name, bool backticks) {
  qual_name("op", name);
  writer.flag("backticks", backticks);
}

std::string dump_ast(const Program& program, const Interner& names, const SourceMap& sources,
                     const DumpOptions& options) {
  std::string out;
  AstDumper dumper(out, names, sources, options);
  dumper.writer.open("program", program.loc);
  dumper.doc(program.doc);
  dumper.list("decls", program.decls);
  dumper.writer.close();
  out += '\n';
  return out;
}

}  // namespace planish
