#include "lower/free_symbols.h"

#include <unordered_set>

#include "sema/types/type_walk.h"
#include "syntax/ast_children.h"

namespace planish::lower {
namespace {

class Collector {
 public:
  explicit Collector(Mentioned& out) : out_(out) {}

  void expr(ast::Expr* e) {
    type(e->type);
    ast::match(
        e, [&](ast::Var& v) { use(v.symbol, v.instance); },
        [&](ast::BinOp& b) {
          use(b.symbol, b.instance);
          type(b.op_type);
        },
        [&](ast::OpSection& s) { use(s.symbol, s.instance); },
        [&](ast::OpSectionLeft& s) {
          use(s.symbol, s.instance);
          type(s.op_type);
        },
        [&](ast::OpSectionRight& s) {
          use(s.symbol, s.instance);
          type(s.op_type);
        },
        [&](ast::LetWith& l) { value(l.source); },
        [&](ast::LetFun& l) { type(l.symbol != nullptr ? l.symbol->type : nullptr); },
        [&](auto&) {});
    ast::for_each_child(
        *e, [&](ast::Expr* part) { expr(part); }, [&](ast::Pattern* part) { pattern(part); },
        [&](ast::TypeExpr* part) { type(part->type); });
  }

  // The function itself, without the expression that it is bound in.
  void function(const ast::LetFun& local) {
    type(local.symbol->type);
    for (ast::Pattern* param : local.params) pattern(param);
    if (local.result != nullptr) type(local.result->type);
    expr(local.value);
  }

  void pattern(ast::Pattern* p) {
    type(p->type);
    ast::match(
        p, [&](ast::TuplePat& t) { patterns(t.elems); },
        [&](ast::RecordPat& r) {
          for (ast::FieldPat& field : r.fields) pattern(field.pattern);
        },
        [&](ast::ParensPat& i) { pattern(i.inner); },
        [&](ast::AscribePat& a) {
          pattern(a.inner);
          type(a.ascribed->type);
        },
        [&](ast::ConstrPat& c) { patterns(c.args); }, [&](ast::AttrPat& a) { pattern(a.inner); },
        [&](auto&) {});
  }

  void type(const Type* t) {
    if (t == nullptr || (t->flags & (kHasNamed | kHasSizeVar)) == 0) return;
    if (!seen_.insert(t).second) return;
    for_each_size(t, InFunctions::Visit, [&](const Size* s) { size(s); });
    named(t);
  }

 private:
  void patterns(std::span<ast::Pattern* const> all) {
    for (ast::Pattern* p : all) pattern(p);
  }
  void value(const ValueSymbol* symbol) {
    if (symbol == nullptr || !values_.insert(symbol).second) return;
    out_.values.push_back(symbol);
    if (symbol->equals != nullptr) size(symbol->equals);
  }
  void size(const Size* s) {
    for_each_part(s, [&](const Size* part) {
      if (part->kind == SizeKind::Var) value(part->var);
    });
  }
  void use(const ValueSymbol* symbol, const Instance* instance) {
    value(symbol);
    if (instance == nullptr) return;
    for (const InstanceArg& arg : instance->args) {
      if (arg.type != nullptr) type(arg.type);
      if (arg.size != nullptr) size(arg.size);
    }
  }
  void named(const Type* t) {
    if ((t->flags & kHasNamed) == 0) return;
    switch (t->kind) {
      case TypeKind::Array: return named(static_cast<const ArrayType*>(t)->elem);
      case TypeKind::Record:
        for (const Field& f : static_cast<const RecordType*>(t)->fields) named(f.type);
        return;
      case TypeKind::Sum:
        for (const Constructor& c : static_cast<const SumType*>(t)->constructors) {
          for (const Type* arg : c.args) named(arg);
        }
        return;
      case TypeKind::Arrow:
        named(static_cast<const ArrowType*>(t)->param);
        return named(static_cast<const ArrowType*>(t)->result);
      case TypeKind::Named: {
        auto* n = static_cast<const NamedType*>(t);
        if (types_.insert(n->symbol).second) out_.types.push_back(n->symbol);
        for (const TypeArg& arg : n->args) {
          if (arg.type != nullptr) named(arg.type);
        }
        return;
      }
      default: return;
    }
  }

  Mentioned& out_;
  std::unordered_set<const ValueSymbol*> values_;
  std::unordered_set<const TypeSymbol*> types_;
  std::unordered_set<const Type*> seen_;
};

}  // namespace

const Mentioned& FreeSymbols::of(const ast::Expr* code) {
  auto [it, fresh] = found_.try_emplace(code);
  if (fresh) {
    Collector collector(it->second);
    if (auto* local = ast::as<ast::LetFun>(code))
      collector.function(*local);
    else
      collector.expr(const_cast<ast::Expr*>(code));
  }
  return it->second;
}

const Mentioned& FreeSymbols::of(const Type* type) {
  auto [it, fresh] = in_types_.try_emplace(type);
  if (fresh) Collector(it->second).type(type);
  return it->second;
}

}  // namespace planish::lower
