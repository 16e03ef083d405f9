// Type expressions to types.
#include <algorithm>

#include "sema/infer/infer.h"
#include "sema/infer/irregular_hint.h"
#include "sema/modules/module_context.h"
#include "sema/sizes/size_uses.h"
#include "sema/types/sequence_type.h"
#include "sema/types/size_terms.h"
#include "sema/types/type_print.h"

namespace planish {

using namespace ast;

namespace {

// A constructor is told by one byte.
constexpr size_t kMaxConstructors = 256;

bool is_sequence(const TypeSymbol& symbol) {
  return symbol.built_in == BuiltInType::Sequence ||
         (symbol.definition != nullptr && element_of_sequence(symbol.definition) != nullptr);
}

}  // namespace

// Resolves one type expression. Sizes left open are collected in `open_`, innermost result first.
class TypeResolver {
 public:
  explicit TypeResolver(Infer& infer)
      : infer_(infer), cx_(infer.state.cx), types_(infer.state.cx.types) {}

  ResolvedType top(TypeExpr& e) {
    ResolvedType result;
    result.type = type(e);
    result.exists = std::move(open_);
    result.liftedness = liftedness_;
    return result;
  }

 private:
  const Type* type(TypeExpr& e) {
    return match(
        &e, [&](NameType& x) { return apply(x, x, {}); },
        [&](ParensType& x) { return type(*x.inner); },
        [&](TupleType& x) {
          std::vector<const Type*> parts;
          for (TypeExpr* elem : x.elems) parts.push_back(type(*elem));
          return types_.tuple(parts);
        },
        [&](ast::RecordType& x) { return record(x); }, [&](ast::SumType& x) { return sum(x); },
        [&](ast::ArrayType& x) { return array(x); }, [&](ast::ArrowType& x) { return arrow(x); },
        [&](UniqueType& x) { return unique(x); }, [&](ApplyType&) { return application(e); },
        [&](ExistsType& x) { return exists(x); });
  }

  const Type* unique(UniqueType& x) {
    const Type* inner = type(*x.inner);
    const Type* result = types_.with_unique(inner, true);
    if (result == inner && inner->kind != TypeKind::Error && (inner->flags & kHasUnique) == 0) {
      cx_.diags
          .report(Diag::useless_unique, x.loc, "`*` has no effect on `{}`, which is always copied",
                  show(cx_, inner))
          .suggest("remove the `*`");
    }
    return result;
  }

  const Type* record(ast::RecordType& x) {
    std::vector<Field> fields;
    for (ast::FieldType& f : x.fields) {
      const Type* t = type(*f.type_expr);
      if (std::ranges::find(fields, f.name.name, &Field::name) != fields.end()) {
        error(Diag::duplicate_field, f.name.loc,
              fmt::format("field `{}` stands twice in this record type", cx_.text(f.name.name)));
        continue;
      }
      fields.push_back({f.name.name, t});
    }
    return types_.record(std::move(fields));
  }

  const Type* sum(ast::SumType& x) {
    std::vector<Constructor> constructors;
    for (ConstrType& c : x.constrs) {
      std::vector<const Type*> args;
      for (TypeExpr* arg : c.args) args.push_back(type(*arg));
      if (std::ranges::find(constructors, c.name.name, &Constructor::name) != constructors.end()) {
        error(Diag::duplicate_field, c.name.loc,
              fmt::format("constructor `#{}` stands twice in this type", cx_.text(c.name.name)));
        continue;
      }
      auto copied = cx_.arena.copy(args);
      constructors.push_back({c.name.name, {copied.data(), copied.size()}});
    }
    if (constructors.size() > kMaxConstructors) {
      error(Diag::too_many_constructors, x.loc,
            fmt::format("this type has {} constructors, but {} are the most a type can have",
                        constructors.size(), kMaxConstructors));
    }
    return types_.sum(std::move(constructors));
  }

