// A size that comes into existence when an expression is evaluated is read off its value
// (SizeReader); one that is a term over others is computed when somebody asks.
#include "lower/sizes.h"

#include <algorithm>
#include <charconv>

#include "ir/scalar_eval.h"
#include "lower/lowering.h"

namespace planish::lower {

Sizes::Sizes(Lowering& lowering)
    : cx_(lowering.cx),
      builder_(lowering.builder),
      places_(lowering.places),
      known_(lowering.known),
      scopes_(lowering.scopes),
      shapes_(lowering.shapes),
      trees_(lowering.trees),
      indexing_(lowering.indexing),
      names_(lowering.names),
      calls_(lowering.calls) {}

std::optional<Atom> Sizes::try_size(const Size* size, Scope& scope) {
  size = solved(size);
  if (size->kind == SizeKind::Const) return Atom::i64(size->value);
  if (size->kind == SizeKind::Varying || size->kind == SizeKind::Meta) return std::nullopt;
  if (auto known = known_.find(size, scope)) return known;
  const AtomTree* value =
      size->kind == SizeKind::Var ? variable(size->var, scope) : term(size, scope);
  if (value == nullptr || value->kind != TreeKind::Leaf) return std::nullopt;
  if (size->kind == SizeKind::Term) known_.remember(size, scope, value->atom);
  return value->atom;
}

Atom Sizes::size(const Size* size, Scope& scope) {
  if (auto atom = try_size(size, scope)) return *atom;
  places_.bug(fmt::format("the value of the size `{}` is not known here",
                          size->kind == SizeKind::Var ? cx_.text(size->var->name) : "(a term)"));
}

const AtomTree* Sizes::variable(const ValueSymbol* symbol, Scope& scope) {
  if (const AtomTree* value = scope.find(symbol)) return value;
  if (LateSize* late = scope.find_late(symbol)) {
    if (auto atom = try_size(late->size, *late->scope)) return trees_.leaf(*atom);
    return nullptr;
  }
  if (scope.frame->find(symbol) != nullptr)
    return names_.variable({symbol, nullptr, symbol->type, scope});
  if (symbol->equals != nullptr) {
    if (auto atom = try_size(symbol->equals, scope)) return trees_.leaf(*atom);
  }
  return nullptr;
}

const Size* Sizes::solved(const Size* size) {
  while (size->kind == SizeKind::Meta && size->meta->solution != nullptr)
    size = size->meta->solution;
  return size;
}

const Shape* Sizes::shape(const Type* type, Scope& scope) {
  return shapes_.shape(type, scope, [&](const Size* s, Scope& in) {
    return s->kind == SizeKind::Varying ? Dim::varying() : Builder::dim(size(s, in));
  });
}

const Shape* Sizes::shape_or(const Type* type, Scope& scope, Dim unknown) {
  return shapes_.shape(type, scope, [&](const Size* s, Scope& in) {
    if (s->kind == SizeKind::Varying) return Dim::varying();
    auto atom = try_size(s, in);
    return atom ? Builder::dim(*atom) : unknown;
  });
}

// ---- Terms

const AtomTree* Sizes::term(const Size* size, Scope& scope) {
  size = solved(size);
  if (size->kind == SizeKind::Const) return trees_.i64(size->value);
  if (size->kind == SizeKind::Var) return variable(size->var, scope);
  if (size->kind != SizeKind::Term) return nullptr;
  if (auto known = known_.find(size, scope)) return trees_.leaf(*known);
  if (size->op == SizeOp::Opaque) return nullptr;
  Trees args;
  for (const Size* arg : size->args) {
    const AtomTree* value = nullptr;
    bool is_operator = size->op == SizeOp::Apply && args.empty();
    if (is_operator && arg->kind == SizeKind::Var && scope.find(arg->var) == nullptr) {
      value = names_.variable({arg->var, nullptr, arg->var->type, scope});
    } else {
      value = term(arg, scope);
    }
    if (value == nullptr) return nullptr;
    args.push_back(value);
  }
  return apply_term(size, args, scope);
}

const AtomTree* Sizes::apply_term(const Size* size, const Trees& args, Scope& scope) {
  switch (size->op) {
    case SizeOp::Apply: {
      Trees given(args.begin() + 1, args.end());
      const AtomTree* result = calls_.apply(with_types_of(args[0], given), given, {});
      // A size can have the same part many times.
      if (result->kind == TreeKind::Leaf) known_.remember(size, scope, result->atom);
      return result;
    }
    case SizeOp::Project: return trees_.field(args[0], size->label);
    case SizeOp::Index: {
      const AtomTree* result = args[0];
      for (size_t i = 1; i < args.size(); i++)
        result = indexing_.element(result, args[i]->atom, nullptr);
      return result;
    }
    case SizeOp::Tuple: return trees_.tuple(args);
    case SizeOp::Negate: return trees_.leaf(builder_.unary(ir::UnaryOp::Neg, args[0]->atom));
    case SizeOp::Not: return trees_.leaf(builder_.unary(ir::UnaryOp::Not, args[0]->atom));
    case SizeOp::Record:
    case SizeOp::Array:
    case SizeOp::Literal: return literal(cx_.text(size->label));
    case SizeOp::Constr:
    case SizeOp::Opaque: return nullptr;
  }
  return nullptr;
}

// A number of another type than i64, such as `8u32`.
const AtomTree* Sizes::literal(std::string_view text) {
  int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  const auto* name = std::ranges::find(kPrimNames, std::string_view(rest, end));
  const auto prim = static_cast<Prim>(name - std::begin(kPrimNames));
  if (error != std::errc() || name == std::end(kPrimNames) || !is_integer(prim)) return nullptr;
  return trees_.leaf(ir::make_int(prim, value));
}

// An array of records is a record of arrays.
const Shape* Sizes::element_of(const Shape* shape) {
  if (shape->kind == ShapeKind::Array) return shape->elem;
  if (shape->kind != ShapeKind::Record) return nullptr;
  std::vector<const Shape*> parts;
  for (const Shape* part : shape->parts) {
    parts.push_back(part == nullptr ? nullptr : element_of(part));
    if (parts.back() == nullptr) return nullptr;
  }
  return shapes_.ShapeMaker::record(shape->names, parts);
}

// The checker does not say how functions in sizes are instantiated; the arguments do.
const AtomTree* Sizes::with_types_of(const AtomTree* fn, const Trees& args) {
  const Closure& closure = closure_of(fn);
  const Type* type = closure.kind == CodeKind::Definition
                         ? static_cast<const ast::ValDecl*>(closure.code)->symbol->type
                         : nullptr;
  Scope* scope = nullptr;
  for (const AtomTree* arg : args) {
    auto* arrow = type != nullptr ? as<ArrowType>(type) : nullptr;
    if (arrow == nullptr) break;
    const Type* param = arrow->param;
    const Shape* shape = shapes_.shape_of(arg);
    while (shape != nullptr && param->kind == TypeKind::Array) {
      param = static_cast<const ArrayType*>(param)->elem;
      shape = element_of(shape);
    }
    if (auto* named = as<NamedType>(param); named != nullptr && shape != nullptr) {
      if (scope == nullptr) scope = scopes_.make(closure.scope, closure.scope->frame);
      scope->types[named->symbol] = {nullptr, nullptr, shape};
    }
    type = arrow->result;
  }
  if (scope == nullptr) return fn;
  Closure made = closure;
  made.scope = scope;
  return trees_.function(made);
}

}  // namespace planish::lower
