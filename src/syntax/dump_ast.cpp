#include "syntax/ast_match.h"
#include "syntax/dump.h"
#include "syntax/tree_writer.h"

namespace planish {
namespace {

using namespace ast;

std::string_view kind_text(ExprKind kind) {
  constexpr std::string_view kTexts[] = {
#define EXPR(K, text) text,
#include "syntax/ast.def"
  };
  return kTexts[static_cast<size_t>(kind)];
}
std::string_view kind_text(PatternKind kind) {
  constexpr std::string_view kTexts[] = {
#define PATTERN(K, text) text,
#include "syntax/ast.def"
  };
  return kTexts[static_cast<size_t>(kind)];
}
std::string_view kind_text(TypeExprKind kind) {
  constexpr std::string_view kTexts[] = {
#define TYPE_EXPR(K, text) text,
#include "syntax/ast.def"
  };
  return kTexts[static_cast<size_t>(kind)];
}
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

std::string_view suffix_text(PrimSuffix suffix) {
  constexpr std::string_view kTexts[] = {"",    "i8",  "i16", "i32", "i64", "u8",
                                         "u16", "u32", "u64", "f16", "f32", "f64"};
  return kTexts[static_cast<size_t>(suffix)];
}

std::string_view prefix_text(TypeParamKind kind) {
  constexpr std::string_view kTexts[] = {"[]", "'", "'~", "'^"};
  return kTexts[static_cast<size_t>(kind)];
}

class AstDumper {
 public:
  AstDumper(std::string& out, const Interner& names, const SourceMap& sources,
            const DumpOptions& options)
      : names_(names), sources_(sources), writer_(out, sources, options) {}

  void program(const Program& p) {
    writer_.open("program", p.loc);
    doc(p.doc);
    list("decls", p.decls);
    writer_.close();
  }

 private:
  // ---- Helpers

  template <class Node>
  void node(const Node* n) {
    writer_.open(kind_text(n->kind), n->loc);
    match(n, [&](const auto& concrete) { fields(concrete); });
    writer_.close();
  }
  template <class Node>
  void child(std::string_view field, const Node* n) {
    if (n == nullptr) return;
    writer_.field(field);
    node(n);
  }
  template <class Items>
  void list(std::string_view field, const Items& items) {
    writer_.list(field, items, [&](const auto& item) { node(item); });
  }
  void ident(std::string_view field, const Ident& id) {
    if (id.name) writer_.text(field, names_.text(id.name));
  }
  void qual_name(std::string_view field, const QualName& q) {
    std::string text;
    for (const Ident& qual : q.quals) {
      text += names_.text(qual.name);
      text += '.';
    }
    text += names_.text(q.name.name);
    writer_.text(field, text);
  }
  void doc(const DocComment& d) {
    if (d.loc.valid()) writer_.text("doc", sources_.text(d.loc));
  }
  void attr(const Attr& a) {
    writer_.open("attr", a.loc);
    if (a.name.name) {
      ident("name", a.name);
    } else {
      writer_.number("number", a.number);
    }
    writer_.flag("applied", a.applied);
    if (a.applied) writer_.list("args", a.args, [&](const Attr& arg) { attr(arg); });
    writer_.close();
  }
  void type_params(std::span<const TypeParam> params) {
    writer_.list("type-params", params, [&](const TypeParam& p) {
      writer_.open("type-param", p.loc);
      writer_.text("prefix", prefix_text(p.kind));
      ident("name", p.name);
      writer_.close();
    });
  }
  void dim(std::string_view field, const Dim& d) {
    writer_.field(field);
    switch (d.kind) {
      case DimKind::Any: writer_.open("any-size", d.loc); break;
      case DimKind::Varying: writer_.open("varying-size", d.loc); break;
      case DimKind::Expr: writer_.open("size", d.loc); break;
    }
    child("expr", d.expr);
    writer_.close();
  }
  void indices(std::span<const DimIndex> items) {
    writer_.list("indices", items, [&](const DimIndex& i) {
      writer_.open(i.slice ? "slice" : "at", i.loc);
      child("index", i.index);
      child("from", i.from);
      child("to", i.to);
      child("stride", i.stride);
      writer_.close();
    });
  }
  void steps(std::span<const PathStep> items) {
    writer_.list("steps", items, [&](const PathStep& s) {
      writer_.open(s.is_index ? "index-step" : "field-step", s.loc);
      if (s.is_index) {
        indices(s.indices);
      } else {
        ident("field", s.field);
      }
      writer_.close();
    });
  }
  void mod_param(const ModParam& p) {
    writer_.open("param", p.loc);
    ident("name", p.name);
    child("type", p.type_expr);
    writer_.close();
  }
  void op(const QualName& name, bool backticks) {
    qual_name("op", name);
    writer_.flag("backticks", backticks);
  }