  const Type* array(ast::ArrayType& x) {
    if (x.dim.kind == DimKind::Varying && !inside_array_) {
      error(Diag::bad_varying, x.dim.loc, "only an inner dimension can vary from row to row")
          .suggest(
              "write `[n][?]t` for an array of rows of any length, or `[]t` for an array of any "
              "length");
    }
    const Size* size = dim(x.dim);
    bool outer = inside_array_;
    inside_array_ = true;
    Liftedness before = liftedness_;
    liftedness_ = Liftedness::Unlifted;
    const Type* elem = type(*x.elem);
    inside_array_ = outer;
    if (liftedness_ != Liftedness::Unlifted) {
      bool function = (elem->flags & kHasArrow) != 0;
      auto& diag = error(
          Diag::bad_element_type, x.elem->loc,
          function ? fmt::format("array elements cannot be functions: the element type is `{}`",
                                 show(cx_, elem))
                   : fmt::format("array elements must have a known size: `{}` is not such a type",
                                 show(cx_, elem)));
      std::string irregular = function ? "" : irregular_array_of(cx_, elem);
      if (!irregular.empty())
        diag.suggest(fmt::format("if sizes differ from element to element, write `{}`", irregular));
    }
    liftedness_ = before;
    return types_.array(size, types_.with_unique(elem, false), false);
  }

  const Type* arrow(ast::ArrowType& x) {
    bool outer = inside_array_;
    inside_array_ = false;
    size_t outer_names = bound_.size();
    if (x.param_name.name) bind_once(x.param_name);
    const Type* param = type(*x.param);
    Block block(cx_.scope);
    ValueSymbol* binder = nullptr;
    if (x.param_name.name) {
      binder = types_.new_value_symbol(x.param_name.name, x.param_name.loc, ValueKind::ArrowParam);
      binder->type = types_.with_unique(param, false);
      binder->level = infer_.state.level;
      cx_.scope.bind(binder->name, binder);
    }
    std::vector<ValueSymbol*> before = std::move(open_);
    open_.clear();
    const Type* result = type(*x.result);
    auto result_open = cx_.arena.copy(open_);
    open_ = std::move(before);
    bound_.resize(outer_names);
    inside_array_ = outer;
    liftedness_ = Liftedness::Lifted;
    bool consumes = (param->flags & kHasUnique) != 0;
    return types_.arrow(binder, consumes, types_.with_unique(param, false),
                        {result_open.data(), result_open.size()}, result);
  }

  const Type* exists(ExistsType& x) {
    Block block(cx_.scope);
    std::vector<ValueSymbol*> bound;
    size_t outer_names = bound_.size();
    for (const Ident& d : x.dims) {
      bind_once(d);
      ValueSymbol* symbol = types_.new_value_symbol(d.name, d.loc, ValueKind::ArrowParam);
      symbol->type = types_.prim(Prim::I64);
      symbol->level = infer_.state.level;
      cx_.scope.bind(d.name, symbol);
      bound.push_back(symbol);
    }
    // Outside in: the sizes of `?[n][m].t` in their order.
    size_t at = open_.size();
    open_.insert(open_.end(), bound.begin(), bound.end());
    const Type* inner = type(*x.inner);
    bound_.resize(outer_names);
    for (ValueSymbol* symbol : bound) {
      if (inner->kind != TypeKind::Error && !size_uses(inner, symbol).constructive) {
        error(Diag::unused_size, symbol->loc,
              fmt::format("no array in the type that follows has exactly the size `{}`",
                          cx_.text(symbol->name)));
        open_.erase(
            std::find(open_.begin() + static_cast<std::ptrdiff_t>(at), open_.end(), symbol));
      }
    }
    return inner;
  }

  // `name arg arg…`
  const Type* application(TypeExpr& e) {
    std::vector<ApplyType*> args;
    TypeExpr* head = &e;
    for (;;) {
      if (auto* a = ast::as<ApplyType>(head)) {
        args.push_back(a);
        head = a->fn;
      } else if (auto* p = ast::as<ParensType>(head)) {
        head = p->inner;
      } else {
        break;
      }
    }
    std::reverse(args.begin(), args.end());
    auto* name = ast::as<NameType>(head);
    if (name == nullptr) {
      error(Diag::type_arguments, head->loc, "only a named type can take arguments");
      return types_.error();
    }
    return apply(e, *name, args);
  }

