// Expressions, patterns and types.
#include "syntax/ast_dumper.h"

namespace planish {

using namespace ast;

namespace {

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

std::string_view suffix_text(PrimSuffix suffix) {
  constexpr std::string_view kTexts[] = {"",    "i8",  "i16", "i32", "i64", "u8",
                                         "u16", "u32", "u64", "f16", "f32", "f64"};
  return kTexts[static_cast<size_t>(suffix)];
}

// What each kind of expression holds.
class ExprFields {
 public:
  explicit ExprFields(AstDumper& dump) : dump_(dump), writer_(dump.writer) {}

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
  void fields(const Var& e) { dump_.qual_name("name", e.name); }
  void fields(const Hole&) {}
  void fields(const Parens& e) { dump_.child("inner", e.inner); }
  void fields(const Tuple& e) { dump_.list("elems", e.elems); }
  void fields(const Record& e) {
    writer_.list("fields", e.fields, [&](const RecordField& f) {
      writer_.open("field", f.implicit ? f.name.loc : span(f.name.loc, f.value->loc));
      dump_.ident("name", f.name);
      writer_.flag("implicit", f.implicit);
      dump_.child("value", f.value);
      writer_.close();
    });
  }
  void fields(const ArrayLit& e) { dump_.list("elems", e.elems); }
  void fields(const Constr& e) {
    dump_.ident("name", e.name);
    dump_.list("args", e.args);
  }
  void fields(const Project& e) {
    dump_.ident("field", e.field);
    dump_.child("from", e.from);
  }
  void fields(const LocalOpen& e) {
    dump_.qual_name("module", e.module);
    dump_.child("body", e.body);
  }
  void fields(const Index& e) {
    dump_.child("array", e.array);
    dump_.indices(e.indices);
  }
  void fields(const Range& e) {
    constexpr std::string_view kEnds[] = {"...", "..<", "..>"};
    writer_.text("end-kind", kEnds[static_cast<size_t>(e.end_kind)]);
    dump_.child("start", e.start);
    dump_.child("second", e.second);
    dump_.child("end", e.end);
  }
  void fields(const Ascribe& e) {
    dump_.child("value", e.value);
    dump_.child("type", e.ascribed);
  }
  void fields(const Coerce& e) {
    dump_.child("value", e.value);
    dump_.child("type", e.target);
  }
  void fields(const Apply& e) {
    dump_.child("fn", e.fn);
    dump_.list("args", e.args);
  }
  void fields(const BinOp& e) {
    dump_.op(e.op, e.backticks);
    dump_.child("left", e.left);
    dump_.child("right", e.right);
  }
  void fields(const Negate& e) { dump_.child("operand", e.operand); }
  void fields(const Not& e) { dump_.child("operand", e.operand); }
  void fields(const Lambda& e) {
    dump_.list("params", e.params);
    dump_.child("result", e.result);
    dump_.child("body", e.body);
  }
  void fields(const OpSection& e) { dump_.op(e.op, e.backticks); }
  void fields(const OpSectionLeft& e) {
    dump_.op(e.op, e.backticks);
    dump_.child("operand", e.operand);
  }
  void fields(const OpSectionRight& e) {
    dump_.op(e.op, e.backticks);
    dump_.child("operand", e.operand);
  }
  void fields(const ProjectSection& e) { dump_.steps(e.steps); }
  void fields(const Let& e) {
    writer_.flag("in", e.in_written);
    writer_.list("sizes", e.sizes, [&](const SizeBinder& s) {
      writer_.open("size-binder", s.loc);
      dump_.ident("name", s.name);
      writer_.close();
    });
    dump_.child("pattern", e.pattern);
    dump_.child("value", e.value);
    dump_.child("body", e.body);
  }
  void fields(const LetFun& e) {
    dump_.ident("name", e.name);
    writer_.flag("in", e.in_written);
    dump_.type_params(e.type_params);
    dump_.list("params", e.params);
    dump_.child("result", e.result);
    dump_.child("value", e.value);
    dump_.child("body", e.body);
  }
  void fields(const LetWith& e) {
    dump_.ident("name", e.name);
    writer_.flag("in", e.in_written);
    dump_.steps(e.steps);
    dump_.child("value", e.value);
    dump_.child("body", e.body);
  }
  void fields(const Update& e) {
    dump_.child("source", e.source);
    dump_.steps(e.steps);
    dump_.child("value", e.value);
  }
  void fields(const If& e) {
    dump_.child("condition", e.condition);
    dump_.child("then", e.then_branch);
    dump_.child("else", e.else_branch);
  }
  void fields(const Match& e) {
    dump_.child("scrutinee", e.scrutinee);
    writer_.list("cases", e.cases, [&](const Case& c) {
      writer_.open("case", c.loc);
      dump_.child("pattern", c.pattern);
      dump_.child("body", c.body);
      writer_.close();
    });
  }
  void fields(const Loop& e) {
    constexpr std::string_view kForms[] = {"for", "for-in", "while"};
    writer_.text("form", kForms[static_cast<size_t>(e.form)]);
    dump_.ident("index", e.index);
    dump_.child("pattern", e.pattern);
    dump_.child("init", e.init);
    dump_.child("element", e.element);
    dump_.child("bound", e.bound);
    dump_.child("body", e.body);
  }
  void fields(const Assert& e) {
    dump_.child("condition", e.condition);
    dump_.child("body", e.body);
  }
  void fields(const AttrExpr& e) {
    writer_.field("attr");
    dump_.attr(e.attr);
    dump_.child("body", e.body);
  }
  void fields(const ErrorExpr&) {}