  // ---- Expressions

  void fields(const IntLit& e) {
    writer_.number("value", e.value);
    if (e.overflow) writer_.real("approximate", e.approximate);
    writer_.flag("overflow", e.overflow);
    writer_.flag("character", e.character);
    if (e.suffix != PrimSuffix::None) writer_.text("suffix", suffix_text(e.suffix));
  }
  void fields(const FloatLit& e) {
    writer_.real("value", e.value);
    if (e.suffix != PrimSuffix::None) writer_.text("suffix", suffix_text(e.suffix));
  }
  void fields(const BoolLit& e) { writer_.text("value", e.value ? "true" : "false"); }
  void fields(const StringLit& e) { writer_.text("bytes", e.bytes); }
  void fields(const Var& e) { qual_name("name", e.name); }
  void fields(const Hole&) {}
  void fields(const Parens& e) { child("inner", e.inner); }
  void fields(const Tuple& e) { list("elems", e.elems); }
  void fields(const Record& e) {
    writer_.list("fields", e.fields, [&](const RecordField& f) {
      writer_.open("field", f.implicit ? f.name.loc : span(f.name.loc, f.value->loc));
      ident("name", f.name);
      writer_.flag("implicit", f.implicit);
      child("value", f.value);
      writer_.close();
    });
  }
  void fields(const ArrayLit& e) { list("elems", e.elems); }
  void fields(const Constr& e) {
    ident("name", e.name);
    list("args", e.args);
  }
  void fields(const Project& e) {
    ident("field", e.field);
    child("from", e.from);
  }
  void fields(const LocalOpen& e) {
    qual_name("module", e.module);
    child("body", e.body);
  }
  void fields(const Index& e) {
    child("array", e.array);
    indices(e.indices);
  }
  void fields(const Range& e) {
    constexpr std::string_view kEnds[] = {"...", "..<", "..>"};
    writer_.text("end-kind", kEnds[static_cast<size_t>(e.end_kind)]);
    child("start", e.start);
    child("second", e.second);
    child("end", e.end);
  }
  void fields(const Ascribe& e) {
    child("value", e.value);
    child("type", e.ascribed);
  }
  void fields(const Coerce& e) {
    child("value", e.value);
    child("type", e.target);
  }
  void fields(const Apply& e) {
    child("fn", e.fn);
    list("args", e.args);
  }
  void fields(const BinOp& e) {
    op(e.op, e.backticks);
    child("left", e.left);
    child("right", e.right);
  }
  void fields(const Negate& e) { child("operand", e.operand); }
  void fields(const Not& e) { child("operand", e.operand); }
  void fields(const Lambda& e) {
    list("params", e.params);
    child("result", e.result);
    child("body", e.body);
  }
  void fields(const OpSection& e) { op(e.op, e.backticks); }
  void fields(const OpSectionLeft& e) {
    op(e.op, e.backticks);
    child("operand", e.operand);
  }
  void fields(const OpSectionRight& e) {
    op(e.op, e.backticks);
    child("operand", e.operand);
  }
  void fields(const ProjectSection& e) { steps(e.steps); }
  void fields(const Let& e) {
    writer_.flag("in", e.in_written);
    writer_.list("sizes", e.sizes, [&](const SizeBinder& s) {
      writer_.open("size-binder", s.loc);
      ident("name", s.name);
      writer_.close();
    });
    child("pattern", e.pattern);
    child("value", e.value);
    child("body", e.body);
  }
  void fields(const LetFun& e) {
    ident("name", e.name);
    writer_.flag("in", e.in_written);
    type_params(e.type_params);
    list("params", e.params);
    child("result", e.result);
    child("value", e.value);
    child("body", e.body);
  }
  void fields(const LetWith& e) {
    ident("name", e.name);
    writer_.flag("in", e.in_written);
    steps(e.steps);
    child("value", e.value);
    child("body", e.body);
  }
  void fields(const Update& e) {
    child("source", e.source);
    steps(e.steps);
    child("value", e.value);
  }
  void fields(const If& e) {
    child("condition", e.condition);
    child("then", e.then_branch);
    child("else", e.else_branch);
  }
  void fields(const Match& e) {
    child("scrutinee", e.scrutinee);
    writer_.list("cases", e.cases, [&](const Case& c) {
      writer_.open("case", c.loc);
      child("pattern", c.pattern);
      child("body", c.body);
      writer_.close();
    });
  }
  void fields(const Loop& e) {
    constexpr std::string_view kForms[] = {"for", "for-in", "while"};
    writer_.text("form", kForms[static_cast<size_t>(e.form)]);
    ident("index", e.index);
    child("pattern", e.pattern);
    child("init", e.init);
    child("element", e.element);
    child("bound", e.bound);
    child("body", e.body);
  }
  void fields(const Assert& e) {
    child("condition", e.condition);
    child("body", e.body);
  }
  void fields(const AttrExpr& e) {
    writer_.field("attr");
    attr(e.attr);
    child("body", e.body);
  }
  void fields(const ErrorExpr&) {}