  const Type* apply(TypeExpr& whole, NameType& name, std::span<ApplyType* const> args) {
    TypeSymbol* symbol = lookup_type(cx_, name.name);
    name.symbol = symbol;
    if (symbol == nullptr) {
      infer_.state.failed = true;
      return types_.error();
    }
    if (symbol->params.size() != args.size()) {
      auto& diag = error(
          Diag::type_arguments, whole.loc,
          fmt::format("type `{}` takes {} argument{}, but gets {}", cx_.text(symbol->name),
                      symbol->params.size(), symbol->params.size() == 1 ? "" : "s", args.size()));
      diag.label(symbol->loc, "the type is defined here");
      if (symbol->params.empty() && args.front()->type_arg == nullptr)
        diag.suggest(fmt::format("the type of an array is written `[]{}`", cx_.text(symbol->name)));
      return types_.error();
    }
    std::vector<TypeArg> resolved;
    for (size_t i = 0; i < args.size(); i++) {
      TypeArg arg;
      if (symbol->params[i].size != nullptr) {
        if (args[i]->type_arg != nullptr) {
          error(Diag::type_arguments, args[i]->type_arg->loc,
                fmt::format("argument {} of type `{}` must be a size, as in `[n]`", i + 1,
                            cx_.text(symbol->name)));
          return types_.error();
        }
        arg.size = dim(args[i]->dim_arg);
      } else {
        if (args[i]->type_arg == nullptr) {
          error(Diag::type_arguments, args[i]->dim_arg.loc,
                fmt::format("argument {} of type `{}` must be a type, not a size", i + 1,
                            cx_.text(symbol->name)));
          return types_.error();
        }
        Liftedness before = liftedness_;
        liftedness_ = Liftedness::Unlifted;
        // Elements of a sequence are as those of an array: their sizes may vary.
        const bool outer = inside_array_;
        inside_array_ = outer || is_sequence(*symbol);
        arg.type = types_.with_unique(type(*args[i]->type_arg), false);
        inside_array_ = outer;
        if (liftedness_ > symbol->params[i].type->liftedness) {
          error(Diag::type_arguments, args[i]->type_arg->loc,
                fmt::format("argument {} of type `{}` may not be `{}`", i + 1,
                            cx_.text(symbol->name), show(cx_, arg.type)));
        }
        liftedness_ = before;
      }
      resolved.push_back(arg);
    }
    liftedness_ = std::max(liftedness_, symbol->liftedness);
    if (symbol->kind != TypeSymbolKind::Abbreviation)
      return types_.named(symbol, cx_.arena.copy(resolved));
    Substitution s;
    for (size_t i = 0; i < resolved.size(); i++) {
      if (resolved[i].type != nullptr)
        s.types.emplace_back(symbol->params[i].type, resolved[i].type);
      else
        s.sizes.emplace_back(symbol->params[i].size, resolved[i].size);
    }
    for (ValueSymbol* open : symbol->exists)
      s.sizes.emplace_back(open, types_.var(new_open(open->name, whole.loc)));
    return s.empty() ? symbol->definition : types_.substitute(symbol->definition, s);
  }

  ValueSymbol* new_open(Name name, Loc loc) {
    ValueSymbol* symbol = types_.new_value_symbol(name, loc, ValueKind::ArrowParam);
    symbol->type = types_.prim(Prim::I64);
    symbol->level = infer_.state.level;
    symbol->used = true;
    open_.push_back(symbol);
    return symbol;
  }

