// Sizes: from terms of the checker to atoms.
//
// Values know their own sizes: the types of leaves have atoms as dimensions. So a size that comes
// into existence when an expression is evaluated is simply read off its value (learn_sizes), and
// one that is a term over others is computed when somebody asks.
#include <algorithm>
#include <charconv>
#include <tuple>

#include "ir/scalar_eval.h"
#include "lower/lowering.h"
#include "sema/types/type_walk.h"

namespace planish::lower {

const Shape* Lowering::open_shape(const Type* type, Scope& scope) {
  return shape(type, scope, [](const Size* s, Scope&) {
    return s->kind == SizeKind::Const ? Dim::constant(s->value) : Dim::varying();
  });
}

std::optional<Atom> Lowering::known_size(const Size* size, const Scope& scope) {
  for (const Scope* s = &scope; s != nullptr; s = s->parent) {
    if (auto it = known_sizes_.find({size, s}); it != known_sizes_.end()) return it->second;
  }
  return std::nullopt;
}

void Lowering::remember_size(const Size* size, Scope& scope, Atom atom) {
  if (known_sizes_.emplace(std::pair<const Size*, const Scope*>(size, &scope), atom).second)
    known_log_.push_back({size, &scope, nullptr});
}

const Size* Lowering::solved(const Size* size) {
  while (size->kind == SizeKind::Meta && size->meta->solution != nullptr)
    size = size->meta->solution;
  return size;
}

std::optional<Atom> Lowering::try_size(const Size* size, Scope& scope) {
  size = solved(size);
  if (size->kind == SizeKind::Const) return Atom::i64(size->value);
  if (size->kind == SizeKind::Varying || size->kind == SizeKind::Meta) return std::nullopt;
  if (auto known = known_size(size, scope)) return known;
  const Value* value =
      size->kind == SizeKind::Var ? size_variable(size->var, scope) : size_term(size, scope);
  if (value == nullptr || value->kind != ValueKind::Leaf) return std::nullopt;
  if (size->kind == SizeKind::Term) remember_size(size, scope, value->atom);
  return value->atom;
}

const Value* Lowering::size_variable(const ValueSymbol* symbol, Scope& scope) {
  if (const Value* value = scope.find(symbol)) return value;
  if (LateSize* late = scope.find_late(symbol)) {
    if (auto atom = try_size(late->size, *late->scope)) return leaf(*atom);
    return nullptr;
  }
  if (scope.frame->find(symbol) != nullptr) return variable(symbol, nullptr, symbol->type, scope);
  if (symbol->equals != nullptr) {
    if (auto atom = try_size(symbol->equals, scope)) return leaf(*atom);
  }
  return nullptr;
}

// A number of another type than i64, such as `8u32`.
const Value* Lowering::size_literal(std::string_view text) {
  int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  const auto* name = std::ranges::find(kPrimNames, std::string_view(rest, end));
  const auto prim = static_cast<Prim>(name - std::begin(kPrimNames));
  if (error != std::errc() || name == std::end(kPrimNames) || !is_integer(prim)) return nullptr;
  return leaf(ir::make_int(prim, value));
}

const Value* Lowering::size_term(const Size* size, Scope& scope) {
  size = solved(size);
  if (size->kind == SizeKind::Const) return i64_value(size->value);
  if (size->kind == SizeKind::Var) return size_variable(size->var, scope);
  if (size->kind != SizeKind::Term) return nullptr;
  if (auto known = known_size(size, scope)) return leaf(*known);
  if (size->op == SizeOp::Opaque) return nullptr;
  Values args;
  for (const Size* arg : size->args) {
    const Value* value = nullptr;
    bool is_operator = size->op == SizeOp::Apply && args.empty();
    if (is_operator && arg->kind == SizeKind::Var && scope.find(arg->var) == nullptr) {
      value = variable(arg->var, nullptr, arg->var->type, scope);
    } else {
      value = size_term(arg, scope);
    }
    if (value == nullptr) return nullptr;
    args.push_back(value);
  }
  switch (size->op) {
    case SizeOp::Apply: {
      Values given(args.begin() + 1, args.end());
      const Value* result = apply(with_types_of(args[0], given), given, {});
      // A size can have the same part many times.
      if (result->kind == ValueKind::Leaf) remember_size(size, scope, result->atom);
      return result;
    }
    case SizeOp::Project: return field(args[0], size->label);
    case SizeOp::Index: {
      const Value* result = args[0];
      for (size_t i = 1; i < args.size(); i++) result = element(result, args[i]->atom, nullptr);
      return result;
    }
    case SizeOp::Tuple: return tuple(args);
    case SizeOp::Negate: return leaf(builder_->unary(ir::UnaryOp::Neg, args[0]->atom));
    case SizeOp::Not: return leaf(builder_->unary(ir::UnaryOp::Not, args[0]->atom));
    case SizeOp::Record:
    case SizeOp::Array:
    case SizeOp::Literal: return size_literal(cx_.text(size->label));
    case SizeOp::Constr:
    case SizeOp::Opaque: return nullptr;
  }
  return nullptr;
}

const Shape* Lowering::shape_of(const Value* value) {
  if (value->kind == ValueKind::Record) {
    std::vector<const Shape*> parts;
    for (const Value* part : value->parts) parts.push_back(shape_of(part));
    Shape made;
    made.kind = ShapeKind::Record;
    made.names = value->names;
    made.parts = arena_.copy(parts);
    return arena_.make<Shape>(made);
  }
  if (value->kind != ValueKind::Leaf) return nullptr;
  const ir::Type* type = storage_.type(value->atom);
  const Shape* made = scalar_shape(type->elem);
  for (size_t i = type->rank(); i > 0; i--) made = array_shape(type->dims[i - 1], made);
  return made;
}

// The checker does not say how functions in sizes are instantiated; the arguments do.
const Value* Lowering::with_types_of(const Value* fn, const Values& args) {
  const Closure& closure = *fn->closure;
  const Type* type = closure.kind == CodeKind::Definition
                         ? static_cast<const ast::ValDecl*>(closure.code)->symbol->type
                         : nullptr;
  Scope* scope = nullptr;
  for (const Value* arg : args) {
    auto* arrow = type != nullptr ? as<ArrowType>(type) : nullptr;
    if (arrow == nullptr) break;
    const Type* param = arrow->param;
    const Shape* shape = shape_of(arg);
    while (shape != nullptr && shape->kind == ShapeKind::Array && param->kind == TypeKind::Array) {
      param = static_cast<const ArrayType*>(param)->elem;
      shape = shape->elem;
    }
    if (auto* named = as<NamedType>(param); named != nullptr && shape != nullptr) {
      if (scope == nullptr) scope = new_scope(closure.scope, closure.scope->frame);
      scope->types[named->symbol] = {nullptr, nullptr, shape};
    }
    type = arrow->result;
  }
  if (scope == nullptr) return fn;
  Closure made = closure;
  made.scope = scope;
  return function(made);
}

Atom Lowering::size(const Size* size, Scope& scope) {
  if (auto atom = try_size(size, scope)) return *atom;
  bug(fmt::format("the value of the size `{}` is not known here",
                  size->kind == SizeKind::Var ? cx_.text(size->var->name) : "(a term)"));
}

Dim Lowering::dim(const Size* s, Scope& scope) {
  if (s->kind == SizeKind::Varying) return Dim::varying();
  return Builder::dim(size(s, scope));
}

// ---- Reading sizes off values

void Lowering::learn_sizes(const Type* type, const Value* value, Scope& scope) {
  learn_sizes(type, value, scope, 0);
}

void Lowering::learn_size(const Size* size, const Dim& dim, Scope& scope) {
  if (dim.is_varying()) return;
  if (size->kind == SizeKind::Term) {
    if (!known_size(size, scope)) remember_size(size, scope, Builder::atom(dim));
  } else if (size->kind == SizeKind::Var && is_open(size->var, scope)) {
    bind_size(size->var, leaf(Builder::atom(dim)), scope);
  }
}

void Lowering::bind_size(const ValueSymbol* symbol, const Value* value, Scope& scope) {
  scope.values[symbol] = value;
  known_log_.push_back({nullptr, &scope, symbol});
}

// A name for a size whose value is not known yet.
bool Lowering::is_open(const ValueSymbol* symbol, Scope& scope) {
  return scope.find(symbol) == nullptr && scope.frame->find(symbol) == nullptr &&
         !late_size_known(symbol, scope);
}

void Lowering::learn_sizes(const Type* type, const Value* value, Scope& scope, size_t depth) {
  if ((type->flags & (kHasSizeVar | kHasNamed)) == 0 || value->kind == ValueKind::Function) return;
  switch (type->kind) {
    case TypeKind::Array: {
      auto* array = static_cast<const ArrayType*>(type);
      learn_size(array->dim, leaf_dim(value, depth), scope);
      return learn_sizes(array->elem, value, scope, depth + 1);
    }
    case TypeKind::Record: {
      auto fields = static_cast<const RecordType*>(type)->fields;
      for (size_t i = 0; i < fields.size(); i++)
        learn_sizes(fields[i].type, value->parts[i], scope, depth);
      return;
    }
    case TypeKind::Sum: {
      const Shape* sum = open_shape(type, scope);
      auto constructors = static_cast<const SumType*>(type)->constructors;
      for (size_t c = 0; c < constructors.size(); c++) {
        Values args = payload(sum->constructors[c], value);
        for (size_t i = 0; i < args.size(); i++)
          learn_sizes(constructors[c].args[i], args[i], scope, depth);
      }
      return;
    }
    case TypeKind::Named: {
      auto* named = static_cast<const NamedType*>(type);
      if (LateType* late = scope.find(named->symbol)) {
        // What one use shows is not so for the next.
        if (late->type != nullptr && late->sizes == LateType::Sizes::OfAllUses)
          learn_sizes(late->type, value, *late->scope, depth);
      } else if (const TypeDef* def = find_type(named->symbol, scope.frame)) {
        learn_type_sizes(*def, *named, value, scope, depth);
      } else if (is_acc(*named) && value->kind == ValueKind::Leaf) {
        // Only the dimensions: an accumulator is one leaf, whatever it is of.
        size_t number = 0;
        for (auto* array = as<ArrayType>(named->args[0].type); array != nullptr;
             array = as<ArrayType>(array->elem))
          learn_size(array->dim, leaf_dim(value, number++), scope);
      }
      return;
    }
    default: return;
  }
}

bool Lowering::late_size_known(const ValueSymbol* symbol, Scope& scope) {
  LateSize* late = scope.find_late(symbol);
  return late != nullptr && try_size(late->size, *late->scope).has_value();
}

// The size arguments of a type whose definition is an array with them: `type vec [n] = [n]f32`.
void Lowering::learn_type_sizes(const TypeDef& def, const NamedType& type, const Value* value,
                                Scope& scope, size_t depth) {
  Scope* inner = new_scope(nullptr, def.frame);
  for (size_t i = 0; i < def.symbol->params.size() && i < type.args.size(); i++) {
    const SchemeParam& param = def.symbol->params[i];
    if (param.type != nullptr) inner->types[param.type] = {type.args[i].type, &scope, nullptr};
  }
  learn_sizes(def.symbol->definition, value, *inner, depth);
  for (size_t i = 0; i < def.symbol->params.size() && i < type.args.size(); i++) {
    const Size* arg = type.args[i].size;
    const SchemeParam& param = def.symbol->params[i];
    if (param.size == nullptr || arg == nullptr || arg->kind != SizeKind::Var) continue;
    const Value* found = inner->find(param.size);
    if (found != nullptr && is_open(arg->var, scope)) bind_size(arg->var, found, scope);
  }
}

void Lowering::bind_new_sizes(const SizeList* sizes, const Type* type, const Value* value,
                              Scope& scope) {
  if (sizes != nullptr && !sizes->symbols.empty()) learn_sizes(type, value, scope);
}

// ---- Signatures

// The size that an argument of a type stands for, and where it is to be read: `vec [k]` with `type
// vec [n] = [n]f32` has the size k of the place where it is written.
LateSize Lowering::size_meant(const Size* size, Scope& scope) {
  LateSize meant{solved(size), &scope};
  while (meant.size->kind == SizeKind::Var && meant.scope->find(meant.size->var) == nullptr) {
    const LateSize* late = meant.scope->find_late(meant.size->var);
    if (late == nullptr) break;
    meant = {solved(late->size), late->scope};
  }
  // One that is defined at top level is the same everywhere.
  if (meant.size->kind == SizeKind::Var && meant.scope->frame->find(meant.size->var) != nullptr)
    meant.scope = nullptr;
  return meant;
}

// Note [Sizes of results]
// A size that is not known yet is one variable of the signature, however often the type mentions
// it. It is another one if it is mentioned in another scope: `?[k].[k]i64` has a new k wherever its
// name stands. The same holds for each use of a type parameter that is lifted (LateType::Sizes).
Signature Lowering::signature(const Type* type, Scope& scope, SignatureOf of) {
  Signature made;
  const ir::Type* i64 = storage_.types.scalar(Prim::I64);
  std::vector<std::tuple<const Size*, const Scope*, uint32_t>> unknown;
  auto dim_of = [&](const Size* size, Scope& in) -> Dim {
    const LateSize meant = size_meant(size, in);
    const Size* s = meant.size;
    if (s->kind == SizeKind::Varying) return Dim::varying();
    if (s->kind == SizeKind::Const) return Dim::constant(s->value);
    if (of == SignatureOf::Local) {
      if (auto atom = try_size(size, in)) return Builder::dim(*atom);
    } else if (s->kind == SizeKind::Var && meant.scope != nullptr) {
      const Value* bound = meant.scope->find(s->var);
      if (bound != nullptr && bound->kind == ValueKind::Leaf) return Builder::dim(bound->atom);
    }
    const std::tuple key(s, static_cast<const Scope*>(meant.scope), type_use_);
    const auto known = std::ranges::find(unknown, key);
    if (known != unknown.end())
      return Dim::variable(made.sizes[static_cast<size_t>(known - unknown.begin())]);
    std::string_view name = s->kind == SizeKind::Var ? cx_.text(s->var->name) : "size";
    unknown.push_back(key);
    made.sizes.push_back(builder_->new_var(name, i64));
    return Dim::variable(made.sizes.back());
  };
  made.shape = sized_rows(shape(type, scope, dim_of), made);
  std::vector<const ir::Type*> types = leaf_types(made.shape);
  for (const ir::Type* leaf_type : types)
    made.leaves.push_back(builder_->new_var(leaf_type->is_array() ? "xs" : "x", leaf_type));
  for (const ir::Type*& leaf_type : types) leaf_type = sized_type(leaf_type);
  for (size_t s = 0; s < made.sizes.size(); s++) {
    std::optional<std::pair<uint32_t, uint32_t>> found;
    for (uint32_t i = 0; i < types.size() && !found; i++) {
      for (uint32_t d = 0; d < types[i]->rank() && !found; d++) {
        if (types[i]->dims[d] == Dim::variable(made.sizes[s])) found = {i, d};
      }
    }
    if (!found) bug("a size that no part of a value has");
    made.size_of.push_back(*found);
  }
  return made;
}

// A value whose type is that of a row (a type parameter that stands for `[?]t`) has a length of its
// own: the shape with a further size of the signature for each of them.
const Shape* Lowering::sized_rows(const Shape* shape, Signature& signature) {
  switch (shape->kind) {
    case ShapeKind::Array: {
      if (!shape->dim.is_varying()) return shape;
      Var size = builder_->new_var("size", storage_.types.scalar(Prim::I64));
      signature.sizes.push_back(size);
      return array_shape(Dim::variable(size), shape->elem);
    }
    case ShapeKind::Record: {
      Shape made = *shape;
      auto parts = arena_.make_array<const Shape*>(shape->parts.size());
      for (size_t i = 0; i < parts.size(); i++) parts[i] = sized_rows(shape->parts[i], signature);
      made.parts = parts;
      return arena_.make<Shape>(made);
    }
    case ShapeKind::Sum: {
      std::vector<ConstructorLayout> constructors;
      for (const ConstructorLayout& layout : shape->constructors) {
        auto args = arena_.make_array<const Shape*>(layout.args.size());
        for (size_t i = 0; i < args.size(); i++) args[i] = sized_rows(layout.args[i], signature);
        constructors.push_back({layout.name, args, {}});
      }
      return sum_shape(constructors);
    }
    case ShapeKind::Prim:
    case ShapeKind::Acc:
    case ShapeKind::Function: return shape;
  }
  return shape;
}

// The type that has the sizes: an accumulator's are those of its array.
const ir::Type* Lowering::sized_type(const ir::Type* type) {
  return type->is_acc() ? type->arrays[0] : type;
}

std::vector<Atom> Lowering::results_for(const Signature& signature, const Value* value) {
  std::vector<Atom> leaves = flatten(value);
  std::vector<Atom> results;
  for (auto [number, dim] : signature.size_of)
    results.push_back(Builder::atom(sized_type(storage_.type(leaves[number]))->dims[dim]));
  results.insert(results.end(), leaves.begin(), leaves.end());
  return results;
}

const ir::Type* Lowering::substitute(const ir::Type* type,
                                     const std::unordered_map<Var, Atom>& to) {
  if (type->is_acc()) {
    std::vector<const ir::Type*> arrays;
    for (const ir::Type* array : type->arrays) arrays.push_back(substitute(array, to));
    return storage_.types.acc(arrays);
  }
  std::vector<Dim> dims(type->dims.begin(), type->dims.end());
  for (Dim& dim : dims) {
    if (dim.kind != ir::DimKind::Var) continue;
    if (auto it = to.find(dim.var); it != to.end()) dim = Builder::dim(it->second);
  }
  return storage_.types.array(type->elem, dims);
}

}  // namespace planish::lower
