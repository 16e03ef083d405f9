#include "sema/types/size_terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "syntax/ast_match.h"

namespace planish {

using namespace ast;

namespace {

class Translate {
 public:
  explicit Translate(SemaContext& cx) : cx_(cx), types_(cx.types) {}

  const Size* size(const Expr* e) {
    return match(
        e,
        [&](const IntLit& x) -> const Size* {
          bool small = !x.overflow && x.value <= static_cast<uint64_t>(INT64_MAX);
          if (!small) return literal(x);
          const Prim prim = prim_of(x);
          if (prim == Prim::I64) return types_.constant(static_cast<int64_t>(x.value));
          return types_.term(SizeOp::Literal,
                             cx_.names.intern(fmt::format("{}{}", x.value, prim_name(prim))), {});
        },
        [&](const FloatLit& x) { return literal(x); }, [&](const BoolLit& x) { return literal(x); },
        [&](const StringLit& x) { return literal(x); },
        [&](const Var& x) -> const Size* {
          if (x.symbol == nullptr) return nullptr;
          const Size* s = types_.var(x.symbol);
          for (const Ident& f : x.fields) s = types_.term(SizeOp::Project, f.name, one(s));
          return s;
        },
        [&](const Parens& x) { return size(x.inner); },
        [&](const Ascribe& x) { return size(x.value); },
        [&](const Coerce& x) { return size(x.value); },
        // A tuning parameter can have any value.
        [&](const AttrExpr& x) {
          return x.attr.kind == AttributeKind::Param ? nullptr : size(x.body);
        },
        [&](const Tuple& x) { return all(SizeOp::Tuple, {}, x.elems); },
        [&](const ArrayLit& x) { return all(SizeOp::Array, {}, x.elems); },
        [&](const Constr& x) { return all(SizeOp::Constr, x.name.name, x.args); },
        [&](const Record& x) {
          std::vector<Expr*> values;
          std::string labels;
          for (const RecordField& f : x.fields) {
            if (!labels.empty()) labels += ",";
            labels += cx_.text(f.name.name);
            values.push_back(f.value);
          }
          return all(SizeOp::Record, cx_.names.intern(labels), values);
        },
        [&](const Project& x) { return unary(SizeOp::Project, x.field.name, x.from); },
        [&](const LocalOpen& x) { return size(x.body); },
        [&](const Index& x) -> const Size* {
          std::vector<const Size*> args{size(x.array)};
          for (const DimIndex& i : x.indices) {
            if (i.slice) return nullptr;
            args.push_back(size(i.index));
          }
          return term(SizeOp::Index, {}, args);
        },
        [&](const Apply& x) -> const Size* {
          std::vector<const Size*> args{size(x.fn)};
          for (const Expr* a : x.args) args.push_back(size(a));
          return term(SizeOp::Apply, {}, args);
        },
        [&](const BinOp& x) -> const Size* {
          if (x.symbol == nullptr) return nullptr;
          return term(SizeOp::Apply, {}, {types_.var(x.symbol), size(x.left), size(x.right)});
        },
        [&](const Negate& x) -> const Size* {
          const Size* s = size(x.operand);
          if (s != nullptr && s->kind == SizeKind::Const) return types_.constant(-s->value);
          return term(SizeOp::Negate, {}, {s});
        },
        [&](const Not& x) { return unary(SizeOp::Not, {}, x.operand); },
        [&](const OpSection& x) -> const Size* {
          return x.symbol != nullptr ? types_.var(x.symbol) : nullptr;
        },
        [&](const OpSectionLeft& x) -> const Size* {
          if (x.symbol == nullptr) return nullptr;
          return term(SizeOp::Apply, {}, {types_.var(x.symbol), size(x.operand)});
        },
        [&](const If& x) -> const Size* {
          return term(SizeOp::Constr, cx_.names.intern("if"),
                      {size(x.condition), size(x.then_branch), size(x.else_branch)});
        },
        [&](const Range&) -> const Size* { return nullptr; },
        [&](const Hole&) -> const Size* { return nullptr; },
        [&](const Lambda&) -> const Size* { return nullptr; },
        [&](const OpSectionRight&) -> const Size* { return nullptr; },
        [&](const ProjectSection&) -> const Size* { return nullptr; },
        [&](const Let&) -> const Size* { return nullptr; },
        [&](const LetFun&) -> const Size* { return nullptr; },
        [&](const LetWith&) -> const Size* { return nullptr; },
        [&](const Update&) -> const Size* { return nullptr; },
        [&](const Match&) -> const Size* { return nullptr; },
        [&](const Loop&) -> const Size* { return nullptr; },
        [&](const Assert&) -> const Size* { return nullptr; },
        [&](const ErrorExpr&) -> const Size* { return nullptr; });
  }