  const Size* dim(const Dim& d) {
    switch (d.kind) {
      case DimKind::Any: return types_.var(new_open({}, d.loc));
      case DimKind::Varying: return types_.varying();
      case DimKind::Expr: break;
    }
    const size_t reported = cx_.diags.size();
    infer_.exprs.expect(d.expr, types_.prim(Prim::I64), {Reason::SizeExpr, d.expr->loc, {}, {}, 0});
    if (cx_.diags.size() > reported) advise_unknown_size(d);
    if (const Size* size = size_of_expr(cx_, d.expr)) return size;
    if (!infer_.state.failed) {
      error(Diag::bad_size_expression, d.expr->loc,
            "this expression binds names, and cannot stand for a size")
          .suggest("bind its value with `let` first, and use that name as the size");
    }
    return types_.var(new_open({}, d.loc));
  }

  // `def f (xs: [n]i32) = …`
  void advise_unknown_size(const Dim& d) {
    Diagnostic& last = cx_.diags.last();
    const auto* name = ast::as<ast::Var>(d.expr);
    if (name == nullptr || last.kind != Diag::unknown_name || !name->name.quals.empty() ||
        !last.hint.empty())
      return;
    const std::string_view text = cx_.text(name->name.name.name);
    last.suggest(fmt::format(
        "a size is named first, as in `def f [{}] (xs: [{}]t)` or `type t [{}] = [{}]i32`", text,
        text, text, text));
  }

  // Two names of one type that are in scope together must differ.
  void bind_once(const Ident& name) {
    auto first = std::ranges::find(bound_, name.name, &Ident::name);
    if (first != bound_.end()) {
      error(Diag::duplicate_name, name.loc,
            fmt::format("`{}` is bound twice in one type", cx_.text(name.name)))
          .label(first->loc, "the first one");
    }
    bound_.push_back(name);
  }

  Diagnostic& error(Diag kind, Loc loc, std::string message) {
    infer_.state.failed = true;
    return cx_.diags.add(kind, loc, std::move(message));
  }

  Infer& infer_;
  SemaContext& cx_;
  TypeTable& types_;
  std::vector<ValueSymbol*> open_;
  Liftedness liftedness_ = Liftedness::Unlifted;
  bool inside_array_ = false;
  std::vector<Ident> bound_;  // the names of the type around the place
};

ResolvedType Infer::resolve(TypeExpr& e) {
  ResolvedType result = TypeResolver(*this).top(e);
  result.type = exprs.not_too_large(result.type, e.loc);
  e.type = result.type;
  if (!result.exists.empty()) {
    auto symbols = state.cx.arena.copy(result.exists);
    e.open_sizes = state.cx.arena.make<SizeList>(SizeList{{symbols.data(), symbols.size()}});
  }
  return result;
}

ResolvedType resolve_type(SemaContext& cx, TypeExpr& expr) {
  Infer infer(cx);
  ResolvedType result = infer.resolve(expr);
  std::vector<SchemeParam> none;
  infer.solutions.finish(nullptr, none);
  return result;
}

std::span<SchemeParam> bind_type_params(SemaContext& cx, std::span<TypeParam> params) {
  auto result = cx.arena.make_array<SchemeParam>(params.size());
  for (size_t i = 0; i < params.size(); i++) {
    TypeParam& p = params[i];
    for (size_t j = 0; j < i; j++) {
      bool same_kind = (params[j].kind == TypeParamKind::Size) == (p.kind == TypeParamKind::Size);
      if (same_kind && params[j].name.name == p.name.name) {
        cx.diags
            .report(Diag::duplicate_name, p.name.loc, "there are two type parameters named `{}`",
                    cx.text(p.name.name))
            .label(params[j].name.loc, "the first one");
      }
    }
    if (p.kind == TypeParamKind::Size) {
      p.size_symbol = cx.types.new_value_symbol(p.name.name, p.name.loc, ValueKind::SizeParam);
      p.size_symbol->type = cx.types.prim(Prim::I64);
      cx.scope.bind(p.name.name, p.size_symbol);
      result[i].size = p.size_symbol;
    } else {
      p.type_symbol = cx.types.new_type_symbol(p.name.name, p.name.loc, TypeSymbolKind::Param,
                                               liftedness_of(p.kind));
      cx.scope.bind(p.name.name, p.type_symbol);
      result[i].type = p.type_symbol;
    }
  }
  return result;
}

}  // namespace planish
