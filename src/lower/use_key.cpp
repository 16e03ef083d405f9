#include "lower/use_key.h"

#include <algorithm>

#include "lower/lowering.h"

namespace planish::lower {
namespace {

// A size in a type argument that comes into existence only through the call.
constexpr int64_t kUnknownSize = INT64_MIN;

// A type need not show it: sequences are functions, too.
bool holds_function(const AtomTree* value) {
  return value->kind == TreeKind::Function || std::ranges::any_of(value->parts, holds_function);
}

}  // namespace

bool has_unknown_size(const Shape* shape) {
  switch (shape->kind) {
    case ShapeKind::Prim:
    case ShapeKind::Function: return false;
    case ShapeKind::Record:
      return std::any_of(shape->parts.begin(), shape->parts.end(), has_unknown_size);
    case ShapeKind::Sum:
      for (const ConstructorLayout& c : shape->constructors) {
        if (std::any_of(c.args.begin(), c.args.end(), has_unknown_size)) return true;
      }
      return false;
    case ShapeKind::Array:
      return shape->dim == Dim::constant(kUnknownSize) || has_unknown_size(shape->elem);
    case ShapeKind::Acc: return has_unknown_size(shape->elem);
  }
  return false;
}

NamesUsed names_used(Lowering& lowering, const Closure& closure) {
  NamesUsed names;
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
      const Mentioned& all = lowering.free_symbols.of(static_cast<const ast::Expr*>(closure.code));
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

std::optional<LateSize> late_size_of(const ValueSymbol* symbol, Scope& scope) {
  if (LateSize* late = scope.find_late(symbol)) return *late;
  if (symbol->equals != nullptr) return LateSize{symbol->equals, &scope};
  return std::nullopt;
}

UseKey::UseKey(Lowering& lowering, const Closure& closure, const Trees& args, Functions functions)
    : UseKey(lowering, closure, functions) {
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

UseKey::UseKey(Lowering& lowering, const Closure& closure, Functions functions)
    : l_(lowering), functions_(functions) {
  add(closure);
}

bool UseKey::is_complete() const {
  return is_complete_ && std::ranges::none_of(late_shapes_, has_unknown_size);
}

const Shape* UseKey::known_shape(LateType& late) {
  if (late.shape != nullptr) return late.shape;
  return l_.sizes.shape_or(late.type, *late.scope, Dim::constant(kUnknownSize));
}

void UseKey::add(const Closure& closure) {
  token(static_cast<uint64_t>(closure.kind));
  token(closure.code);
  token(closure.scope->frame);
  const NamesUsed names = names_used(l_, closure);
  for (const ValueSymbol* symbol : names.values) {
    if (const AtomTree* value = closure.scope->find(symbol)) {
      token(1);
      add(value);
    } else if (std::optional<LateSize> late = late_size_of(symbol, *closure.scope)) {
      auto atom = l_.sizes.try_size(late->size, *late->scope);
      late_sizes_.push_back(atom);
      is_complete_ = is_complete_ && atom.has_value();
      token(atom ? 2 : 3);
      if (atom) add(Builder::dim(*atom), Constants::Generalise);
    } else if (symbol->kind != ValueKind::Def && symbol->kind != ValueKind::Intrinsic) {
      is_open_ = true;  // what it stands for is yet to be known
      is_complete_ = false;
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

void UseKey::add(const AtomTree* value) {
  token(static_cast<uint64_t>(value->kind));
  switch (value->kind) {
    case TreeKind::Leaf: return add_leaf(value->atom, nullptr);
    case TreeKind::Function: return add_function(closure_of(value));
    case TreeKind::Record:
    case TreeKind::Sum:
    case TreeKind::Constructed:
      token(value->parts.size());
      for (Name name : value->names) token(name.id);
      for (const AtomTree* part : value->parts) add(part);
      return;
  }
}

void UseKey::add_function(const Closure& closure) {
  const std::optional<uint64_t> number = l_.closed.number(closure);
  token(number ? 1 : 0);
  if (number) return token(*number);
  is_open_ = true;
  if (functions_ == Functions::Reject) return;
  if (functions_ == Functions::Summarise) return add_summary(closure);
  auto [it, is_new] = seen_.try_emplace(&closure, seen_.size());
  token(it->second);
  if (is_new) add(closure);
}

void UseKey::add_summary(const Closure& closure) {
  const OpenFunctions::Summary& summary = l_.open.summary(closure);
  is_complete_ = is_complete_ && summary.is_complete;
  token(summary.number);
  for (const SeenSize& size : summary.sizes) {
    if (size.is_dim)
      add(Builder::dim(size.atom), Constants::Generalise);
    else
      add_size_of_leaf(size.atom);
  }
}

// A size that this very number says need not be given again.
void UseKey::add_size_of_leaf(const Atom& atom) {
  if (std::ranges::find(sizes_, atom, &SeenSize::atom) == sizes_.end())
    sizes_.push_back({atom, actuals_.size(), false});
}

// Constant sizes stay constants where the type of the parameter says so.
void UseKey::add_argument(const AtomTree* value, const Type* type, Scope& scope) {
  if (type == nullptr || holds_function(value)) return add(value);
  const Shape* shape = l_.shapes.open_shape(type, scope);
  std::vector<const ir::Type*> declared = l_.shapes.leaf_types(shape);
  std::vector<Atom> leaves = flatten(value);
  if (declared.size() != leaves.size()) return add(value);
  for (size_t i = 0; i < leaves.size(); i++) add_leaf(leaves[i], declared[i]);
}

void UseKey::add_leaf(const Atom& atom, const ir::Type* declared) {
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
  leaves_.push_back(actuals_.size());
  if (type->is_scalar() && type->elem == Prim::I64 && !atom.is_const()) add_size_of_leaf(atom);
  actuals_.push_back({atom, type, consumed_ && !type->is_scalar(), std::move(constants)});
}

void UseKey::add(const ir::Type* type) {
  token(static_cast<uint64_t>(type->elem) << 16 | type->rank());
  for (const Dim& dim : type->dims) add(dim, Constants::Keep);
}

void UseKey::add(const Dim& dim, Constants constants) {
  if (dim.is_varying()) return token(1);
  if (dim.kind == ir::DimKind::Const && constants == Constants::Keep) {
    token(2);
    return token(static_cast<uint64_t>(dim.value));
  }
  Atom atom = Builder::atom(dim);
  token(3);
  const auto seen = std::ranges::find(sizes_, atom, &SeenSize::atom);
  if (seen != sizes_.end()) {
    seen->is_dim = true;
    return token(seen->number);
  }
  sizes_.push_back({atom, actuals_.size(), true});
  token(actuals_.size());
  actuals_.push_back({atom, nullptr, false, {}});
}

void UseKey::add(const Shape* shape) {
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

}  // namespace planish::lower