 private:
  AstDumper& dump_;
  TreeWriter& writer_;
};

// What each kind of pattern holds.
class PatternFields {
 public:
  explicit PatternFields(AstDumper& dump) : dump_(dump), writer_(dump.writer) {}

  void fields(const NamePat& p) { writer_.text("name", dump_.names.text(p.name)); }
  void fields(const WildcardPat&) {}
  void fields(const TuplePat& p) { dump_.list("elems", p.elems); }
  void fields(const RecordPat& p) {
    writer_.list("fields", p.fields, [&](const FieldPat& f) {
      writer_.open("field", f.implicit ? f.name.loc : span(f.name.loc, f.pattern->loc));
      dump_.ident("name", f.name);
      writer_.flag("implicit", f.implicit);
      dump_.child("pattern", f.pattern);
      writer_.close();
    });
  }
  void fields(const ParensPat& p) { dump_.child("inner", p.inner); }
  void fields(const AscribePat& p) {
    dump_.child("inner", p.inner);
    dump_.child("type", p.ascribed);
  }
  void fields(const LiteralPat& p) { dump_.child("literal", p.literal); }
  void fields(const ConstrPat& p) {
    dump_.ident("name", p.name);
    dump_.list("args", p.args);
  }
  void fields(const AttrPat& p) {
    writer_.field("attr");
    dump_.attr(p.attr);
    dump_.child("inner", p.inner);
  }

 private:
  AstDumper& dump_;
  TreeWriter& writer_;
};

// What each kind of type expression holds.
class TypeFields {
 public:
  explicit TypeFields(AstDumper& dump) : dump_(dump), writer_(dump.writer) {}

  void fields(const NameType& t) { dump_.qual_name("name", t.name); }
  void fields(const ParensType& t) { dump_.child("inner", t.inner); }
  void fields(const TupleType& t) { dump_.list("elems", t.elems); }
  void fields(const RecordType& t) {
    writer_.list("fields", t.fields, [&](const FieldType& f) {
      writer_.open("field", span(f.name.loc, f.type_expr->loc));
      dump_.ident("name", f.name);
      dump_.child("type", f.type_expr);
      writer_.close();
    });
  }
  void fields(const SumType& t) {
    writer_.list("constrs", t.constrs, [&](const ConstrType& c) {
      writer_.open("constr", c.loc);
      dump_.ident("name", c.name);
      dump_.list("args", c.args);
      writer_.close();
    });
  }
  void fields(const ArrayType& t) {
    dump_.dim("dim", t.dim);
    dump_.child("elem", t.elem);
  }
  void fields(const ArrowType& t) {
    dump_.ident("param-name", t.param_name);
    dump_.child("param", t.param);
    dump_.child("result", t.result);
  }
  void fields(const UniqueType& t) { dump_.child("inner", t.inner); }
  void fields(const ApplyType& t) {
    dump_.child("fn", t.fn);
    if (t.type_arg != nullptr) {
      dump_.child("arg", t.type_arg);
    } else {
      dump_.dim("arg", t.dim_arg);
    }
  }
  void fields(const ExistsType& t) {
    writer_.list("dims", t.dims, [&](const Ident& id) {
      writer_.open("dim", id.loc);
      dump_.ident("name", id);
      writer_.close();
    });
    dump_.child("inner", t.inner);
  }

 private:
  AstDumper& dump_;
  TreeWriter& writer_;
};

}  // namespace

void AstDumper::node(const Expr* expr) {
  ExprFields kinds(*this);
  writer.open(kind_text(expr->kind), expr->loc);
  match(expr, [&](const auto& n) { kinds.fields(n); });
  writer.close();
}
void AstDumper::node(const Pattern* pattern) {
  PatternFields kinds(*this);
  writer.open(kind_text(pattern->kind), pattern->loc);
  match(pattern, [&](const auto& n) { kinds.fields(n); });
  writer.close();
}
void AstDumper::node(const TypeExpr* type_expr) {
  TypeFields kinds(*this);
  writer.open(kind_text(type_expr->kind), type_expr->loc);
  match(type_expr, [&](const auto& n) { kinds.fields(n); });
  writer.close();
}

}  // namespace planish