  // ---- Patterns

  void fields(const NamePat& p) { writer_.text("name", names_.text(p.name)); }
  void fields(const WildcardPat&) {}
  void fields(const TuplePat& p) { list("elems", p.elems); }
  void fields(const RecordPat& p) {
    writer_.list("fields", p.fields, [&](const FieldPat& f) {
      writer_.open("field", f.implicit ? f.name.loc : span(f.name.loc, f.pattern->loc));
      ident("name", f.name);
      writer_.flag("implicit", f.implicit);
      child("pattern", f.pattern);
      writer_.close();
    });
  }
  void fields(const ParensPat& p) { child("inner", p.inner); }
  void fields(const AscribePat& p) {
    child("inner", p.inner);
    child("type", p.ascribed);
  }
  void fields(const LiteralPat& p) { child("literal", p.literal); }
  void fields(const ConstrPat& p) {
    ident("name", p.name);
    list("args", p.args);
  }
  void fields(const AttrPat& p) {
    writer_.field("attr");
    attr(p.attr);
    child("inner", p.inner);
  }

  // ---- Type expressions

  void fields(const NameType& t) { qual_name("name", t.name); }
  void fields(const ParensType& t) { child("inner", t.inner); }
  void fields(const TupleType& t) { list("elems", t.elems); }
  void fields(const RecordType& t) {
    writer_.list("fields", t.fields, [&](const FieldType& f) {
      writer_.open("field", span(f.name.loc, f.type_expr->loc));
      ident("name", f.name);
      child("type", f.type_expr);
      writer_.close();
    });
  }
  void fields(const SumType& t) {
    writer_.list("constrs", t.constrs, [&](const ConstrType& c) {
      writer_.open("constr", c.loc);
      ident("name", c.name);
      list("args", c.args);
      writer_.close();
    });
  }
  void fields(const ArrayType& t) {
    dim("dim", t.dim);
    child("elem", t.elem);
  }
  void fields(const ArrowType& t) {
    ident("param-name", t.param_name);
    child("param", t.param);
    child("result", t.result);
  }
  void fields(const UniqueType& t) { child("inner", t.inner); }
  void fields(const ApplyType& t) {
    child("fn", t.fn);
    if (t.type_arg != nullptr) {
      child("arg", t.type_arg);
    } else {
      dim("arg", t.dim_arg);
    }
  }
  void fields(const ExistsType& t) {
    writer_.list("dims", t.dims, [&](const Ident& id) {
      writer_.open("dim", id.loc);
      ident("name", id);
      writer_.close();
    });
    child("inner", t.inner);
  }

