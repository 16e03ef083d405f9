#include "tree_text.h"

#include <fmt/format.h>

#include "syntax/ast_match.h"

namespace planish {

using namespace ast;

namespace {

// The parts with a blank before each.
template <class List, class F>
std::string each(const List& list, F&& show) {
  std::string out;
  for (const auto& part : list) out += " " + show(part);
  return out;
}

std::string_view sign(TypeParamKind kind) {
  switch (kind) {
    case TypeParamKind::Size: return "[]";
    case TypeParamKind::Type: return "'";
    case TypeParamKind::SizeLiftedType: return "'~";
    case TypeParamKind::LiftedType: return "'^";
  }
  return "";
}

}  // namespace

std::string TreeText::qual(const QualName& q) const {
  std::string out;
  for (const Ident& ident : q.quals) out += name(ident.name) + ".";
  return out + name(q.name.name);
}

std::string TreeText::op(const QualName& q, bool backticks) const {
  return backticks ? "`" + qual(q) + "`" : qual(q);
}

std::string TreeText::dim(const Dim& d) const {
  switch (d.kind) {
    case DimKind::Any: return "[]";
    case DimKind::Varying: return "[?]";
    case DimKind::Expr: return "[" + expr(d.expr) + "]";
  }
  return "";
}

std::string TreeText::indices(std::span<const DimIndex> list) const {
  std::string out = "[";
  for (const DimIndex& i : list) {
    if (out.size() > 1) out += ", ";
    auto part = [&](const Expr* e) { return e == nullptr ? std::string() : expr(e); };
    out += part(i.index);
    if (i.slice) out += part(i.from) + ":" + part(i.to);
    if (i.second_colon) out += ":" + part(i.stride);
  }
  return out + "]";
}

std::string TreeText::steps(std::span<const PathStep> list) const {
  std::string out;
  for (const PathStep& step : list) {
    out += step.is_index ? indices(step.indices) : "." + name(step.field.name);
  }
  return out;
}

std::string TreeText::attr(const Attr& a) const {
  std::string out = a.name.name ? name(a.name.name) : std::to_string(a.number);
  if (!a.applied) return out;
  return fmt::format("({}{})", out, each(a.args, [&](const Attr& arg) { return attr(arg); }));
}

std::string TreeText::type_params(std::span<const TypeParam> list) const {
  return each(list, [&](const TypeParam& p) {
    return p.kind == TypeParamKind::Size ? fmt::format("[{}]", name(p.name.name))
                                         : fmt::format("{}{}", sign(p.kind), name(p.name.name));
  });
}

std::string TreeText::expr(const Expr* e) const {
  auto sub = [&](const Expr* x) { return expr(x); };
  auto pat = [&](const Pattern* p) { return pattern(p); };
  auto result = [&](const TypeExpr* t) { return t == nullptr ? std::string() : " : " + type(t); };
  auto rest = [&](bool in_written, const Expr* body) {
    return fmt::format("{} {}", in_written ? " in" : ";", expr(body));
  };
  return match(
      e,
      [&](const IntLit& x) {
        std::string number =
            x.overflow ? fmt::format("{:g}!", x.approximate) : fmt::format("{}", x.value);
        return (x.character ? "c" : "") + number +
               (x.suffix == PrimSuffix::None ? "" : fmt::format("s{}", static_cast<int>(x.suffix)));
      },
      [&](const FloatLit& x) {
        return fmt::format("{}", x.value) +
               (x.suffix == PrimSuffix::None ? "" : fmt::format("s{}", static_cast<int>(x.suffix)));
      },
      [&](const BoolLit& x) { return std::string(x.value ? "true" : "false"); },
      [&](const StringLit& x) { return fmt::format("\"{}\"", x.bytes); },
      [&](const Var& x) { return qual(x.name); }, [&](const Hole&) { return std::string("???"); },
      [&](const Parens& x) { return fmt::format("(paren {})", expr(x.inner)); },
      [&](const Tuple& x) { return fmt::format("(tuple{})", each(x.elems, sub)); },
      [&](const Record& x) {
        return fmt::format("(record{})", each(x.fields, [&](const RecordField& f) {
                             return f.implicit ? name(f.name.name)
                                               : name(f.name.name) + "=" + expr(f.value);
                           }));
      },
      [&](const ArrayLit& x) { return fmt::format("(array{})", each(x.elems, sub)); },
      [&](const Constr& x) {
        std::string constr = "#" + name(x.name.name);
        return x.args.empty() ? constr : fmt::format("({}{})", constr, each(x.args, sub));
      },
      [&](const Project& x) { return fmt::format("(.{} {})", name(x.field.name), expr(x.from)); },
      [&](const LocalOpen& x) { return fmt::format("(open {} {})", qual(x.module), expr(x.body)); },
      [&](const Index& x) {
        return fmt::format("(index {} {})", expr(x.array), indices(x.indices));
      },
      [&](const Range& x) {
        constexpr std::string_view kEnds[] = {"...", "..<", "..>"};
        std::string second = x.second == nullptr ? "" : " " + expr(x.second);
        return fmt::format("({} {}{} {})", kEnds[static_cast<int>(x.end_kind)], expr(x.start),
                           second, expr(x.end));
      },
      [&](const Ascribe& x) { return fmt::format("(: {} {})", expr(x.value), type(x.ascribed)); },
      [&](const Coerce& x) { return fmt::format("(:> {} {})", expr(x.value), type(x.target)); },
      [&](const Apply& x) { return fmt::format("({}{})", expr(x.fn), each(x.args, sub)); },
      [&](const BinOp& x) {
        return fmt::format("({} {} {})", op(x.op, x.backticks), expr(x.left), expr(x.right));
      },
      [&](const Negate& x) { return fmt::format("(neg {})", expr(x.operand)); },
      [&](const Not& x) { return fmt::format("(not {})", expr(x.operand)); },
      [&](const Lambda& x) {
        return fmt::format("(\\{}{} -> {})", each(x.params, pat), result(x.result), expr(x.body));
      },
      [&](const OpSection& x) { return fmt::format("(section {})", op(x.op, x.backticks)); },
      [&](const OpSectionLeft& x) {
        return fmt::format("(section {} {} _)", op(x.op, x.backticks), expr(x.operand));
      },
      [&](const OpSectionRight& x) {
        return fmt::format("(section {} _ {})", op(x.op, x.backticks), expr(x.operand));
      },
      [&](const ProjectSection& x) { return fmt::format("(section {})", steps(x.steps)); },
      [&](const Let& x) {
        std::string sizes =
            each(x.sizes, [&](const SizeBinder& b) { return "[" + name(b.name.name) + "]"; });
        return fmt::format("(let{} {} = {}{})", sizes, pattern(x.pattern), expr(x.value),
                           rest(x.in_written, x.body));
      },
      [&](const LetFun& x) {
        return fmt::format("(letfun {}{}{}{} = {}{})", name(x.name.name),
                           type_params(x.type_params), each(x.params, pat), result(x.result),
                           expr(x.value), rest(x.in_written, x.body));
      },
      [&](const LetWith& x) {
        return fmt::format("(letwith {} {} = {}{})", name(x.name.name), steps(x.steps),
                           expr(x.value), rest(x.in_written, x.body));
      },
      [&](const Update& x) {
        return fmt::format("(with {} {} {})", expr(x.source), steps(x.steps), expr(x.value));
      },
      [&](const If& x) {
        return fmt::format("(if {} {} {})", expr(x.condition), expr(x.then_branch),
                           expr(x.else_branch));
      },
      [&](const Match& x) {
        return fmt::format("(match {}{})", expr(x.scrutinee), each(x.cases, [&](const Case& c) {
                             return fmt::format("({} -> {})", pattern(c.pattern), expr(c.body));
                           }));
      },
      [&](const Loop& x) {
        std::string init = x.init == nullptr ? "" : " = " + expr(x.init);
        std::string form = x.form == LoopForm::While ? "while "
                           : x.form == LoopForm::For ? "for " + name(x.index.name) + " < "
                                                     : "for " + pattern(x.element) + " in ";
        return fmt::format("(loop {}{} {}{} {})", pattern(x.pattern), init, form, expr(x.bound),
                           expr(x.body));
      },
      [&](const Assert& x) {
        return fmt::format("(assert {} {})", expr(x.condition), expr(x.body));
      },
      [&](const AttrExpr& x) { return fmt::format("(attr {} {})", attr(x.attr), expr(x.body)); },
      [&](const ErrorExpr&) { return std::string("<error>"); });
}

std::string TreeText::pattern(const Pattern* p) const {
  auto sub = [&](const Pattern* x) { return pattern(x); };
  return match(
      p, [&](const NamePat& x) { return name(x.name); },
      [&](const WildcardPat&) { return std::string("_"); },
      [&](const TuplePat& x) { return fmt::format("(tuple{})", each(x.elems, sub)); },
      [&](const RecordPat& x) {
        return fmt::format("(record{})", each(x.fields, [&](const FieldPat& f) {
                             return f.implicit ? pattern(f.pattern)
                                               : name(f.name.name) + "=" + pattern(f.pattern);
                           }));
      },
      [&](const ParensPat& x) { return fmt::format("(paren {})", pattern(x.inner)); },
      [&](const AscribePat& x) {
        return fmt::format("(: {} {})", pattern(x.inner), type(x.ascribed));
      },
      [&](const LiteralPat& x) { return expr(x.literal); },
      [&](const ConstrPat& x) {
        std::string constr = "#" + name(x.name.name);
        return x.args.empty() ? constr : fmt::format("({}{})", constr, each(x.args, sub));
      },
      [&](const AttrPat& x) {
        return fmt::format("(attr {} {})", attr(x.attr), pattern(x.inner));
      });
}

std::string TreeText::type(const TypeExpr* t) const {
  auto sub = [&](const TypeExpr* x) { return type(x); };
  return match(
      t, [&](const NameType& x) { return qual(x.name); },
      [&](const ParensType& x) { return fmt::format("(paren {})", type(x.inner)); },
      [&](const TupleType& x) { return fmt::format("(tuple{})", each(x.elems, sub)); },
      [&](const RecordType& x) {
        return fmt::format("(record{})", each(x.fields, [&](const FieldType& f) {
                             return name(f.name.name) + ":" + type(f.type_expr);
                           }));
      },
      [&](const SumType& x) {
        return fmt::format(
            "(sum{})", each(x.constrs, [&](const ConstrType& c) {
              std::string constr = "#" + name(c.name.name);
              return c.args.empty() ? constr : fmt::format("({}{})", constr, each(c.args, sub));
            }));
      },
      [&](const ArrayType& x) { return fmt::format("({} {})", dim(x.dim), type(x.elem)); },
      [&](const ArrowType& x) {
        std::string param = x.param_name.name ? name(x.param_name.name) + ":" : "";
        return fmt::format("(-> {}{} {})", param, type(x.param), type(x.result));
      },
      [&](const UniqueType& x) { return fmt::format("(* {})", type(x.inner)); },
      [&](const ApplyType& x) {
        return fmt::format("({} {})", type(x.fn),
                           x.type_arg == nullptr ? dim(x.dim_arg) : type(x.type_arg));
      },
      [&](const ExistsType& x) {
        return fmt::format("(?{} {})", each(x.dims, [&](const Ident& i) { return name(i.name); }),
                           type(x.inner));
      });
}

std::string TreeText::type_head(std::string_view word, TypeParamKind kind, const Ident& ident,
                                std::span<const TypeParam> params) const {
  return fmt::format("({}{} {}{}", word, sign(kind).substr(1), name(ident.name),
                     type_params(params));
}

std::string TreeText::decl(const Decl* d) const {
  std::string attrs = each(d->attrs, [&](const Attr& a) { return attr(a); });
  std::string out = match(
      d,
      [&](const ValDecl& x) {
        constexpr std::string_view kWords[] = {"def", "let", "entry"};
        return fmt::format("({}{} {}{}{}{} = {})", kWords[static_cast<int>(x.val_kind)],
                           x.infix ? "-infix" : "", name(x.name.name), type_params(x.type_params),
                           each(x.params, [&](const Pattern* p) { return pattern(p); }),
                           x.result == nullptr ? "" : " : " + type(x.result), expr(x.body));
      },
      [&](const TypeDecl& x) {
        return fmt::format("{} = {})", type_head("type", x.liftedness, x.name, x.type_params),
                           type(x.value));
      },
      [&](const ModDecl& x) {
        return fmt::format(
            "(module {}{}{} = {})", name(x.name.name),
            each(x.params,
                 [&](const ModParam& p) {
                   return fmt::format("({}: {})", name(p.name.name), module_type(p.type_expr));
                 }),
            x.ascribed == nullptr ? "" : " : " + module_type(x.ascribed), module(x.value));
      },
      [&](const ModTypeDecl& x) {
        return fmt::format("(module-type {} = {})", name(x.name.name), module_type(x.value));
      },
      [&](const OpenDecl& x) { return fmt::format("(open {})", module(x.value)); },
      [&](const ImportDecl& x) { return fmt::format("(import \"{}\")", x.path); },
      [&](const LocalDecl& x) { return fmt::format("(local {})", decl(x.inner)); });
  return attrs.empty() ? out : fmt::format("(attrs{} {})", attrs, out);
}

std::string TreeText::spec(const Spec* s) const {
  return match(
      s,
      [&](const ValSpec& x) {
        return fmt::format("(val {}{} : {})", name(x.name.name), type_params(x.type_params),
                           type(x.type_expr));
      },
      [&](const TypeAbbrSpec& x) {
        return fmt::format("{} = {})", type_head("type", x.liftedness, x.name, x.type_params),
                           type(x.value));
      },
      [&](const TypeSpec& x) {
        return type_head("type", x.liftedness, x.name, x.type_params) + ")";
      },
      [&](const ModSpec& x) {
        return fmt::format("(module {} : {})", name(x.name.name), module_type(x.type_expr));
      },
      [&](const IncludeSpec& x) { return fmt::format("(include {})", module_type(x.type_expr)); });
}

std::string TreeText::module(const ModExpr* m) const {
  return match(
      m, [&](const ModVar& x) { return qual(x.name); },
      [&](const ModParens& x) { return fmt::format("(paren {})", module(x.inner)); },
      [&](const ModImport& x) { return fmt::format("(import \"{}\")", x.path); },
      [&](const ModBody& x) {
        return fmt::format("(body{})", each(x.decls, [&](const Decl* d) { return decl(d); }));
      },
      [&](const ModApply& x) { return fmt::format("({} {})", module(x.fn), module(x.arg)); },
      [&](const ModAscribe& x) {
        return fmt::format("(: {} {})", module(x.value), module_type(x.type_expr));
      },
      [&](const ModLambda& x) {
        return fmt::format(
            "(\\({}: {}){} -> {})", name(x.param.name.name), module_type(x.param.type_expr),
            x.result == nullptr ? "" : " : " + module_type(x.result), module(x.body));
      });
}

std::string TreeText::module_type(const ModTypeExpr* m) const {
  return match(
      m, [&](const ModTypeVar& x) { return qual(x.name); },
      [&](const ModTypeParens& x) { return fmt::format("(paren {})", module_type(x.inner)); },
      [&](const ModTypeBody& x) {
        return fmt::format("(specs{})", each(x.specs, [&](const Spec* s) { return spec(s); }));
      },
      [&](const ModTypeWith& x) {
        return fmt::format("(with {} {}{} = {})", module_type(x.base), qual(x.name),
                           type_params(x.type_params), type(x.value));
      },
      [&](const ModTypeArrow& x) {
        std::string param = x.param_name.name ? name(x.param_name.name) + ":" : "";
        return fmt::format("(-> {}{} {})", param, module_type(x.param), module_type(x.result));
      });
}

}  // namespace planish
