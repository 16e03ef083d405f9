#include "lower/abstraction.h"

#include <algorithm>

#include "lower/lowering.h"
#include "sema/types/type_walk.h"

namespace planish::lower {
namespace {

// A size in a type argument that comes into existence only through the call.
constexpr int64_t kUnknownSize = INT64_MIN;

bool has_unknown(const Shape* shape) {
  switch (shape->kind) {
    case ShapeKind::Prim:
    case ShapeKind::Function: return false;
    case ShapeKind::Record:
      return std::any_of(shape->parts.begin(), shape->parts.end(), has_unknown);
    case ShapeKind::Sum:
      for (const ConstructorLayout& c : shape->constructors) {
        if (std::any_of(c.args.begin(), c.args.end(), has_unknown)) return true;
      }
      return false;
    case ShapeKind::Array:
      return shape->dim == Dim::constant(kUnknownSize) || has_unknown(shape->elem);
    case ShapeKind::Acc: return has_unknown(shape->elem);
  }
  return false;
}

}  // namespace

Abstraction::Abstraction(Lowering& lowering, const Closure& closure, const Trees& args)
    : l_(lowering), closure_(closure), args_(args) {
  add(closure);
  const Type* type = type_of(closure);
  const Code code = code_of(l_.cx, closure);
  for (size_t i = 0; i < args.size(); i++) {
    auto* arrow = type != nullptr ? as<ArrowType>(type) : nullptr;
    consumed_ = arrow != nullptr && arrow->consumes;
    add_argument(args[i], code.params[i]->type, *closure.scope);
    if (arrow != nullptr) type = arrow->result;
  }
  consumed_ = false;
}

Abstraction::Abstraction(Lowering& lowering, const Closure& closure)
    : l_(lowering), closure_(closure), args_(no_args_), look_(Look::ForClosed) {
  add(closure);
}

std::optional<uint64_t> ClosedFunctions::number(const Closure& closure) {
  if (auto it = found_.find(&closure); it != found_.end()) return it->second;
  // A function that refers to itself is not closed.
  found_[&closure] = std::nullopt;
  const Abstraction all(l_, closure);
  const bool is_closed = !all.is_open_ && all.actuals_.empty() && all.late_sizes_.empty() &&
                         std::ranges::none_of(all.late_shapes_, has_unknown);
  if (!is_closed) return std::nullopt;
  const uint64_t number = numbers_.try_emplace(all.key_, numbers_.size()).first->second;
  found_[&closure] = number;
  return number;
}

Abstraction::Names Abstraction::names_of(const Closure& closure) {
  Names names;
  auto params_of = [&](const ValueSymbol* symbol) {
    for (const SchemeParam& param : symbol->params) {
      if (param.type != nullptr)
        names.types.push_back(param.type);
      else
        names.values.push_back(param.size);
    }
  };
  switch (closure.kind) {
    case CodeKind::Definition:
      params_of(static_cast<const ast::ValDecl*>(closure.code)->symbol);
      break;
    case CodeKind::Intrinsic: params_of(static_cast<const ValueSymbol*>(closure.code)); break;
    case CodeKind::Lambda:
    case CodeKind::LocalFunction:
    case CodeKind::ProjectSection: {
      const Mentioned& all = l_.free_symbols.of(static_cast<const ast::Expr*>(closure.code));
      names = {all.values, all.types};
      if (closure.kind == CodeKind::LocalFunction)
        params_of(static_cast<const ast::LetFun*>(closure.code)->symbol);
      break;
    }
    case CodeKind::RightSection:
    case CodeKind::Unreachable: break;
  }
  return names;
}

// ---- The key

const Shape* Abstraction::known_shape(LateType& late) {
  if (late.shape != nullptr) return late.shape;
  return l_.sizes.shape_or(late.type, *late.scope, Dim::constant(kUnknownSize));
}

// A name for a size that is still to be computed.
std::optional<LateSize> Abstraction::late_size(const ValueSymbol* symbol, Scope& scope) {
  if (LateSize* late = scope.find_late(symbol)) return *late;
  if (symbol->equals != nullptr) return LateSize{symbol->equals, &scope};
  return std::nullopt;
}

void Abstraction::add(const Closure& closure) {
  token(static_cast<uint64_t>(closure.kind));
  token(closure.code);
  token(closure.scope->frame);
  Names names = names_of(closure);
  for (const ValueSymbol* symbol : names.values) {
    if (const AtomTree* value = closure.scope->find(symbol)) {
      token(1);
      add(value);
    } else if (std::optional<LateSize> late = late_size(symbol, *closure.scope)) {
      auto atom = l_.sizes.try_size(late->size, *late->scope);
      late_sizes_.push_back(atom);
      token(atom ? 2 : 3);
      if (atom) add(Builder::dim(*atom), Constants::Generalise);
    } else if (symbol->kind != ValueKind::Def && symbol->kind != ValueKind::Intrinsic) {
      is_open_ = true;  // what it stands for is yet to be known
    }
  }
  for (const TypeSymbol* symbol : names.types) {
    if (LateType* late = closure.scope->find(symbol)) {
      late_shapes_.push_back(known_shape(*late));
      add(late_shapes_.back());
    }
  }
  token(closure.args.size());
  for (const AtomTree* arg : closure.args) add(arg);
}

void Abstraction::add(const AtomTree* value) {
  token(static_cast<uint64_t>(value->kind));
  switch (value->kind) {
    case TreeKind::Leaf: return add_leaf(value->atom, nullptr);
    case TreeKind::Function: {
      const std::optional<uint64_t> number = l_.closed.number(*value->closure);
      token(number ? 1 : 0);
      if (number) return token(*number);
      is_open_ = true;
      if (look_ == Look::ForClosed) return;
      auto [it, is_new] = seen_.try_emplace(value->closure, seen_.size());
      token(it->second);
      if (is_new) add(*value->closure);
      return;
    }
    case TreeKind::Record:
    case TreeKind::Sum:
    case TreeKind::Constructed:
      token(value->parts.size());
      for (Name name : value->names) token(name.id);
      for (const AtomTree* part : value->parts) add(part);
      return;
  }
}

// Constant sizes stay constants where the type of the parameter says so.
void Abstraction::add_argument(const AtomTree* value, const Type* type, Scope& scope) {
  if (type == nullptr || (type->flags & kHasArrow) != 0) return add(value);
  const Shape* shape = l_.shapes.open_shape(type, scope);
  std::vector<const ir::Type*> declared = l_.shapes.leaf_types(shape);
  std::vector<Atom> leaves = flatten(value);
  if (declared.size() != leaves.size()) return add(value);
  for (size_t i = 0; i < leaves.size(); i++) add_leaf(leaves[i], declared[i]);
}

void Abstraction::add_leaf(const Atom& atom, const ir::Type* declared) {
  const ir::Type* type = l_.storage.type(atom);
  token(static_cast<uint64_t>(type->elem) << 16 | type->rank() << 1 | (type->is_acc() ? 1 : 0));
  if (type->is_acc()) {
    for (const ir::Type* array : type->arrays) add(array);
  }
  std::vector<Constants> constants;
  for (size_t d = 0; d < type->rank(); d++) {
    bool fixed = declared == nullptr ||
                 (d < declared->rank() && declared->dims[d].kind == ir::DimKind::Const);
    constants.push_back(fixed ? Constants::Keep : Constants::Generalise);
    add(type->dims[d], constants.back());
  }
  constants_[actuals_.size()] = std::move(constants);
  leaves_.push_back(actuals_.size());
  // A size that this very number says need not be given again.
  if (type->is_scalar() && type->elem == Prim::I64 && !atom.is_const())
    dims_.emplace_back(atom, actuals_.size());
  actuals_.push_back(atom);
  types_.push_back(type);
  unique_.push_back(consumed_ && !type->is_scalar());
}

void Abstraction::add(const ir::Type* type) {
  token(static_cast<uint64_t>(type->elem) << 16 | type->rank());
  for (const Dim& dim : type->dims) add(dim, Constants::Keep);
}

void Abstraction::add(const Dim& dim, Constants constants) {
  if (dim.is_varying()) return token(1);
  if (dim.kind == ir::DimKind::Const && constants == Constants::Keep) {
    token(2);
    return token(static_cast<uint64_t>(dim.value));
  }
  Atom atom = Builder::atom(dim);
  token(3);
  for (auto& [seen, number] : dims_) {
    if (seen == atom) return token(number);
  }
  dims_.emplace_back(atom, actuals_.size());
  token(actuals_.size());
  actuals_.push_back(atom);
  types_.push_back(nullptr);
  unique_.push_back(false);
}

void Abstraction::add(const Shape* shape) {
  token(static_cast<uint64_t>(shape->kind) << 8 | static_cast<uint64_t>(shape->prim));
  token(shape->parts.size());
  for (Name name : shape->names) token(name.id);
  for (const Shape* part : shape->parts) add(part);
  token(shape->constructors.size());
  for (const ConstructorLayout& c : shape->constructors) {
    token(c.name.id);
    token(c.args.size());
    for (const Shape* arg : c.args) add(arg);
  }
  if (shape->kind == ShapeKind::Array) add(shape->dim, Constants::Keep);
  if (shape->elem != nullptr) add(shape->elem);
}

// ---- The parameters

std::pair<Scope*, Trees> Abstraction::instantiate() {
  const ir::Type* i64 = l_.storage.types.scalar(Prim::I64);
  for (size_t i = 0; i < actuals_.size(); i++) {
    const ir::Type* type = types_[i] != nullptr ? renew(types_[i], constants_[i]) : i64;
    Name name{};
    if (!actuals_[i].is_const()) name = l_.storage.vars[actuals_[i].var.id].name;
    if (!name && types_[i] == nullptr) name = l_.storage.names.intern("n");
    params_.push_back({l_.storage.new_var(name, type), unique_[i]});
  }
  Closure inner = renew(closure_);
  Trees values;
  for (const AtomTree* arg : args_) values.push_back(renew(arg));
  // The code's own names are bound next to what it refers to.
  return {l_.scopes.make(inner.scope, inner.scope->frame), values};
}

Dim Abstraction::renew(const Dim& dim, Constants constants) const {
  if (dim.is_varying()) return dim;
  if (dim.kind == ir::DimKind::Const && constants == Constants::Keep) return dim;
  Atom atom = Builder::atom(dim);
  for (auto& [seen, number] : dims_) {
    if (seen == atom && number < params_.size()) return Dim::variable(params_[number].var);
  }
  return dim;
}

const ir::Type* Abstraction::renew(const ir::Type* type, const std::vector<Constants>& constants) {
  if (type->is_acc()) {
    std::vector<const ir::Type*> arrays;
    for (const ir::Type* array : type->arrays) arrays.push_back(renew(array, {}));
    return l_.storage.types.acc(arrays);
  }
  std::vector<Dim> dims;
  for (size_t d = 0; d < type->rank(); d++)
    dims.push_back(renew(type->dims[d], d < constants.size() ? constants[d] : Constants::Keep));
  return l_.storage.types.array(type->elem, dims);
}

const AtomTree* Abstraction::renew(const AtomTree* value) {
  switch (value->kind) {
    case TreeKind::Leaf: return l_.trees.leaf(params_[leaves_[next_leaf_++]].var);
    case TreeKind::Function: {
      if (l_.closed.number(*value->closure)) return value;
      auto [it, is_new] = renewed_.try_emplace(value->closure, nullptr);
      // Not through `it`: what is inside is added, too.
      if (is_new) renewed_[value->closure] = l_.trees.function(renew(*value->closure));
      return renewed_.at(value->closure);
    }
    case TreeKind::Record:
    case TreeKind::Sum:
    case TreeKind::Constructed: {
      Trees parts;
      for (const AtomTree* part : value->parts) parts.push_back(renew(part));
      AtomTree made = *value;
      made.parts = l_.arena.copy(parts);
      return l_.arena.make<AtomTree>(made);
    }
  }
  return value;
}

Closure Abstraction::renew(const Closure& closure) {
  Scope* scope = l_.scopes.make(nullptr, closure.scope->frame);
  Names names = names_of(closure);
  for (const ValueSymbol* symbol : names.values) {
    if (const AtomTree* value = closure.scope->find(symbol)) {
      scope->values[symbol] = renew(value);
    } else if (late_size(symbol, *closure.scope)) {
      std::optional<Atom> atom = late_sizes_[next_size_++];
      if (atom)
        scope->values[symbol] =
            l_.trees.leaf(Builder::atom(renew(Builder::dim(*atom), Constants::Generalise)));
    }
  }
  for (const TypeSymbol* symbol : names.types) {
    if (LateType* late = closure.scope->find(symbol))
      scope->types[symbol] = renew(*late, late_shapes_[next_shape_++]);
  }
  Closure made = closure;
  made.scope = scope;
  Trees args;
  for (const AtomTree* arg : closure.args) args.push_back(renew(arg));
  made.args = l_.arena.copy(args);
  return made;
}

LateType Abstraction::renew(const LateType& late, const Shape* shape) {
  if (late.type == nullptr || !has_unknown(shape)) return {nullptr, nullptr, renew(shape)};
  return {late.type, renew_partly(late), nullptr, late.sizes};
}

// Some size of the type is not known yet: the type itself goes along, and what is known of it.
Scope* Abstraction::renew_partly(const LateType& late) {
  Scope* scope = l_.scopes.make(nullptr, late.scope->frame);
  for_each_size(late.type, InFunctions::Visit, [&](const Size* size) {
    if (size->kind != SizeKind::Var) return;
    if (auto atom = bound_size(size, late.scope))
      scope->values[size->var] =
          l_.trees.leaf(Builder::atom(renew(Builder::dim(*atom), Constants::Generalise)));
  });
  for (const TypeSymbol* symbol : l_.free_symbols.of(late.type).types) {
    LateType* inner = late.scope->find(symbol);
    if (inner == nullptr) continue;
    scope->types[symbol] = inner->shape != nullptr
                               ? LateType{nullptr, nullptr, renew(inner->shape)}
                               : LateType{inner->type, renew_partly(*inner), nullptr, inner->sizes};
  }
  return scope;
}

// The value of a size that is a name, if it is bound; no code is made.
std::optional<Atom> Abstraction::bound_size(const Size* size, Scope* scope) {
  while (size->kind == SizeKind::Var) {
    if (const AtomTree* value = scope->find(size->var))
      return value->kind == TreeKind::Leaf ? std::optional(value->atom) : std::nullopt;
    LateSize* late = scope->find_late(size->var);
    if (late == nullptr) return std::nullopt;
    size = late->size;
    scope = late->scope;
  }
  if (size->kind == SizeKind::Const) return Atom::i64(size->value);
  return std::nullopt;
}

const Shape* Abstraction::renew(const Shape* shape) {
  Shape made = *shape;
  std::vector<const Shape*> parts;
  for (const Shape* part : shape->parts) parts.push_back(renew(part));
  made.parts = l_.arena.copy(parts);
  if (shape->elem != nullptr) made.elem = renew(shape->elem);
  made.dim = renew(shape->dim, Constants::Keep);
  if (shape->kind != ShapeKind::Sum) return l_.arena.make<Shape>(made);
  std::vector<ConstructorLayout> constructors;
  for (const ConstructorLayout& c : shape->constructors) {
    std::vector<const Shape*> args;
    for (const Shape* arg : c.args) args.push_back(renew(arg));
    constructors.push_back({c.name, l_.arena.copy(args), {}});
  }
  return l_.shapes.sum(constructors);
}

}  // namespace planish::lower