 private:
  std::span<const Size* const> one(const Size*& s) { return {&s, 1}; }

  // A number of another type may stand deep inside of a size: `iota (i64.i32 (i32.max 3 x))`.
  Prim prim_of(const IntLit& e) {
    const Type* type = e.type;
    while (type != nullptr && type->kind == TypeKind::Meta)
      type = static_cast<const MetaType*>(type)->link;
    auto* prim = type != nullptr ? as<PrimType>(type) : nullptr;
    return prim == nullptr ? Prim::I64 : prim->prim;
  }

  const Size* literal(const Expr& e) {
    return types_.term(SizeOp::Literal, cx_.names.intern(cx_.sources.text(e.loc)), {});
  }
  const Size* unary(SizeOp op, Name label, const Expr* e) { return term(op, label, {size(e)}); }
  const Size* all(SizeOp op, Name label, std::span<Expr* const> parts) {
    std::vector<const Size*> args;
    for (const Expr* p : parts) args.push_back(size(p));
    return term(op, label, args);
  }
  const Size* term(SizeOp op, Name label, const std::vector<const Size*>& args) {
    for (const Size* a : args) {
      if (a == nullptr) return nullptr;
    }
    return types_.term(op, label, args);
  }

  SemaContext& cx_;
  TypeTable& types_;
};

// Is it a function such as `length`, which gives the outermost size of its argument?
bool gives_length(const Size* function) {
  const ValueSymbol* symbol = function->kind == SizeKind::Var ? function->var : nullptr;
  if (symbol == nullptr || symbol->decl == nullptr || symbol->type == nullptr) return false;
  auto* arrow = planish::as<planish::ArrowType>(symbol->type);
  auto* array = arrow != nullptr ? planish::as<planish::ArrayType>(arrow->param) : nullptr;
  auto* body = symbol->decl->body != nullptr ? ast::as<Var>(symbol->decl->body) : nullptr;
  return array != nullptr && array->dim != nullptr && array->dim->kind == SizeKind::Var &&
         body != nullptr && body->fields.empty() && symbol->decl->params.size() == 1 &&
         array->dim->var == body->symbol;
}

// The type of a name, or of a field of one; null for other terms.
const Type* type_of_term(const Size* term) {
  if (term->kind == SizeKind::Var) return term->var->type;
  if (term->kind != SizeKind::Term || term->op != SizeOp::Project) return nullptr;
  const Type* from = type_of_term(term->args[0]);
  auto* record = from != nullptr ? planish::as<planish::RecordType>(from) : nullptr;
  if (record == nullptr) return nullptr;
  const auto field = std::ranges::find(record->fields, term->label, &Field::name);
  return field != record->fields.end() ? field->type : nullptr;
}

}  // namespace

bool is_row_length(const Size* size) {
  return size->kind == SizeKind::Var && size->var->reason == UnknownReason::Row;
}

const Size* length_of_row(const Size* term) {
  if (term->op != SizeOp::Apply || term->args.size() != 2 || !gives_length(term->args[0]))
    return nullptr;
  const Type* type = type_of_term(term->args[1]);
  auto* array = type != nullptr ? planish::as<planish::ArrayType>(type) : nullptr;
  const Size* dim = array != nullptr ? array->dim : nullptr;
  while (dim != nullptr && dim->kind == SizeKind::Meta) dim = dim->meta->solution;
  return dim != nullptr && is_row_length(dim) ? dim : nullptr;
}

const Size* size_of_expr(SemaContext& cx, const Expr* e) { return Translate(cx).size(e); }

}  // namespace planish
