#include "lower/abstraction.h"

#include "lower/lowering.h"
#include "sema/types/type_walk.h"

namespace planish::lower {

Abstraction::Abstraction(Lowering& lowering, const Closure& closure, const Trees& args)
    : l_(lowering),
      closure_(closure),
      args_(args),
      use_(lowering, closure, args, UseKey::Functions::Walk) {}

std::vector<Atom> Abstraction::actuals() const {
  std::vector<Atom> atoms;
  for (const UseKey::Actual& actual : use_.actuals()) atoms.push_back(actual.atom);
  return atoms;
}

std::pair<Scope*, Trees> Abstraction::instantiate() {
  const ir::Type* i64 = l_.storage.types.scalar(Prim::I64);
  for (const UseKey::Actual& actual : use_.actuals()) {
    const ir::Type* type = actual.type != nullptr ? renew(actual.type, actual.constants) : i64;
    Name name{};
    if (!actual.atom.is_const()) name = l_.storage.vars[actual.atom.var.id].name;
    if (!name && actual.type == nullptr) name = l_.storage.names.intern("n");
    params_.push_back({l_.storage.new_var(name, type), actual.unique});
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
  for (const UseKey::SeenSize& seen : use_.sizes()) {
    if (seen.atom == atom && seen.number < params_.size())
      return Dim::variable(params_[seen.number].var);
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
    case TreeKind::Leaf: return l_.trees.leaf(params_[use_.leaves()[next_leaf_++]].var);
    case TreeKind::Function: {
      if (l_.closed.number(closure_of(value))) return value;
      auto [it, is_new] = renewed_.try_emplace(&closure_of(value), nullptr);
      // Not through `it`: what is inside is added, too.
      if (is_new) renewed_[&closure_of(value)] = l_.trees.function(renew(closure_of(value)));
      return renewed_.at(&closure_of(value));
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
  const NamesUsed names = names_used(l_, closure);
  for (const ValueSymbol* symbol : names.values) {
    if (const AtomTree* value = closure.scope->find(symbol)) {
      scope->values[symbol] = renew(value);
    } else if (late_size_of(symbol, *closure.scope)) {
      std::optional<Atom> atom = use_.late_sizes()[next_size_++];
      if (atom)
        scope->values[symbol] =
            l_.trees.leaf(Builder::atom(renew(Builder::dim(*atom), Constants::Generalise)));
    }
  }
  for (const TypeSymbol* symbol : names.types) {
    if (LateType* late = closure.scope->find(symbol))
      scope->types[symbol] = renew(*late, use_.late_shapes()[next_shape_++]);
  }
  Closure made = closure;
  made.scope = scope;
  Trees args;
  for (const AtomTree* arg : closure.args) args.push_back(renew(arg));
  made.args = l_.arena.copy(args);
  return made;
}

LateType Abstraction::renew(const LateType& late, const Shape* shape) {
  if (late.type == nullptr || !has_unknown_size(shape)) return {nullptr, nullptr, renew(shape)};
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