  // ---- Declarations

  template <class D>
  void common(const D& d) {
    doc(d.doc);
    if (!d.attrs.empty()) writer_.list("attrs", d.attrs, [&](const Attr& a) { attr(a); });
  }
  void fields(const ValDecl& d) {
    constexpr std::string_view kKinds[] = {"def", "let", "entry"};
    writer_.text("keyword", kKinds[static_cast<size_t>(d.val_kind)]);
    ident("name", d.name);
    writer_.flag("infix", d.infix);
    common(d);
    type_params(d.type_params);
    list("params", d.params);
    child("result", d.result);
    child("body", d.body);
  }
  void fields(const TypeDecl& d) {
    writer_.text("liftedness", prefix_text(d.liftedness));
    ident("name", d.name);
    common(d);
    type_params(d.type_params);
    child("value", d.value);
  }
  void fields(const ModDecl& d) {
    ident("name", d.name);
    common(d);
    writer_.list("params", d.params, [&](const ModParam& p) { mod_param(p); });
    child("ascribed", d.ascribed);
    child("value", d.value);
  }
  void fields(const ModTypeDecl& d) {
    ident("name", d.name);
    common(d);
    child("value", d.value);
  }
  void fields(const OpenDecl& d) {
    common(d);
    child("value", d.value);
  }
  void fields(const ImportDecl& d) {
    writer_.text("path", d.path);
    common(d);
  }
  void fields(const LocalDecl& d) {
    common(d);
    child("inner", d.inner);
  }

  // ---- Modules and module types

  void fields(const ValSpec& s) {
    ident("name", s.name);
    common(s);
    type_params(s.type_params);
    child("type", s.type_expr);
  }
  void fields(const TypeAbbrSpec& s) {
    writer_.text("liftedness", prefix_text(s.liftedness));
    ident("name", s.name);
    common(s);
    type_params(s.type_params);
    child("value", s.value);
  }
  void fields(const TypeSpec& s) {
    writer_.text("liftedness", prefix_text(s.liftedness));
    ident("name", s.name);
    common(s);
    type_params(s.type_params);
  }
  void fields(const ModSpec& s) {
    ident("name", s.name);
    common(s);
    child("type", s.type_expr);
  }
  void fields(const IncludeSpec& s) {
    common(s);
    child("type", s.type_expr);
  }
  void fields(const ModTypeVar& m) { qual_name("name", m.name); }
  void fields(const ModTypeParens& m) { child("inner", m.inner); }
  void fields(const ModTypeBody& m) { list("specs", m.specs); }
  void fields(const ModTypeWith& m) {
    qual_name("name", m.name);
    child("base", m.base);
    type_params(m.type_params);
    child("value", m.value);
  }
  void fields(const ModTypeArrow& m) {
    ident("param-name", m.param_name);
    child("param", m.param);
    child("result", m.result);
  }
  void fields(const ModVar& m) { qual_name("name", m.name); }
  void fields(const ModParens& m) { child("inner", m.inner); }
  void fields(const ModImport& m) { writer_.text("path", m.path); }
  void fields(const ModBody& m) { list("decls", m.decls); }
  void fields(const ModApply& m) {
    child("fn", m.fn);
    child("arg", m.arg);
  }
  void fields(const ModAscribe& m) {
    child("value", m.value);
    child("type", m.type_expr);
  }
  void fields(const ModLambda& m) {
    writer_.field("param");
    mod_param(m.param);
    child("result", m.result);
    child("body", m.body);
  }

  const Interner& names_;
  const SourceMap& sources_;
  TreeWriter writer_;
};

}  // namespace

std::string dump_ast(const Program& program, const Interner& names, const SourceMap& sources,
                     const DumpOptions& options) {
  std::string out;
  AstDumper(out, names, sources, options).program(program);
  out += '\n';
  return out;
}

}  // namespace planish
